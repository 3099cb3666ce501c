// Runs commands against the real bank and against the oracle, and compares: each answer at once, all
// accounts, histories and tables when asked.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Bank } from '../harness/bank.ts'
import type { AccountPick, AmountPick, As, Command, Leg, Money } from './commands.ts'
import { findBrokenRules } from './invariants.ts'
import {
  type Account,
  amountMax,
  assets,
  type Body,
  type Caller,
  Oracle,
  type Request,
  type SystemAccount,
  toDecimal,
  type TransferBody,
  type Verdict,
} from './oracle.ts'
import { type Answer, asWire, call, show } from './wire.ts'

/** GET /api/v2/accounts/{id}/transactions: switch on when the bank has it. */
const hasHistoryRoute: boolean = true

export interface Stage {
  /** One or more nodes on one database. */
  readonly nodes: readonly [Bank, ...Bank[]]
  readonly people: readonly [Caller, Caller]
  readonly operator: Caller
  /** An account that exists, but not for callers of the live environment. */
  readonly sandboxAccount: string
  readonly feeBasisPoints: number
}

interface Sent {
  readonly request: Request
  readonly route: string
}

const SYSTEM_ACCOUNT = '00000000-0000-4000-8000-000000000001'

export class Simulation {
  private readonly stage: Stage
  private readonly oracle: Oracle
  private readonly ids: string[] = []
  private readonly keyed: Sent[] = []
  private readonly earlierAccounts: ReadonlySet<string>
  private keys = 0

  private constructor(stage: Stage, oracle: Oracle, earlierAccounts: ReadonlySet<string>) {
    this.stage = stage
    this.oracle = oracle
    this.earlierAccounts = earlierAccounts
  }

  /** Five accounts, each with some dollars; what follows is up to the commands. */
  static async begin(stage: Stage): Promise<Simulation> {
    const { people, operator, nodes } = stage
    const systems = await nodes[0].sql<{ code: SystemAccount; asset: string; units: string }>(
      `select a.code, b.asset, b.units from ledger.accounts a
       join ledger.balances b on b.account_id = a.id where a.code is not null and environment = 'live'`,
    )
    const earlier = await nodes[0].sql<{ id: string }>('select id from ledger.accounts')
    const oracle = new Oracle({
      knownUsers: [...people, operator].map((person) => person.uuid),
      feeBasisPoints: stage.feeBasisPoints,
      systems: systems.map((row) => ({ ...row, units: BigInt(row.units) })),
    })
    const simulation = new Simulation(stage, oracle, new Set(earlier.map((row) => row.id)))
    for (let i = 0; i < 5; i++) {
      const user_uuid = i === 4 ? randomUUID() : people[i % 2]!.uuid
      const body = { user_uuid, name: `Account ${i}`, initial_balance: 10_000 * (i + 1) }
      await simulation.send({ op: 'open', caller: people[i % 2]!, body }, i, false)
    }
    return simulation
  }

  async perform(command: Command): Promise<void> {
    for (const { clock } of this.stage.nodes) clock.advance(0.001)
    switch (command.kind) {
      case 'again':
        return this.sendAgain(command.which, command.isChanged, command.node)
      case 'withheld':
        return this.withhold(command.leg, command.freeze, command.node)
      case 'race':
        return this.race(command.leg, command.freeze, command.node)
      default:
        await this.send(this.toRequest(command), command.node, command.isV2)
    }
  }

  // Commands become requests

