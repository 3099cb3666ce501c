// Twenty clients at once on the same few accounts, over two nodes. No order is prescribed, so there is
// no verdict to compare with; but what was answered must explain, to the last unit, what is there.
// SIMULATION_SEED=… repeats the choices, though not the order in which they meet.
import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Bank, startBank } from '../harness/bank.ts'
import { rounds } from '../harness/rounds.ts'
import { findBrokenRules } from './invariants.ts'
import { assets, type Body, toDecimal } from './oracle.ts'
import { type Answer, call, show } from './wire.ts'

const CLIENTS = 20
const REQUESTS = rounds(8, 25)
const ACCOUNTS = 8
const held = ['USD', 'JPY', 'ETH'] as const
/** What each account begins with of each asset: enough for some of the requests, not for all. */
const OPENING_HUNDREDTHS = 60_000

const given = process.env.SIMULATION_SEED
const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
process.stdout.write(`concurrent seed: ${seed} (SIMULATION_SEED=${seed} runs it again)\n`)

let one: Bank
let two: Bank
beforeAll(async () => {
  one = await startBank()
  two = await startBank({ address: one.address, clock: one.clock })
})
afterAll(async () => {
  await two.stop()
  await one.stop()
})

interface Step {
  readonly kind: 'deposit' | 'withdraw' | 'direct' | 'pending' | 'bulk' | 'freeze' | 'unfreeze'
  readonly from: number
  readonly to: number
  readonly asset: (typeof held)[number]
  readonly hundredths: number
  readonly isWhole: boolean
  /** How often the same request is sent at once, to which nodes. */
  readonly nodes: readonly number[]
}

const step: fc.Arbitrary<Step> = fc.record(
  {
    kind: fc.constantFrom<Step['kind'][]>(
      ...(['deposit', 'withdraw', 'direct', 'direct', 'direct', 'pending', 'pending'] as const),
      ...(['bulk', 'freeze', 'unfreeze', 'unfreeze', 'unfreeze'] as const),
    ),
    from: fc.nat(ACCOUNTS - 1),
    to: fc.nat(ACCOUNTS - 1),
    asset: fc.constantFrom(...held),
    hundredths: fc.integer({ min: 1, max: 60_000 }),
    isWhole: fc.boolean(),
    nodes: fc.array(fc.nat(1), { minLength: 1, maxLength: 3 }),
  },
  { noNullPrototype: true },
)

interface Done {
  readonly step: Step
  readonly route: string
  readonly request: Body
  readonly body: Body
}

const unitsOf = ({ asset, hundredths }: Step): bigint =>
  (BigInt(hundredths) * 10n ** BigInt(assets.get(asset)!.precision)) / 100n || 1n

function toRequest(step_: Step, accounts: readonly string[]): { route: string; request: Body } {
  const { kind, asset, isWhole } = step_
  const from = accounts[step_.from]!
  const to = accounts[step_.to === step_.from ? (step_.to + 1) % ACCOUNTS : step_.to]!
  const money = { amount: toDecimal(unitsOf(step_), asset), asset_code: asset }
  const transfer = { from_account: from, to_account: to, ...money }
  if (kind === 'freeze' || kind === 'unfreeze')
    return { route: `POST /api/v2/accounts/${from}/${kind}`, request: { reason: 'Test' } }
  if (kind === 'deposit' || kind === 'withdraw')
    return { route: `POST /api/v2/accounts/${from}/${kind}`, request: money }
  if (kind !== 'bulk')
    return {
      route: 'POST /api/v2/transfers',
      request: { ...transfer, workflow_enabled: kind === 'pending' },
    }
  // There and back again, and on: each may spend what the one before it brought.
  const back = { from_account: to, to_account: from, ...money }
  const mode = isWhole ? 'all_or_nothing' : 'each'
  return {
    route: 'POST /api/v2/transfers/bulk',
    request: { transfers: [transfer, back, transfer], mode },
  }
}

const refusals = new Set([
  'INSUFFICIENT_FUNDS',
  'INSUFFICIENT_BALANCE',
  'ACCOUNT_FROZEN',
  'SOURCE_ACCOUNT_FROZEN',
  'DESTINATION_ACCOUNT_FROZEN',
  'ACCOUNT_ALREADY_FROZEN',
  'ACCOUNT_NOT_FROZEN',
  'BULK_TRANSFER_REJECTED',
])

/** Retried while another with the same key is in progress: then there is one answer for all. */
async function send(node: Bank, route: string, request: Body, token: string, key: string) {
  return vi.waitFor(
    async () => {
      const answer = await call(node.url, route, request, { token, key })
      if (answer.body.error?.code === 'REQUEST_IN_PROGRESS') throw new Error('in progress')
      return answer
    },
    { interval: 25, timeout: 120_000 },
  )
}

