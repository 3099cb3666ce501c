// Clients that move money on a real bank and never give up: a request that was not answered is retried with its key
// until it is. In the end the answers must explain the whole ledger.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { findBrokenRules, type Sql } from '../simulation/invariants.ts'
import { type Answer, call, newPerson } from './calls.ts'
import { waitFor } from './support.ts'

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One connection per question: the server may have gone since the last. */
export const makeSql =
  (config: pg.ClientConfig): Sql =>
  async (text, values) => {
    const client = new pg.Client(config)
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }

export interface Stage {
  readonly token: string
  readonly accounts: readonly string[]
  readonly cents: number
}

/** One customer with some accounts, each with the same money in it. */
export async function setStage(url: string, count: number, cents = 100_000): Promise<Stage> {
  const registered = await call(url, 'POST /api/auth/register', newPerson())
  const token: string = registered.body.data.access_token
  const accounts: string[] = []
  for (let i = 0; i < count; i++) {
    const account = { name: `Account ${i}`, initial_balance: cents }
    const { status, body } = await call(url, 'POST /api/v2/accounts', account, { token })
    expect(status, JSON.stringify(body)).toBe(201)
    accounts.push(body.data.uuid)
  }
  return { token, accounts, cents }
}

interface Transfer {
  readonly from_account: string
  readonly to_account: string
  readonly amount: string
  readonly asset_code: string
}

interface Sent {
  readonly key: string
  readonly route: string
  readonly body: Transfer | { readonly transfers: readonly Transfer[]; readonly mode: string }
  readonly answer: Answer
}

export interface LoadOptions {
  /** Where there is a bank just now; asked before each try. */
  readonly urls: () => readonly string[]
  readonly stage: Stage
  readonly clients: number
  readonly random: () => number
  /** How long a client pauses between its requests; not at all by default. */
  readonly pauseMs?: number
  /** What a client reads after each request: must be answered with 200, or 503 for a while. */
  readonly reads?: readonly string[]
}

export class Load {
  /** Everything that was answered, each request once. */
  readonly sent: Sent[] = []
  /** Answers that no client should ever get. */
  readonly surprises: string[] = []
  tries = 0
  private readonly options: LoadOptions
  private readonly running: Promise<unknown>
  private isOver = false

  constructor(options: LoadOptions) {
    this.options = options
    this.running = Promise.all(Array.from({ length: options.clients }, () => this.run()))
    // Reported when the end is requested, which may be much later.
    this.running.catch(() => {})
  }

  /** No new requests; resolves when each that was sent has its answer. */
  async end(): Promise<void> {
    this.isOver = true
    await this.running
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const { route, body } = this.makeRequest()
      const key = randomUUID()
      const isTwin = this.options.random() < 0.15
      const answers = await Promise.all(
        Array.from({ length: isTwin ? 2 : 1 }, (_, index) => this.persist(route, body, key, index)),
      )
      this.note({ key, route, body }, answers)
      await this.read()
      if (this.options.pauseMs !== undefined) await delay(this.options.pauseMs)
    }
  }

  private async read(): Promise<void> {
    const { urls, stage, reads = [] } = this.options
    const route = this.pick(reads)
    if (route === undefined) return
    const { token } = stage
    // The node may be gone; another read asks another one.
    const answer = await call(this.pick(urls())!, route, undefined, { token }).catch(
      () => undefined,
    )
    this.noteUnavailable(answer)
    if (answer && answer.status !== 200 && answer.status !== 503)
      this.surprises.push(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  private pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.options.random() * items.length)]
  }

  private makeRequest(): Pick<Sent, 'route' | 'body'> {
    const dice = this.options.random()
    if (dice < 0.4)
      return {
        route: 'POST /api/v2/transfers',
        body: this.makeTransfer({ workflow_enabled: false }),
      }
    if (dice < 0.8) return { route: 'POST /api/v2/transfers', body: this.makeTransfer() }
    const transfers = [this.makeTransfer(), this.makeTransfer(), this.makeTransfer()]
    const mode = dice < 0.9 ? 'each' : 'all_or_nothing'
    return { route: 'POST /api/v2/transfers/bulk', body: { transfers, mode } }
  }

  /** A third of all money comes from one account, and a third goes to another. */
  private makeTransfer(extra: object = {}): Transfer {
    const { random, stage } = this.options
    const { accounts } = stage
    const pick = (hot: number): number =>
      random() < 1 / 3 ? hot : Math.floor(random() * accounts.length)
    const from = pick(0)
    const to = pick(1)
    return {
      from_account: accounts[from]!,
      to_account: accounts[to === from ? (to + 1) % accounts.length : to]!,
      amount: `${Math.floor(random() * 400)}.${String(Math.floor(random() * 99) + 1).padStart(2, '0')}`,
      asset_code: 'USD',
      ...extra,
    }
  }

  private async persist(route: string, body: object, key: string, turn: number): Promise<Answer> {
    const { urls, stage, random } = this.options
    for (let tries = turn; ; tries++) {
      this.tries++
      const all = urls()
      const url = all[(Math.floor(random() * all.length) + tries) % all.length]!
      const answer = await call(url, route, body, { token: stage.token, key }).catch(
        () => undefined,
      )
      const isUnderWay = answer?.body?.error?.code === 'REQUEST_IN_PROGRESS'
      this.noteUnavailable(answer)
      if (answer && answer.status !== 503 && !isUnderWay) return answer
      await delay(20 + random() * 40)
    }
  }

  private noteUnavailable(answer: Answer | undefined): void {
    if (answer?.status === 503 && answer.headers['retry-after'] === undefined)
      this.surprises.push(`503 without Retry-After ${JSON.stringify(answer.body)}`)
  }

  private note(request: Pick<Sent, 'key' | 'route' | 'body'>, answers: readonly Answer[]): void {
    const isAccepted = (answer: Answer): boolean => answer.status === 201
    for (const { status, body } of answers)
      if (status !== 201 && !refusals.has(body.error?.code))
        this.surprises.push(`${status} ${JSON.stringify(body)}`)
    const accepted = answers.filter(isAccepted)
    const bodies = new Set(accepted.map((answer) => JSON.stringify(answer.body)))
    if (bodies.size > 1) this.surprises.push(`two answers to one key: ${[...bodies].join(' and ')}`)
    this.sent.push({ ...request, answer: accepted[0] ?? answers[0]! })
  }
}