  private toRequest(
    command: Exclude<Command, { readonly kind: 'again' | 'withheld' | 'race' }>,
  ): Request {
    const key = command.isKeyed ? `key ${++this.keys} ${randomUUID()}` : undefined
    switch (command.kind) {
      case 'open': {
        const caller = this.callerFor(undefined, command.as)
        const user_uuid = {
          own: caller.uuid,
          customer: randomUUID(),
          foreign: this.stage.people.find((person) => person !== caller)!.uuid,
          nobody: 'nobody',
        }[command.whose]
        const body = { user_uuid, name: command.name, initial_balance: command.initial }
        return { op: 'open', caller, key, body: omitUndefined(body) }
      }
      case 'deposit':
      case 'withdraw': {
        const account = this.pick(command.to)
        const body = this.toMoney(command.money, account)
        return {
          op: command.kind,
          caller: this.callerFor(account, command.as),
          key,
          account,
          body: { ...body, reference: `Cash ${this.keys}` },
        }
      }
      case 'transfer': {
        const body = this.toTransfer(command.leg)
        const { mode } = command
        return {
          op: 'transfer',
          caller: this.callerFor(body.from_account, command.as),
          // A dry run does nothing, so there is nothing to do at most once.
          key: mode === 'simulate' ? undefined : key,
          body: {
            ...body,
            ...(mode === 'direct' && { workflow_enabled: false }),
            ...(mode === 'simulate' && { simulate: true }),
          },
        }
      }
      case 'bulk': {
        const transfers = command.legs.map((leg) => this.toTransfer(leg))
        return {
          op: 'bulk',
          caller: this.callerFor(transfers[0]!.from_account, command.as),
          key: command.simulate ? undefined : key,
          body: {
            transfers,
            ...(command.mode !== undefined && { mode: command.mode }),
            ...(command.simulate && { simulate: true }),
          },
        }
      }
      case 'freeze':
      case 'unfreeze': {
        const account =
          command.kind === 'unfreeze'
            ? this.pickFrozen(command.account)
            : this.pick(command.account)
        const caller = this.callerFor(account, command.as)
        const body = omitUndefined({ reason: command.reason })
        return { op: command.kind, caller, key, account, body }
      }
      case 'delete': {
        const account = this.pick(command.account)
        return { op: 'delete', caller: this.callerFor(account, command.as), key, account }
      }
    }
  }

  private pick(pick: AccountPick): string {
    if (pick === 'unknown') return '018f0000-0000-7000-8000-00000000abcd'
    if (pick === 'system') return SYSTEM_ACCOUNT
    if (pick === 'sandbox') return this.stage.sandboxAccount
    if (pick === 'text') return 'acct_123'
    const id = this.ids[pick % this.ids.length]!
    // However an identifier is spelled, it means the same account.
    return pick % 17 === 0 ? id.toUpperCase() : id
  }

  private pickOther(from: string, to: Leg['to']): string {
    if (to === 'same') return from
    const others = this.ids.filter((id) => id !== from.toLowerCase())
    return typeof to === 'number' ? others[to % others.length]! : this.pick(to)
  }

  /** Otherwise most accounts would be frozen most of the time. */
  private pickFrozen(pick: AccountPick): string {
    const frozen = this.ids.filter((id) => this.oracle.accounts.get(id)!.status === 'frozen')
    return typeof pick === 'number' && pick % 4 > 0 && frozen.length > 0
      ? frozen[pick % frozen.length]!
      : this.pick(pick)
  }

  private callerFor(id: string | undefined, as: As): Caller {
    const { people, operator } = this.stage
    if (as === 'operator') return operator
    const account = id === undefined ? undefined : this.oracle.accounts.get(id.toLowerCase())
    const entitled = people.find((person) => account && this.oracle.mayUse(account, person))
    if (as === 'entitled') return entitled ?? (account ? operator : people[0])
    return people.find((person) => person !== entitled)!
  }

  private toTransfer({ from, to, money }: Leg): TransferBody {
    const from_account = this.pick(from)
    return {
      from_account,
      to_account: this.pickOther(from_account, to),
      ...this.toMoney(money, from_account),
      reference: `Transfer ${this.keys}`,
    }
  }

  private toMoney({ asset: wanted, amount, asNumber }: Money, account: string) {
    const held = this.oracle.assetsOf(account.toLowerCase())
    const asset = typeof wanted === 'string' ? wanted : (held[wanted % held.length] ?? 'USD')
    if (amount.of === 'bad') return omitUndefined({ amount: amount.wire, asset_code: asset })
    const available = this.oracle.available(account.toLowerCase(), asset)
    const units = toUnits(amount, available, assets.get(asset)?.precision ?? 2)
    const text = assets.has(asset) ? toDecimal(units, asset) : String(units)
    // Only what JavaScript itself would write without an exponent and without loss.
    const isExact = asNumber && text.replaceAll(/\D/g, '').length <= 15 && !/e/.test(`${+text}`)
    return { amount: isExact ? Number(text) : text, asset_code: asset }
  }

