// What is made in one environment is not listed in the other. Run for every list there is or will be; for
// single things `every-operation` asks the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformKey } from '../../src/domains/selling/cards/test-support.ts'
import { type AnyOperation, parseRoute } from '../../src/operation/operation.ts'
import type { JsonSchema } from '../../src/operation/shape.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { examples } from './examples.ts'
import { ask, makers, rowsIn } from './lists.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank({
    env: {
      SMS_REPORT_SECRET: 'what only the provider knows',
      CARD_PLATFORM_PUBLIC_KEY: platformKey,
    },
  })
})
afterAll(() => bank.stop())

const isList = ({ input }: AnyOperation): boolean =>
  ['per_page', 'limit', 'cursor'].some((name) => (input as JsonSchema).properties?.[name])

/** Signed in people are live; keys are of either environment. */
const isForKeys = ({ auth }: AnyOperation): boolean =>
  auth !== 'public' && auth.every((need) => need.via !== 'login')

/** Whether the list is of one thing, named in the path or by the consent that opens it. */
const namesThing = (op: AnyOperation): boolean =>
  parseRoute(op.rest[0]!.route).params.length > 0 ||
  op.errors.some(({ code }) => code === 'CONSENT_MISSING')

/** Lists that are the same in both, and why. */
const common: Readonly<Record<string, string>> = {
  'api_key.list': 'whoever is signed in sees the keys of both',
  'ledger_account.list': 'both have the same chart; its own test tells their balances apart',
  'partner_member.list': 'a partner has the same people in both',
  'rail.list': 'rails are the same for everybody',
  'rate.list': 'rates are facts',
}

async function toPlayer(person: Person): Promise<Person> {
  const key = { name: 'Play', environment: 'sandbox', permissions: ['read', 'write', 'delete'] }
  const { body } = await bank.call('POST /api/v2/api-keys', key, person)
  return { ...person, token: body.data.api_key }
}

describe('a list for a sandbox key shows nothing that its owner has made live', () => {
  const lists = describeForTests()
    .operations.filter((op) => op.rest.length > 0 && isList(op) && isForKeys(op))
    .filter(({ name }) => examples[name]!.as !== 'operator' && common[name] === undefined)
    .map((op) => ({ name: op.name, op }))
  const shown = new Set<string>()

  it.each(lists)('$name', async ({ name, op }) => {
    const person = await bank.person()
    const player = await toPlayer(person)
    const input = await examples[name]!.input(bank, person)
    await makers[name]?.(bank, person, input, 0)
    const live = await ask(bank, op, input, person)
    expect(live.status, JSON.stringify(live.body)).toBe(200)
    const played = await ask(bank, op, input, player)
    if (namesThing(op) && played.status !== 200) return expect([403, 404]).toContain(played.status)
    expect(played.status, JSON.stringify(played.body)).toBe(200)
    const rows = rowsIn(live.body)
    if (rows.length > 0) shown.add(name)
    for (const row of rows) expect(rowsIn(played.body)).not.toContainEqual(row)
  })

  it('and there was something live in these', () => {
    expect([...shown].toSorted()).toMatchInlineSnapshot(`
      [
        "account.list",
        "ach_file.list",
        "agent.list",
        "ai_query.list",
        "bridge.list",
        "card.list",
        "card_wallet.list",
        "cardholder.list",
        "cash_teller.list",
        "collection_sheet.list",
        "consent.list",
        "conversation.list",
        "cross_chain_swap.list",
        "defi_swap.list",
        "direct_debit_mandate.list",
        "escrow.list",
        "event.list",
        "exchange.orders",
        "exchange.trades",
        "field_officer.list",
        "interledger_connection.list",
        "interledger_grant.list",
        "interledger_incoming.list",
        "interledger_payment.list",
        "journal_entry.list",
        "ledger_account.history",
        "ledger_period.list",
        "ledger_reconciliation.list",
        "mandate.list",
        "merchant.list",
        "microfinance_group.list",
        "microfinance_loan.list",
        "mobile.activity",
        "mobile.feed",
        "mpp_limit.list",
        "notification.list",
        "p2p_transfer.list",
        "p2p_transfer.recipients",
        "partner_invoice.list",
        "partner_sdk.list",
        "partner_usage.history",
        "payment_file.list",
        "payment_initiation.list",
        "payment_intent.list",
        "poll.list",
        "poll.list_active",
        "posting_rule.list",
        "provisioning.list",
        "rail_payment.list",
        "ramp.list",
        "recipient.search",
        "share_account.list",
        "spending_budget.list",
        "spending_rule.list",
        "task.list",
        "teller_transaction.list",
        "tenant.list",
        "transaction.list",
        "transaction.query",
        "travel_rule.records",
        "trial_balance.get",
        "voting.polls",
        "wallet.activity",
        "wallet.addresses",
        "x402_endpoint.list",
        "x402_limit.list",
      ]
    `)
  })
})

describe('the public list of what is for sale', () => {
  it('shows what is offered live, and nothing of the sandbox', async () => {
    const person = await bank.person()
    const count = async (): Promise<number> =>
      (await bank.call('GET /api/v1/mpp/resources')).body.meta.total
    const before = await count()
    await makers['mpp.resources']!(bank, await toPlayer(person), {}, 0)
    expect(await count()).toBe(before)
    await makers['mpp.resources']!(bank, person, {}, 0)
    expect(await count()).toBe(before + 1)
  })
})