it('explains every balance by what was answered', async () => {
  const { token, uuid: user_uuid } = await one.person()
  const accounts: string[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const { body } = await one.call(
      'POST /api/accounts',
      { user_uuid, name: `Account ${i}` },
      { token },
    )
    accounts.push(body.data.uuid)
  }

  const opening = { kind: 'deposit', hundredths: OPENING_HUNDREDTHS, isWhole: false } as const
  const openings = accounts.flatMap((_account, from) =>
    held.map((asset): Step => ({ ...opening, from, to: from, asset, nodes: [from % 2] })),
  )
  const plans = fc.sample(fc.array(step, { minLength: REQUESTS, maxLength: REQUESTS }), {
    seed,
    numRuns: CLIENTS,
  })
  const done: Done[] = []
  const runClient = async (steps: readonly Step[]): Promise<void> => {
    for (const each of steps) {
      const { route, request } = toRequest(each, accounts)
      const key = randomUUID()
      const answers = await Promise.all(
        each.nodes.map((node) => send(node === 0 ? one : two, route, request, token, key)),
      )
      one.clock.advance(0.001)
      const accepted = answers.filter((answer) => answer.status < 300)
      for (const { status, body } of answers)
        if (status >= 300) expect(refusals, show(body)).toContain(body.error.code)
      if (accepted.length === 0) continue
      // However often it was sent, it was executed once, and all answers are the same.
      expect(accepted.filter((answer: Answer) => !answer.isReplay)).toHaveLength(1)
      for (const { body } of accepted) expect(body).toEqual(accepted[0]!.body)
      done.push({ step: each, route, request, body: accepted[0]!.body })
    }
  }
  await runClient(openings)
  expect(done).toHaveLength(openings.length)
  await Promise.all(plans.map(runClient))

  const settled = await vi.waitFor(
    async () => {
      one.clock.advance(0.1)
      const [row] = await one.sql<{ open: number }>(
        `select count(*)::int as open from ledger.holds where status = 'open'`,
      )
      if (row!.open > 0) throw new Error(`${row!.open} transfers are pending`)
      return true
    },
    { interval: 20, timeout: 120_000 },
  )
  expect(settled).toBe(true)

  const sums = new Map<string, bigint>()
  const add = (account: string, asset: string, units: bigint): void => {
    const name = `${account} ${asset}`
    sums.set(name, (sums.get(name) ?? 0n) + units)
  }
  const entries: string[] = []
  for (const { step: each, route, request, body } of done) {
    const units = unitsOf(each)
    const { asset, kind } = each
    const pay = ({ from_account, to_account }: Body, id: string): void => {
      entries.push(id)
      add(from_account, asset, -units)
      add(to_account, asset, units)
    }
    if (kind === 'deposit' || kind === 'withdraw') {
      entries.push(`${body.data.uuid.slice(0, -2)}00`)
      add(route.split('/')[4]!, asset, kind === 'deposit' ? units : -units)
    } else if (kind === 'direct') {
      expect(body.data.status).toBe('completed')
      pay(request, body.data.uuid)
    } else if (kind === 'pending') {
      expect(body.data.status).toBe('pending')
      const { body: now } = await call(
        one.url,
        `GET /api/v2/transfers/${body.data.uuid}`,
        undefined,
        {
          token,
        },
      )
      expect(['completed', 'failed']).toContain(now.data.status)
      if (now.data.status === 'completed') pay(request, body.data.uuid)
    } else if (kind === 'bulk') {
      for (const { index, status, uuid } of body.data.results)
        if (status === 'completed') pay(request.transfers[index], uuid)
    }
  }

  // Every entry was acknowledged, and no acknowledged entry is missing.
  const written = await one.sql<{ entry_id: string }>('select distinct entry_id from ledger.moves')
  expect(written.map((row) => row.entry_id).toSorted()).toEqual(entries.toSorted())
  expect(entries.length).toBeGreaterThan(openings.length + CLIENTS)
  expect(await findBrokenRules((text) => one.sql(text))).toEqual({})
  for (const [index, account] of accounts.entries()) {
    const node = index % 2 === 0 ? one : two
    const { body } = await call(node.url, `GET /api/v2/accounts/${account}/balances`, undefined, {
      token,
    })
    for (const asset of held) {
      const shown = body.data.balances.find((b: Body) => b.asset_code === asset)
      expect(shown?.total_balance ?? toDecimal(0n, asset), `${asset} of ${account}`).toBe(
        toDecimal(sums.get(`${account} ${asset}`) ?? 0n, asset),
      )
      expect(shown?.reserved_balance ?? toDecimal(0n, asset)).toBe(toDecimal(0n, asset))
    }
  }
})