  // Requests are sent, and the answers compared

  private async send(request: Request, node: number, isV2: boolean): Promise<void> {
    const route = routeOf(request, isV2)
    if (request.key !== undefined) this.keyed.push({ request, route })
    await this.sendTo(route, request, node)
  }

  private async sendAgain(which: number, isChanged: boolean, node: number): Promise<void> {
    if (this.keyed.length === 0) return
    const { request, route } = this.keyed[this.keyed.length - 1 - (which % this.keyed.length)]!
    const wanted = isChanged ? change(request) : request
    if (wanted) await this.sendTo(route, wanted, node)
  }

  private async sendTo(route: string, request: Request, node: number): Promise<void> {
    const verdict = this.oracle.judge(request)
    const answer = await this.call(node, route, request.body, request.caller, request.key)
    this.compare(request, verdict, answer)
    const isPending = request.op === 'transfer' && answer.body.data?.status === 'pending'
    if (isPending && verdict.replay === undefined) await this.settle(answer.body.data.uuid)
  }

  private compare(request: Request, verdict: Verdict, answer: Answer): void {
    const { status, body, isReplay } = answer
    const about = describe(request, verdict, answer)
    expect({ status, code: body.error?.code }, about).toEqual({
      status: verdict.status,
      code: verdict.code,
    })
    if (verdict.replay !== undefined) expect(body, about).toEqual(verdict.replay)
    expect(isReplay, about).toBe(verdict.replay !== undefined)
    for (const field of verdict.fields ?? [])
      expect(
        Object.keys(body.errors ?? {}).some(
          (name) => name === field || name.startsWith(`${field}.`),
        ),
        `${about}\n${field} is to blame`,
      ).toBe(true)
    if (verdict.details) expect(body.error.details, about).toMatchObject(verdict.details)
    if (verdict.data) expect(body.data, about).toMatchObject(asWire(verdict.data) as object)
    verdict.accept?.(body)
    if (request.op === 'open' && status === 201 && verdict.replay === undefined)
      this.ids.push(body.data.uuid)
  }

  /** Waits until the transfer is no longer pending; it must have ended as it had to. */
  private async settle(id: string): Promise<void> {
    const wanted = this.oracle.settle(id)
    const { status, failure_reason } = await this.outcomeOf(id)
    expect(status, `transfer ${id}: ${failure_reason}`).toBe(wanted)
  }

  private outcomeOf(id: string): Promise<Body> {
    const { nodes, operator } = this.stage
    return vi.waitFor(
      async () => {
        const { body } = await this.call(0, `GET /api/v2/transfers/${id}`, undefined, operator)
        if (body.data.status !== 'pending') return body.data
        for (const { clock } of nodes) clock.advance(0.05)
        throw new Error(`transfer ${id} is still pending`)
      },
      { interval: 4, timeout: 120_000 },
    )
  }

  private call(
    node: number,
    route: string,
    body?: unknown,
    caller = this.stage.operator,
    key?: string,
  ): Promise<Answer> {
    const { nodes } = this.stage
    return call(nodes[node % nodes.length]!.url, route, body, { token: caller.token, key })
  }

  /**
   * While the test keeps others from writing moves, a pending transfer stays pending: its money is
   * visibly reserved. If the source is frozen meanwhile, the transfer must fail and the
   * money be free again.
   */
  private async withhold(leg: Leg, freeze: boolean, node: number): Promise<void> {
    const request = this.toPending(leg)
    const { from_account: from } = request.body
    const verdict = this.oracle.judge(request)
    if (verdict.status !== 201) return this.send(request, node, true)
    const other = new pg.Client(this.stage.nodes[0].address)
    await other.connect()
    try {
      await other.query('begin')
      await other.query('lock table ledger.moves in share mode')
      const answer = await this.call(node, 'POST /api/v2/transfers', request.body, request.caller)
      this.compare(request, verdict, answer)
      const source = this.oracle.accounts.get(from)!
      await this.checkBalances(source)
      if (!freeze) {
        await other.query('rollback')
        return await this.settle(answer.body.data.uuid)
      }
      const frozen = this.freezeUnlessBlocked(from, node + 1, other)
      const wasFrozen = await frozen.answeredOrBlocked
      await other.query('rollback')
      await frozen.answered
      await this.settleFrozen(answer.body.data.uuid, source, wasFrozen)
    } finally {
      await other.end()
    }
  }

