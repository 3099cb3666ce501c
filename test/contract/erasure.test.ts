// One person does most of what the examples show, with their name in every text. An export then shows all rows that lead
// to them and no other person, and after an erasure and the legal term no table has a trace of them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ERASE_JOB } from '../../src/domains/people/personal-data/service.ts'
import { isWrite } from '../../src/operation/operation.ts'
import type { JsonSchema } from '../../src/operation/shape.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { deleteOldRows } from '../harness/retention.ts'
import { examples } from './examples.ts'
import { routedOperations } from './scenes.ts'
import { sendTo } from './send.ts'

const NAME = 'Zenobia Quillfeather'
const EMAIL = 'zenobia.quillfeather@example.com'
const TRACE = 'quillfeather'
const YEAR_SECONDS = 366 * 86_400

const { personalData } = describeForTests()

/** What ends their access or what others have made, and what is about rows that others of these make. */
const SKIPPED = [
  /^(auth|auth_session|biometric|erasure|partner|partner_\w+|reset|sms|tenant|two_factor|white_label)\./,
  /\.(remove|delete|revoke|cancel|withdraw|end|close|reject|suspend|pause|block|unblock|update|change|unfreeze)$/,
  /\.(remove_all|revoke_all|unshare|deactivate|resume|reactivate|restore|verify|regenerate|repay|unstake|stake)$/,
  /\.(refresh|complete|collect|withdraw_dividends|redeem|purchase|capture|refund|reverse|trust|borrow|fund)$/,
  /^(ai_query|poll|voting|proposal|reputation|defi_flash_loan|ledger_reconciliation)\./,
  /\.(compose_basket|decompose_basket|reverse_transaction|set_status|acknowledge|release|execute|declare)$/,
]
const isSkipped = (name: string): boolean => SKIPPED.some((skipped) => skipped.test(name))

/** Texts in which no person is named: those of accountants, and the ids of members of a group. */
const UNMARKED = /^(ledger_period|journal_entry|group_member|field_officer|collection_sheet)\./

let bank: Bank
let marked: Person
let done = 0

beforeAll(async () => {
  bank = await startBank()
  marked = await bank.person({ name: NAME, email: EMAIL })
  for (const op of routedOperations) {
    const example = examples[op.name]!
    const isOthers = example.as === 'operator' || example.endsSession
    if (!isWrite(op) || isOthers || isSkipped(op.name)) continue
    done += await example.input(bank, marked).then(
      async (valid) => {
        const send = (fields: Readonly<Record<string, unknown>>) =>
          sendTo(bank, op, op.rest[0]!, fields, { token: marked.token })
        const marking = UNMARKED.test(op.name) ? valid : mark(valid, op.input)
        const first = await send(marking as typeof valid)
        const { status } = first.status < 300 ? first : await send(valid)
        return status < 300 ? 1 : 0
      },
      // Few examples cannot follow on all the others, such as that of a card after five cards.
      () => 0,
    )
  }
}, 600_000)
afterAll(() => bank.stop())

/** Free texts become the name of the person. */
function mark(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => mark(one, schema?.items as JsonSchema))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, mark(one, schema?.properties?.[name])]),
    )
  const {
    type,
    format,
    maxLength = 999,
    enum: words,
    const: word,
  } = (schema ?? {}) as Record<string, unknown> & { maxLength?: number }
  const isFree =
    typeof value === 'string' &&
    type === 'string' &&
    words === undefined &&
    word === undefined &&
    maxLength >= NAME.length &&
    [undefined, 'plain-text', 'display-name'].includes(format as string | undefined) &&
    !/^([0-9a-f]{8}-|0x|did:)/.test(value)
  return isFree ? NAME : value
}

/** The tables with a row in which this text is, and how many rows. Jobs are deleted some days after they are done. */
async function findText(text: string): Promise<Map<string, number>> {
  const tables = await bank.sql<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'jobs')`,
  )
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows from ${name} t where t::text ilike $1`,
  )
  const rows = await bank.sql<{ name: string; rows: number }>(parts.join(' union all '), [
    `%${text}%`,
  ])
  return new Map(rows.filter((row) => row.rows > 0).map((row) => [row.name, row.rows]))
}

it('did most of it', () => {
  expect(done).toBeGreaterThan(80)
})

it('exports all rows that lead to the person, and no other person', async () => {
  const { status, body } = await bank.call('GET /api/v2/personal-data', undefined, marked)
  expect(status).toBe(200)
  const exported = body.data as Readonly<Record<string, object[]>>
  const leading = await findText(marked.uuid)
  expect(leading.size).toBeGreaterThan(70)
  const missing = [...leading].filter(([table, rows]) => {
    const { roles, impersonal } = personalData.find((one) => one.table === table)!
    const isLeftOut = impersonal !== undefined || roles.some((role) => role.notExported)
    return !isLeftOut && (exported[table]?.length ?? 0) < rows
  })
  expect(missing).toEqual([])
  const others = await bank.sql<{ uuid: string; email: string }>(
    'select uuid, email from identity.users where uuid <> $1',
    [marked.uuid],
  )
  expect(others.length).toBeGreaterThan(5)
  const text = JSON.stringify(exported)
  expect(others.filter(({ uuid, email }) => text.includes(uuid) || text.includes(email))).toEqual(
    [],
  )
  expect(text).not.toMatch(/"[a-z_]*(password|secret|token_hash|credential_hash)":/)
})

it('is refused while something stands in the way, and says all of it', async () => {
  const request = { reason: 'Asked by letter.' }
  const route = `POST /api/v2/users/${marked.uuid}/erase`
  const { status, body } = await bank.call(route, request, await bank.operator())
  expect(status).toBe(409)
  const named = body.error.details.obstacles.map((one: { what: string }) => one.what)
  expect(named).toEqual(
    expect.arrayContaining([
      'balances that are not zero',
      'payments that are not completed',
      'open disputes',
      'open escrows',
      'cards that are not cancelled',
      'loans that are not repaid',
      'payments over networks that are not completed',
    ]),
  )
})

it('leaves no trace when the term is over, and before it only in what is kept', async () => {
  const { uuid } = marked
  // Past the obstacles, which are another test.
  await bank.sql(
    `insert into personal_data.erasures (id, user_uuid, asked_by, identity, asked_at, kept_until)
     values ($1, $1, $1, $2, $3, $3::timestamptz + interval '5 years')`,
    [
      uuid,
      bank.app.bank.sealer.seal(JSON.stringify({ name: NAME, email: EMAIL })),
      bank.clock.now(),
    ],
  )
  await bank.runJob(ERASE_JOB)
  const kept = personalData.filter(({ roles }) => roles.some((role) => role.kept !== undefined))
  const left = [...(await findText(TRACE)).keys()]
  expect(left).toContain('ledger.holds')
  expect(left.filter((table) => !kept.some((one) => one.table === table))).toEqual([])
  bank.clock.advance(5 * YEAR_SECONDS)
  await bank.runJob(ERASE_JOB)
  await deleteOldRows(bank)
  expect([...(await findText(TRACE)).keys()]).toEqual([])
})
