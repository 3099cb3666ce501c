// The customers of one tenant are invisible to those of another: a customer who sends the request of another tenant's
// customer gets nothing of theirs, and moves nothing to them. Checked for every operation there is or will be.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callAs,
  onboard,
  type TestPartner,
} from '../../src/domains/people/partners/test-support.ts'
import { platformKey } from '../../src/domains/commerce/cards/test-support.ts'
import { isWrite } from '../../src/operation/operation.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { askAll } from './ask-all.ts'
import { addRow, examples } from './examples.ts'
import { exemptFrom } from './exemptions.ts'
import { sendTo } from './send.ts'

/** Operations whose examples begin on a page, which belongs to the host of a tenant. */
const pages: Readonly<Record<string, string>> = {
  'grant.update': 'the owner signs in on a page',
  'grant.revoke': 'the owner signs in on a page',
}

let bank: Bank
let here: Bank
let there: Bank
beforeAll(async () => {
  bank = await startBank({
    env: {
      SMS_REPORT_SECRET: 'what only the provider knows',
      CARD_PLATFORM_PUBLIC_KEY: platformKey,
    },
  })
  const [signedIn, partner] = [await bank.operator(), await onboard(bank)]
  // Nothing that is asked here depends on how often the operator has signed in.
  bank = { ...bank, operator: async () => signedIn }
  here = await openTenant(partner, 'Here')
  there = await openTenant(partner, 'There')
})
afterAll(() => bank.stop())

/** The bank as a tenant has it: every new user is a customer of the tenant. */
async function openTenant(partner: TestPartner, name: string): Promise<Bank> {
  const asked = { name, plan: 'enterprise' }
  const { body } = await callAs(bank, partner, 'POST /api/v2/partner/tenants', asked)
  const headers = { 'X-Tenant-ID': String(body.data.tenant_id) }
  return { ...bank, person: (overrides) => registerAt(headers, overrides) }
}

let people = 0
async function registerAt(headers: Record<string, string>, overrides = {}): Promise<Person> {
  const password = 'Corr3ct-horse'
  const email = `customer${++people}@example.com`
  const person = { name: 'Ada Lovelace', email, password, ...overrides }
  const { status, body } = await bank.call('POST /api/auth/register', person, { headers })
  expect(status, JSON.stringify(body)).toBe(201)
  const { user, access_token: token, refresh_token: refreshToken } = body.data
  return { ...person, uuid: user.uuid, token, refreshToken }
}

/** Everything that identifies a user: their id, accounts, account numbers and agents. */
async function tracesOf({ uuid, email }: Person): Promise<string[]> {
  const rows = await bank.sql<{ trace: string }>(
    `select id::text as trace from ledger.accounts where user_uuid = $1 or manager_uuid = $1
     union all select number::text from ledger.accounts where user_uuid = $1 or manager_uuid = $1
     union all select did from agents.agents where owner_uuid = $1
     union all select uuid::text from agents.agents where owner_uuid = $1
     union all select id::text from identity.credentials where user_uuid = $1`,
    [uuid],
  )
  return [uuid, email, ...rows.map((row) => row.trace)].filter((trace) => trace?.length > 6)
}

const { operations, domains } = describeForTests()
const said: Readonly<Record<string, { readonly input?: unknown } | undefined>> = Object.assign(
  {},
  ...domains.map((domain) => domain.examples),
)
const ofTheBank = new Set(
  domains
    .filter(({ name }) => /^(general-ledger|partners|partner-billing|sdks)$/.test(name))
    .flatMap((domain) => domain.operations),
)
const ops = operations
  .filter((op) => op.rest.length > 0 && examples[op.name]!.as !== 'operator')
  .filter(({ name }) => !(name in pages))
  .map((op) => ({ at: op.name, name: op.name, op }))

/** Some of the questions are hundreds of calls. */
const MINUTES = 3_600_000

describe('a customer of another tenant who sends the same request', () => {
  const answered = new Set<string>()

  it('is shown nothing that identifies the owner', { timeout: MINUTES }, async () => {
    // A caller who only reads stays unchanged.
    const reader = await here.person()
    await askAll(ops, async ({ name, op }) => {
      // The books are kept by the bank itself, and partners are no customers of tenants.
      const place = ofTheBank.has(op) ? bank : there
      const owner = await place.person()
      const stranger = isWrite(op) ? await here.person() : reader
      const input = await examples[name]!.input(place, owner)
      await addRow(name, place, owner, input)
      const sent = JSON.stringify(input)
      // A stream answers with its first event, so the caller needs one of their own.
      if (op.rest[0]!.envelope === 'stream') await examples[name]!.input(here, stranger)
      const { status, body } = await sendTo(here, op, op.rest[0]!, input, { token: stranger.token })
      const namesTheirs = sent !== JSON.stringify(said[name]?.input ?? {})
      if (status < 300 && namesTheirs) answered.add(name)
      if (op.exempt?.tenants !== undefined) return
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const shown = (await tracesOf(owner)).filter(
        (trace) => text.includes(trace) && !sent.includes(trace),
      )
      expect(shown, text.slice(0, 2000)).toEqual([])
    })
  })

  it('is refused, but for these', () => {
    expect([...answered].toSorted()).toEqual(exemptFrom('tenants'))
  })
})