  /** The completion may hold the very rows that the freeze needs; then it comes first. */
  private freezeUnlessBlocked(account: string, node: number, other: pg.Client) {
    let isAnswered = false
    const route = `POST /api/v2/accounts/${account}/freeze`
    const send = async (): Promise<void> => {
      const { status, body } = await this.call(node, route, { reason: 'Stop' })
      expect(status, show(body)).toBe(200)
      isAnswered = true
    }
    const answered = send()
    const answeredOrBlocked = vi.waitFor(
      async () => {
        if (isAnswered) return true
        const { rows } = await other.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        if (rows.length < 2) throw new Error('the freeze is in progress')
        return isAnswered
      },
      { interval: 4, timeout: 120_000 },
    )
    return { answered, answeredOrBlocked }
  }

  /** By the operator, as everything that the stage itself does. */
  private noteFrozen(account: Account): void {
    account.status = 'frozen'
    account.frozenBy = this.stage.operator
  }

  private async settleFrozen(transfer: string, account: Account, wasFrozen: boolean) {
    const { status } = await this.outcomeOf(transfer)
    if (wasFrozen) expect(status).toBe('failed')
    if (status === 'failed') this.noteFrozen(account)
    expect(this.oracle.settle(transfer)).toBe(status)
    this.noteFrozen(account)
  }

  /** Either order of the two is right; but what was answered must be what happened. */
  private async race(leg: Leg, freeze: 'from' | 'to', node: number): Promise<void> {
    const request = this.toPending(leg)
    if (this.oracle.judge(request).status !== 201) return this.send(request, node, true)
    const account = freeze === 'from' ? request.body.from_account : request.body.to_account
    const [moved, frozen] = await Promise.all([
      this.call(node, 'POST /api/v2/transfers', request.body, request.caller),
      this.call(node + 1, `POST /api/v2/accounts/${account}/freeze`, { reason: 'Stop' }),
    ])
    expect(frozen.status, show(frozen.body)).toBe(200)
    const known = this.oracle.accounts.get(account)!
    if (moved.status !== 201) {
      this.noteFrozen(known)
      return this.compare(request, this.oracle.judge(request), moved)
    }
    this.compare(request, this.oracle.judge(request), moved)
    await this.settleFrozen(moved.body.data.uuid, known, false)
  }

  private toPending(leg: Leg): Extract<Request, { readonly op: 'transfer' }> {
    const transfer = this.toTransfer(leg)
    const from_account = transfer.from_account.toLowerCase()
    const to_account = transfer.to_account.toLowerCase()
    const caller = this.callerFor(from_account, 'entitled')
    return { op: 'transfer', caller, body: { ...transfer, from_account, to_account } }
  }

  // Everything is compared

  async check(): Promise<void> {
    const accounts = [...this.oracle.accounts.values()]
    for (const account of accounts) {
      await this.checkAccount(account)
      if (account.status === 'closed') continue
      await this.checkBalances(account)
      await this.checkTransfers(account)
      if (hasHistoryRoute) await this.checkHistory(account)
    }
    await this.checkLists(accounts)
    await this.checkMoves()
    expect(await findBrokenRules((text) => this.stage.nodes[0].sql(text))).toEqual({})
  }

