// Transfers by conversation: nothing moves without a message that repeats amount and receiver, and then once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { callAs, onboard } from '../../../people/partners/test-support.ts'
import { makeSealer } from '../../../../platform/key-ring.ts'
import { balance, chat, type Customer, customer, keyOf, talk } from '../test-support.ts'

let bank: Bank
let other: Bank
let ada: Customer
beforeAll(async () => {
  bank = await startBank()
  // A second node on the same database.
  other = await startBank({ address: bank.address, clock: bank.clock })
})
afterAll(async () => {
  await other.stop()
  await bank.stop()
})

const say = async (messages: readonly string[], conversation_id?: string, as = ada) =>
  talk(bank, as, messages, conversation_id === undefined ? {} : { conversation_id })
const saved = (as = ada) => balance(bank, as, as.savings)
const statuses = async (conversation: string) =>
  (
    await bank.sql<{ status: string }>(
      'select status from conversations.proposals where conversation_id = $1 order by id',
      [conversation],
    )
  ).map(({ status }) => status)

async function propose(message = 'send 20 EUR to savings') {
  ada = await customer(bank)
  const [answer] = await say([message])
  return answer!
}

describe('a transfer', () => {
  it('is proposed, and says exactly what to type', async () => {
    const answer = await propose()
    expect(answer.response).toBe(
      'I have not sent anything yet. To send 20.00 EUR from your account Main account to Savings, type exactly:\n' +
        'confirm 20.00 EUR to Savings\n' +
        'This offer ends at 2026-03-01 12:10 UTC.',
    )
    expect(answer.tools_used).not.toContain('payment.transfer')
    expect(await saved()).toBe('0')
    expect(await statuses(answer.conversation_id)).toEqual(['open'])
  })

  it('is made by a message that repeats amount and receiver, and only once', async () => {
    const { conversation_id } = await propose()
    const phrase = 'confirm 20.00 EUR to Savings'
    const [done, again] = await say([phrase, phrase], conversation_id)
    expect(done!.response).toMatch(
      /^Done: 20\.00 EUR went from your account Main account to Savings/,
    )
    expect(done!.tools_used).toEqual(['payment.check', 'payment.transfer'])
    expect(again!.response).toMatch(/was sent already.*Nothing was sent again/s)
    expect(await saved()).toBe('20.00')
    expect(await balance(bank, ada, ada.main)).toBe('80.00')
    expect(await statuses(conversation_id)).toEqual(['executed'])
    const transfer = /[0-9a-f-]{36}/.exec(done!.response)![0]
    const { status } = await bank.call(`GET /api/v2/transfers/${transfer}`, undefined, ada)
    expect(status).toBe(200)
  })

  it.each([
    'yes',
    'ok',
    'confirm',
    'yes, do it',
    'send 20 EUR to savings',
    'confirm 20 to savings',
    'confirm 21 EUR to savings',
    'confirm 20.001 EUR to savings',
    'confirm 20 USD to savings',
    'confirm 20 EUR to Main account',
    'confirm 20 EUR',
    'confirm 200 EUR to savings',
    'confirm 20 EUR to savings and 30 EUR to Main account',
  ])('is not made by "%s"', async (message) => {
    const { conversation_id } = await propose()
    const [answer] = await say([message], conversation_id)
    expect(answer!.response).not.toMatch(/^Done/)
    expect(answer!.tools_used).not.toContain('payment.transfer')
    expect(await saved()).toBe('0')
  })

  it('is confirmed in other writings of the same', async () => {
    const { conversation_id } = await propose('send €1,000.00 to my Savings account')
    expect((await statuses(conversation_id)).length).toBe(0)
    ada = await customer(bank, '5000.00')
    const [answer] = await say(['send €1,000.00 to my Savings account'])
    await say(['Yes, I confirm: 1000 euros to SAVINGS.'], answer!.conversation_id)
    expect(await saved()).toBe('1000.00')
  })

  it('is made once by confirmations at the same time, on two nodes', async () => {
    const { conversation_id } = await propose()
    const input = { conversation_id }
    const answers = await Promise.all(
      [bank, other, bank, other, bank, other].map((node) =>
        chat(node, ada, 'confirm 20 EUR to savings', input),
      ),
    )
    for (const { status } of answers) expect([200, 429]).toContain(status)
    await say(['confirm 20 EUR to savings'], conversation_id)
    expect(await saved()).toBe('20.00')
    expect(await statuses(conversation_id)).toEqual(['executed'])
  })

  it('changes nothing when its confirmation is refused as a whole', async () => {
    const { conversation_id } = await propose()
    const send = (message: string, key: string) =>
      bank.call('POST /api/ai/chat', { message, conversation_id }, { ...ada, key })
    await send('hello', 'used')
    expect((await send('confirm 20 EUR to savings', 'used')).status).toBe(409)
    expect((await send('no', 'used')).status).toBe(409)
    expect(await saved()).toBe('0')
    expect(await statuses(conversation_id)).toEqual(['open'])
    await send('confirm 20 EUR to savings', 'new')
    expect(await saved()).toBe('20.00')
  })

  it('is not made when another message came in between', async () => {
    const { conversation_id } = await propose()
    const phrase = 'confirm 20 EUR to savings'
    await bank.sql(
      `create function pg_temp_bump() returns trigger language plpgsql as $$ begin
         update conversations.conversations set messages = messages + 2 where user_uuid = old.user_uuid;
         return old; end $$;
       create trigger bump after delete on conversations.turns for each row
         execute function pg_temp_bump()`,
    )
    const answer = await chat(bank, ada, phrase, { conversation_id })
    await bank.sql('drop trigger bump on conversations.turns; drop function pg_temp_bump')
    expect(answer.status).toBe(429)
    expect(await saved()).toBe('0')
  })

  it('expires', async () => {
    const { conversation_id } = await propose()
    bank.clock.advance(601)
    const [answer] = await say(
      ['confirm 20 EUR to savings', 'send 1 EUR to savings'],
      conversation_id,
    )
    bank.clock.advance(-601)
    expect(answer!.response).toMatch(/has expired, and nothing was sent/)
    expect(await saved()).toBe('0')
    expect(await statuses(conversation_id)).toEqual(['expired', 'open'])
  })

  it('is cancelled by a word, or by another one', async () => {
    const { conversation_id } = await propose()
    const [no, confirmed] = await say(['no', 'confirm 20 EUR to savings'], conversation_id)
    expect(no!.response).toBe('The transfer is cancelled. Nothing was sent.')
    expect(confirmed!.response).toMatch(/was cancelled, and nothing was sent/)
    await say(['send 5 EUR to savings', 'send 6 EUR to savings'], conversation_id)
    expect(await statuses(conversation_id)).toEqual(['cancelled', 'cancelled', 'open'])
    const [old] = await say(['confirm 5 EUR to savings'], conversation_id)
    expect(old!.response).toMatch(/was cancelled/)
    await say(['confirm 6 EUR to savings'], conversation_id)
    expect(await saved()).toBe('6.00')
  })

  it('is confirmed only in its own conversation, by its own user', async () => {
    const { conversation_id } = await propose()
    const [elsewhere] = await say(['confirm 20 EUR to savings'])
    expect(elsewhere!.response).toMatch(/No transfer is waiting/)
    const bob = await customer(bank)
    const answer = await chat(bank, bob, 'confirm 20 EUR to savings', { conversation_id })
    expect(answer.status).toBe(400)
    expect(await saved()).toBe('0')
  })

  it('is not made when its terms were changed or moved in the database', async () => {
    const { conversation_id } = await propose()
    const bob = await customer(bank)
    const [theirs] = await say(['send 20 EUR to savings'], undefined, bob)
    await bank.sql(
      `update conversations.proposals as mine set sealed = theirs.sealed
       from conversations.proposals as theirs
       where mine.conversation_id = $1 and theirs.conversation_id = $2`,
      [conversation_id, theirs!.conversation_id],
    )
    const [answer] = await say(['confirm 20 EUR to savings'], conversation_id)
    expect(answer!.response).toMatch(/No transfer is waiting/)
    const forged = makeSealer('another secret of the same length!').seal('{}')
    await bank.sql('update conversations.proposals set sealed = $2 where conversation_id = $1', [
      conversation_id,
      forged,
    ])
    await say(['confirm 20 EUR to savings'], conversation_id)
    expect(await saved()).toBe('0')
    expect(await saved(bob)).toBe('0')
  })

  it('goes by the ordinary rules: what would be refused is not proposed', async () => {
    ada = await customer(bank)
    const [much, same, places, zero] = await say([
      'send 100.01 EUR to savings',
      'send 5 EUR to Main account from Main account',
      'send 0.001 EUR to savings',
      'send 0 EUR to savings',
    ])
    expect(much!.response).toMatch(/^This transfer would be refused: .*100\.00/)
    expect(same!.response).toMatch(/^This transfer would be refused/)
    expect(places!.response).toMatch(/at most 2 decimal places/)
    expect(zero!.response).toMatch(/more than zero/)
    expect(await statuses(much!.conversation_id)).toEqual([])
  })

  it('is refused on confirmation when the money is no longer there', async () => {
    const { conversation_id } = await propose('send 100 EUR to savings')
    await bank.call(
      `POST /api/v2/accounts/${ada.main}/withdraw`,
      { amount: '1', asset_code: 'EUR' },
      ada,
    )
    const [answer, again] = await say(
      ['confirm 100 EUR to savings', 'confirm 100 EUR to savings'],
      conversation_id,
    )
    expect(answer!.response).toMatch(/^Nothing was sent: .*99\.00/)
    expect(again!.response).toBe(answer!.response)
    expect(await saved()).toBe('0')
    expect(await statuses(conversation_id)).toEqual(['open'])
  })

  it('needs a key that may write, to propose and to confirm', async () => {
    const { conversation_id } = await propose()
    const reading = await keyOf(bank, ada, { permissions: ['read'] })
    const answers = await talk(
      bank,
      reading,
      ['confirm 20 EUR to savings', 'send 1 EUR to savings', 'help'],
      {
        conversation_id,
      },
    )
    for (const { response } of answers)
      expect(response).toMatch(/may read but not move money|can only read/)
    expect(await saved()).toBe('0')
    await say(['confirm 20 EUR to savings'], conversation_id)
    expect(await saved()).toBe('20.00')
  })

  it('reaches other users by uuid or IBAN, and none by name', async () => {
    ada = await customer(bank)
    const bob = await customer(bank, '1.00')
    const identifiers = await bank.call(
      `GET /api/v2/accounts/${bob.savings}/identifiers`,
      undefined,
      bob,
    )
    const { iban } = identifiers.body.data ?? {}
    const [unknown, byUuid] = await say([
      'send 5 EUR to Ada Lovelace',
      `send 5 EUR to ${bob.savings}`,
    ])
    expect(unknown!.response).toMatch(/^I do not know this receiver/)
    await say([`confirm 5 EUR to ${bob.savings}`], byUuid!.conversation_id)
    expect(await saved(bob)).toBe('5.00')
    if (iban) {
      const [byIban] = await say([`send 7 EUR to ${iban}`])
      await say([`confirm 7 EUR to ${iban}`], byIban!.conversation_id)
      expect(await saved(bob)).toBe('12.00')
    }
    expect(iban).toMatch(/^[A-Z]{2}\d/)
  })

  it('gives the same reply for a missing account and one that cannot be reached', async () => {
    ada = await customer(bank)
    const partner = await onboard(bank)
    const asked = { name: 'There', plan: 'enterprise' }
    const tenant = await callAs(bank, partner, 'POST /api/v2/partner/tenants', asked)
    const eve = await bank.call(
      'POST /api/auth/register',
      { name: 'Eve', email: 'eve.there@example.com', password: 'Corr3ct-horse' },
      { headers: { 'X-Tenant-ID': String(tenant.body.data.tenant_id) } },
    )
    const token = eve.body.data.access_token as string
    const theirs = await bank.call('GET /api/accounts', undefined, { token })
    const player = await keyOf(bank, ada, {
      environment: 'sandbox',
      permissions: ['read', 'write'],
    })
    const played = await bank.call('POST /api/v2/accounts', { name: 'Play' }, player)
    const receivers = [
      '0199d3a2-7c00-7000-8000-000000000000',
      theirs.body.data[0].uuid,
      played.body.data.uuid,
    ]
    const answers = await say(receivers.map((uuid) => `send 5 EUR to ${uuid}`))
    expect(new Set(answers.map(({ response }) => response)).size).toBe(1)
    expect(answers[0]!.response).toMatch(/^I do not know this receiver/)
  })

  it('asks when a name could mean two accounts', async () => {
    ada = await customer(bank)
    await bank.call('POST /api/v2/accounts', { name: 'savings', type: 'savings' }, ada)
    const [answer] = await say(['send 5 EUR to savings'])
    expect(answer!.response).toMatch(/several accounts of that name/)
  })

  it('is asked for in full', async () => {
    ada = await customer(bank)
    const answers = await say(['send 20 to savings', 'send money to savings', 'send 20 EUR', 'pay'])
    expect(answers[0]!.response).toMatch(/Which currency/)
    expect(answers[1]!.response).toMatch(/could not read the amount/)
    expect(answers[2]!.response).toMatch(/Who receives it/)
    expect(await statuses(answers[0]!.conversation_id)).toEqual([])
  })

  it('is made once when the whole call is sent again with the same key', async () => {
    const { conversation_id } = await propose()
    const send = () =>
      bank.call(
        'POST /api/ai/chat',
        { message: 'confirm 20 EUR to savings', conversation_id },
        { ...ada, key: 'once' },
      )
    const [first, second] = [await send(), await send()]
    expect(first.body.response).toMatch(/^Done/)
    expect(second.body).toEqual(first.body)
    expect(await saved()).toBe('20.00')
  })

  it('of the sandbox moves sandbox money only', async () => {
    const { conversation_id } = await propose()
    const player = await keyOf(bank, ada, {
      environment: 'sandbox',
      permissions: ['read', 'write'],
    })
    const answer = await chat(bank, player, 'confirm 20 EUR to savings', { conversation_id })
    expect(answer.status).toBe(400)
    const [proposed] = await talk(bank, player, ['send 20 EUR to savings'])
    expect(proposed!.response).not.toMatch(/type exactly/)
    expect(await saved()).toBe('0')
  })
})
