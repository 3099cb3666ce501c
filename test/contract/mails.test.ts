// Every mail that the bank writes, with users whose names, addresses and notes are messages: none of them makes the
// bank send a third party's link or line. A new mail is added to the table below.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { customer, mailsTo, send } from '../../src/domains/payments/mobile/test-support.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { isTestOnly } from '../harness/places.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const EVIL = 'Locked: go to https://evil.example/now or www.evil.example, mail help@evil.example'

/** A name from before names were bounded. */
const rename = (uuid: string, name = `${EVIL}\r\n\r\nhttps://evil.example/2`) =>
  bank.sql('update identity.users set name = $2 where uuid = $1', [uuid, name])

let addresses = 0
/** An address that reaches the same mailbox as the one before its plus sign. */
const taggedAddress = () => `victim+www.evil.example/${++addresses}@example.com`

/** What causes each mail; returns the address to which it goes. */
const mails: Readonly<Record<string, () => Promise<string>>> = {
  'src/domains/people/identity/email-confirmation.ts': async () => {
    const person: Person = await bank.person({ email: taggedAddress() })
    await rename(person.uuid)
    await bank.sql('update identity.users set email_verified_at = null where uuid = $1', [
      person.uuid,
    ])
    await bank.call('POST /api/auth/resend-verification', {}, person)
    return person.email
  },
  'src/domains/people/identity/passwords/resets.ts': async () => {
    const person: Person = await bank.person({ email: taggedAddress() })
    await rename(person.uuid)
    await bank.call('POST /api/auth/forgot-password', { email: person.email })
    return person.email
  },
  'src/domains/people/identity/two-factor/reset.ts': async () => {
    const person: Person = await bank.person({ email: taggedAddress() })
    await rename(person.uuid)
    await bank.sql(
      'update identity.users set two_factor_confirmed_at = created_at where uuid = $1',
      [person.uuid],
    )
    const route = `POST /api/v2/users/${person.uuid}/reset-two-factor`
    await bank.call(route, { reason: EVIL }, await bank.operator())
    return person.email
  },
  'src/domains/payments/mobile/p2p/claim-mail.ts': async () => {
    const payer = await customer(bank)
    await rename(payer.uuid)
    const address = `friend${++addresses}@example.com`
    expect((await send(bank, payer, address, { note: EVIL })).status).toBe(201)
    return address
  },
  'src/domains/people/notifications/templates.ts': async () => {
    const [payer, payee] = [await customer(bank), await customer(bank, {})]
    await rename(payer.uuid)
    const path = '/api/mobile/notifications/preferences'
    await bank.call(`PUT ${path}`, { transaction_received: { email_enabled: true } }, payee)
    bank.clock.advance(1)
    const transfer = { from_account: payer.account, to_account: payee.account, amount: 100 }
    const sent = await bank.call(
      'POST /api/transfers',
      { ...transfer, asset_code: 'USD', reference: EVIL, description: EVIL },
      payer,
    )
    expect(sent.status).toBe(201)
    const [user] = await bank.sql<{ email: string }>(
      'select email from identity.users where uuid = $1',
      [payee.uuid],
    )
    return user!.email
  },
}

describe('a mail', () => {
  it('is written in these places', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const senders = globSync('src/**/*.ts', { cwd: root }).filter(
      (file) => !isTestOnly(file) && /\bmailText`/.test(readFileSync(`${root}${file}`, 'utf8')),
    )
    // The first says how mails are written, and the second sends what templates.ts has written.
    const others = [
      'src/platform/mail-text.ts',
      'src/domains/people/notifications/push-delivery.ts',
    ]
    const writers = senders.filter((file) => !others.includes(file))
    expect(writers.toSorted()).toEqual(Object.keys(mails).toSorted())
  })

  it.each(Object.entries(mails))('of %s holds no link but the bank’s own', async (_file, cause) => {
    const address = await cause()
    await vi.waitUntil(async () => (await mailsTo(bank, address)).length > 0, {
      timeout: 120_000,
      interval: 30,
    })
    const [mail] = await mailsTo(bank, address)
    const [head, ...body] = mail!.split('\r\n\r\n')
    const text = body.join('\r\n\r\n')
    const subject = /^Subject: (.*)$/m.exec(head!)![1]!
    expect(`${subject}\n${text.replaceAll(`${bank.url}/`, '')}`).not.toMatch(
      /https?:|www\.|\w@\w|evil\.example|\/\//,
    )
  })
})