  private async checkAccount(account: Account): Promise<void> {
    const { people, operator } = this.stage
    for (const caller of [...people, operator]) {
      const { status, body } = await this.call(
        0,
        `GET /api/accounts/${account.id}`,
        undefined,
        caller,
      )
      const isThere = account.status !== 'closed'
      const isAllowed = this.oracle.mayUse(account, caller)
      expect(status, show(body)).toBe(isThere ? (isAllowed ? 200 : 403) : 404)
      if (status !== 200) continue
      expect(body.data).toMatchObject({
        uuid: account.id,
        user_uuid: account.owner,
        name: account.name,
        status: account.status,
        frozen: account.status === 'frozen',
        balance: asWire(this.oracle.total(account.id, 'USD')),
      })
    }
  }

  private async checkBalances({ id }: Account): Promise<void> {
    const [v1, v2] = await Promise.all([
      this.call(0, `GET /api/accounts/${id}/balances`),
      this.call(1, `GET /api/v2/accounts/${id}/balances`),
    ])
    const held = this.oracle.assetsOf(id)
    const { total, available, reserved } = this.oracle
    expect(
      v1.body.data.balances.map((b: Body) => [b.asset_code, b.balance, b.formatted]),
      `balances of ${id}`,
    ).toEqual(
      held.map((asset) => [
        asset,
        asWire(total(id, asset)),
        `${toDecimal(total(id, asset), asset)} ${asset}`,
      ]),
    )
    expect(
      v2.body.data.balances.map((b: Body) => [
        b.asset_code,
        b.available_balance,
        b.reserved_balance,
        b.total_balance,
      ]),
      `balances of ${id}`,
    ).toEqual(
      held.map((asset) => [
        asset,
        toDecimal(available(id, asset), asset),
        toDecimal(reserved(id, asset), asset),
        toDecimal(total(id, asset), asset),
      ]),
    )
  }

  private async checkTransfers({ id }: Account): Promise<void> {
    const wanted = [...this.oracle.transfers.values()].filter(
      ({ from, to }) => from === id || to === id,
    )
    const listed: Body[] = []
    for (let page = 1; ; page++) {
      const { body } = await this.call(
        page,
        `GET /api/v2/accounts/${id}/transfers?per_page=100&page=${page}`,
      )
      expect(body.meta.total, `transfers of ${id}`).toBe(wanted.length)
      listed.push(...body.data)
      if (page >= body.meta.last_page) break
    }
    const times = listed.map((transfer) => transfer.created_at)
    expect(times, 'newest first').toEqual(times.toSorted().toReversed())
    const toRow = (transfer: Body) => [
      transfer.uuid,
      transfer.from_account,
      transfer.to_account,
      transfer.asset_code,
      transfer.amount,
      transfer.fees.transfer_fee,
      transfer.status,
      transfer.reference,
      transfer.workflow_id !== null,
      transfer.direction,
    ]
    expect(listed.map(toRow).toSorted(byFirst)).toEqual(
      wanted
        .map(({ asset, units, fee, ...transfer }) => [
          transfer.id,
          transfer.from,
          transfer.to,
          asset,
          toDecimal(units, asset),
          toDecimal(fee, asset),
          transfer.status,
          transfer.reference,
          transfer.isWorkflow,
          transfer.from === id ? 'outgoing' : 'incoming',
        ])
        .toSorted(byFirst),
    )
  }

  private async checkHistory({ id }: Account): Promise<void> {
    const listed: Body[] = []
    for (let page = 1; ; page++) {
      const { body } = await this.call(
        page,
        `GET /api/v2/accounts/${id}/transactions?per_page=100&page=${page}&sort=-created_at`,
      )
      listed.push(...body.data)
      if (page >= body.meta.last_page) break
    }
    const toLine = ({ type, asset, change: moved, after }: ReturnType<Oracle['linesOf']>[number]) =>
      [type, asset, toDecimal(moved < 0n ? -moved : moved, asset), toDecimal(after, asset)].join(
        ' ',
      )
    expect(
      listed
        .filter((one) => one.status === 'completed')
        .map((one) => [one.type, one.asset_code, one.amount, one.balance_after].join(' '))
        .toSorted(),
    ).toEqual(this.oracle.linesOf(id).map(toLine).toSorted())
  }