const refusals = new Set(['INSUFFICIENT_FUNDS', 'BULK_TRANSFER_REJECTED'])

const toCents = (amount: string): number => Math.round(Number(amount) * 100)

/** Compares all answers with the ledger. */
export async function checkBooks(
  load: Load,
  stage: Stage,
  url: string,
  sql: Sql,
): Promise<{ accepted: number; refused: number }> {
  expect(load.surprises).toEqual([])
  await waitFor('every transfer to be completed or failed', async () => {
    const [row] = await sql<{ open: string }>(
      `select count(*) as open from ledger.holds where status = 'open'`,
    )
    return row!.open === '0'
  })
  const accepted = load.sent.filter(({ answer }) => answer.status === 201)
  const statuses = new Map(
    (
      await sql<{ id: string; status: string }>(
        `select id, case status when 'captured' then 'completed' else 'failed' end as status from ledger.holds`,
      )
    ).map((row) => [row.id, row.status]),
  )
  const balances = new Map(stage.accounts.map((account) => [account, stage.cents]))
  const entries: string[] = []
  const pay = (id: string, { from_account, to_account, amount }: Transfer): void => {
    entries.push(id)
    balances.set(from_account, balances.get(from_account)! - toCents(amount))
    balances.set(to_account, balances.get(to_account)! + toCents(amount))
  }
  for (const { body, answer } of accepted) {
    const { data } = answer.body
    if ('transfers' in body) {
      for (const { index, status, uuid } of data.results)
        if (status === 'completed') pay(uuid, body.transfers[index]!)
    } else if (data.status === 'completed') pay(data.uuid, body)
    else {
      expect(statuses.keys(), `an acknowledged transfer is lost`).toContain(data.uuid)
      if (statuses.get(data.uuid) === 'completed') pay(data.uuid, body)
    }
  }

  // Each acknowledged entry exists once, and no other entry exists.
  const written = await sql<{ entry_id: string }>(
    `select entry_id from ledger.moves where type = 'transfer'`,
  )
  expect(written.map((row) => row.entry_id).toSorted()).toEqual(entries.toSorted())
  expect(statuses.size).toBe(
    accepted.filter(({ answer }) => answer.body.data.status === 'pending').length,
  )
  expect(await findBrokenRules(sql)).toEqual({})
  for (const [account, cents] of balances) {
    const { body } = await call(url, `GET /api/v2/accounts/${account}/balances`, undefined, stage)
    expect(body.data.balances).toMatchObject([{ balance: cents, reserved_balance: '0.00' }])
  }
  await checkReplays(accepted, stage, url)
  return { accepted: accepted.length, refused: load.sent.length - accepted.length }
}

/** A retry gets the same answer, and has no effect. */
async function checkReplays(accepted: readonly Sent[], stage: Stage, url: string): Promise<void> {
  const step = Math.ceil(accepted.length / 60)
  for (const { key, route, body, answer } of accepted.filter((_, index) => index % step === 0)) {
    const again = await call(url, route, body, { token: stage.token, key })
    expect(again.headers['x-idempotency-replayed']).toBe('true')
    expect([again.status, again.body]).toEqual([answer.status, answer.body])
  }
}