  /** Each caller's list has exactly the open accounts that are theirs. */
  private async checkLists(accounts: readonly Account[]): Promise<void> {
    for (const caller of this.stage.people) {
      const { body } = await this.call(1, 'GET /api/accounts', undefined, caller)
      const listed = body.data
        .map((account: Body) => account.uuid)
        .filter((id: string) => !this.earlierAccounts.has(id))
      const own = accounts.filter(
        (account) => account.status !== 'closed' && this.oracle.mayUse(account, caller),
      )
      expect(listed.toSorted()).toEqual(own.map((account) => account.id).toSorted())
    }
  }

  /** The ledger has the same moves, in the same order. */
  private async checkMoves(): Promise<void> {
    const rows = await this.stage.nodes[0].sql<Record<string, string>>(
      `select account, type, asset, change, after from (
         select from_account as account, type, asset, from_seq as seq, -units as change, from_after as after
         from ledger.moves
         union all select to_account, type, asset, to_seq, units, to_after from ledger.moves) side
       where account = any($1) order by account, asset, seq`,
      [this.ids],
    )
    const recorded = new Map<string, string[]>()
    for (const { account, type, asset, change: moved, after } of rows) {
      const lines = recorded.get(`${account} ${asset}`) ?? []
      lines.push(`${type} ${moved} ${after}`)
      recorded.set(`${account} ${asset}`, lines)
    }
    const expected = new Map<string, string[]>()
    for (const account of this.ids)
      for (const { type, asset, change: moved, after } of this.oracle.linesOf(account)) {
        const lines = expected.get(`${account} ${asset}`) ?? []
        lines.push(`${type} ${moved} ${after}`)
        expected.set(`${account} ${asset}`, lines)
      }
    expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(expected))
  }
}

function toUnits(
  amount: Exclude<AmountPick, { readonly of: 'bad' }>,
  available: bigint,
  precision: number,
): bigint {
  switch (amount.of) {
    case 'units':
      return amount.units
    case 'largest':
      return amountMax(precision) + BigInt(amount.more)
    case 'coins': {
      const rest = precision > 2 ? BigInt(amount.rest) : 0n
      return (BigInt(amount.hundredths) * 10n ** BigInt(precision)) / 100n + rest || 1n
    }
    case 'all':
      return available
    case 'all and one more':
      return available + 1n
    case 'available':
      return (available * BigInt(amount.permille)) / 1_000n || 1n
  }
}

const byFirst = (a: readonly unknown[], b: readonly unknown[]): number =>
  String(a[0]) < String(b[0]) ? -1 : 1

const omitUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T

/** The same request with another amount, reason or name; undefined when nothing can be changed. */
function change(request: Request): Request | undefined {
  switch (request.op) {
    case 'open':
      return { ...request, body: { ...request.body, name: 'Another name' } }
    case 'deposit':
    case 'withdraw':
      return { ...request, body: { ...request.body, amount: '1' } }
    case 'transfer':
      return { ...request, body: { ...request.body, amount: '1' } }
    case 'bulk': {
      const transfers = request.body.transfers.map((item) => ({ ...item, amount: '1' }))
      return { ...request, body: { ...request.body, transfers } }
    }
    case 'freeze':
    case 'unfreeze':
      return { ...request, body: { reason: 'Another reason' } }
    case 'delete':
      return undefined
  }
}

function routeOf(request: Request, isV2: boolean): string {
  const api = isV2 ? '/api/v2' : '/api'
  switch (request.op) {
    case 'open':
      return `POST ${api}/accounts`
    case 'transfer':
      return `POST ${api}/transfers`
    case 'bulk':
      return 'POST /api/v2/transfers/bulk'
    case 'delete':
      return `DELETE ${api}/accounts/${request.account}`
    case 'deposit':
    case 'withdraw':
    case 'freeze':
    case 'unfreeze':
      return `POST ${api}/accounts/${request.account}/${request.op}`
  }
}

function describe(request: Request, verdict: Verdict, answer: Answer): string {
  const { caller, ...rest } = request
  const wanted = { status: verdict.status, code: verdict.code, fields: verdict.fields }
  return `${caller.name} asks ${show(rest)}\nexpected ${show(wanted)}\nanswered ${answer.status} ${show(answer.body)}`
}
