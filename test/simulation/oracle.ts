// A second bank, as small as the specification allows: plain maps and whole numbers, no batches, no
// database, none of the bank's own code. It says what the real one must answer to each request, and
// what each user must own afterwards.

export interface Caller {
  readonly name: string
  readonly uuid: string
  readonly token: string
  readonly isOperator: boolean
}

export interface TransferBody {
  readonly from_account: string
  readonly to_account: string
  readonly amount?: unknown
  readonly asset_code?: unknown
  readonly reference?: string
}

interface Common {
  readonly caller: Caller
  readonly key?: string | undefined
}

export type Request = Common &
  (
    | {
        readonly op: 'open'
        readonly body: {
          readonly user_uuid?: unknown
          readonly name?: unknown
          readonly initial_balance?: unknown
        }
      }
    | {
        readonly op: 'deposit' | 'withdraw'
        readonly account: string
        readonly body: {
          readonly amount?: unknown
          readonly asset_code?: unknown
          readonly reference?: string
        }
      }
    | {
        readonly op: 'transfer'
        readonly body: TransferBody & {
          readonly workflow_enabled?: boolean
          readonly simulate?: boolean
        }
      }
    | {
        readonly op: 'bulk'
        readonly body: {
          readonly transfers: readonly TransferBody[]
          readonly mode?: 'all_or_nothing' | 'each'
          readonly simulate?: boolean
        }
      }
    | {
        readonly op: 'freeze' | 'unfreeze'
        readonly account: string
        readonly body: { readonly reason?: unknown }
      }
    | { readonly op: 'delete'; readonly account: string; readonly body?: undefined }
  )

type Of<Op extends Request['op']> = Extract<Request, { readonly op: Op }>

export interface Verdict {
  readonly status: number
  readonly code?: string
  /** Fields that the answer must name in `errors`. */
  readonly fields?: readonly string[]
  /** What `error.details` must say, among other things. */
  readonly details?: object
  /** What `data` must say, among other things. */
  readonly data?: object
  /** The very answer that was given to this key before. */
  readonly replay?: unknown
  /** What is true once the bank has answered so. */
  readonly accept?: (body: Body) => void
}

// oxlint-disable-next-line typescript/no-explicit-any -- bodies are asserted on, field by field
export type Body = any

export interface Account {
  readonly id: string
  readonly owner: string
  readonly manager: string | null
  readonly name: string
  status: 'active' | 'frozen' | 'closed'
  /** While it is frozen. */
  frozenBy?: Caller
}

export interface Line {
  readonly type: 'deposit' | 'withdrawal' | 'transfer'
  readonly asset: string
  readonly change: bigint
  readonly after: bigint
}

export interface Transfer {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly units: bigint
  readonly fee: bigint
  readonly reference: string | null
  readonly isWorkflow: boolean
  status: 'pending' | 'completed' | 'failed'
}

export const assets: ReadonlyMap<
  string,
  { readonly precision: number; readonly isActive: boolean }
> = new Map([
  ['USD', { precision: 2, isActive: true }],
  ['EUR', { precision: 2, isActive: true }],
  ['JPY', { precision: 0, isActive: true }],
  ['BTC', { precision: 8, isActive: true }],
  ['ETH', { precision: 18, isActive: true }],
  ['GCU', { precision: 4, isActive: true }],
  ['FCRYPTO', { precision: 8, isActive: false }],
])

/** What a customer's balance holds. The bank's own accounts hold more than there ever is. */
const UNITS_MAX = 10n ** 38n - 1n

/** One amount: a thousand million millions, or fewer where that would be more than 10^30 units. */
export const amountMax = (precision: number): bigint => 10n ** BigInt(Math.min(15 + precision, 30))

export type SystemAccount = 'external:deposits' | 'external:withdrawals' | 'fees'

const system = (code: SystemAccount): string => `system ${code}`
const isSystem = (account: string): boolean => account.startsWith('system ')
const bookOf = (account: string, asset: string): string => `${account} ${asset}`

/** Thrown by a rule; becomes the answer. */
class Refusal {
  readonly status: number
  readonly code: string
  readonly fields: readonly string[]
  constructor(status: number, code: string, fields: readonly string[] = []) {
    this.status = status
    this.code = code
    this.fields = fields
  }
}

const invalid = (...fields: string[]): Refusal => new Refusal(422, 'VALIDATION_ERROR', fields)

/** What one request would change: kept apart until the bank has said that it did. */
class Draft {
  readonly units: Map<string, bigint>
  readonly lines: { readonly account: string; readonly line: Line }[] = []
  private readonly held: ReadonlyMap<string, bigint>

  constructor(units: ReadonlyMap<string, bigint>, held: ReadonlyMap<string, bigint>) {
    this.units = new Map(units)
    this.held = held
  }

  of(account: string, asset: string): bigint {
    return this.units.get(bookOf(account, asset)) ?? 0n
  }

  available(account: string, asset: string): bigint {
    return this.of(account, asset) - (this.held.get(bookOf(account, asset)) ?? 0n)
  }

  move(type: Line['type'], from: string, to: string, asset: string, units: bigint): void {
    if (!isSystem(from) && this.available(from, asset) < units)
      throw new Refusal(422, type === 'withdrawal' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_FUNDS')
    if (!isSystem(to) && this.of(to, asset) + units > UNITS_MAX)
      throw new Refusal(422, 'BALANCE_TOO_LARGE')
    this.change(type, from, asset, -units)
    this.change(type, to, asset, units)
  }

  private change(type: Line['type'], account: string, asset: string, change: bigint): void {
    const after = this.of(account, asset) + change
    this.units.set(bookOf(account, asset), after)
    this.lines.push({ account, line: { type, asset, change, after } })
  }
}

interface Wanted {
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly units: bigint
  readonly fee: bigint
}

export class Oracle {
  readonly accounts = new Map<string, Account>()
  readonly transfers = new Map<string, Transfer>()
  private units = new Map<string, bigint>()
  private readonly held = new Map<string, bigint>()
  private readonly lines = new Map<string, Line[]>()
  private readonly replies = new Map<string, { request: string; status: number; body: Body }>()
  private readonly knownUsers: ReadonlySet<string>
  private readonly feeBasisPoints: bigint

  constructor(options: {
    readonly knownUsers: Iterable<string>
    readonly feeBasisPoints: number
    /** What went in and out through the bank's own accounts before. */
    readonly systems: Iterable<{ code: SystemAccount; asset: string; units: bigint }>
  }) {
    this.knownUsers = new Set(options.knownUsers)
    this.feeBasisPoints = BigInt(options.feeBasisPoints)
    for (const { code, asset, units } of options.systems)
      this.units.set(bookOf(system(code), asset), units)
  }

  total = (account: string, asset: string): bigint => this.units.get(bookOf(account, asset)) ?? 0n
  reserved = (account: string, asset: string): bigint => this.held.get(bookOf(account, asset)) ?? 0n
  available = (account: string, asset: string): bigint =>
    this.total(account, asset) - this.reserved(account, asset)
  linesOf = (account: string): readonly Line[] => this.lines.get(account) ?? []

  /** An asset is shown once the account has had or reserved any of it. */
  assetsOf(account: string): string[] {
    const moved = this.linesOf(account).map((line) => line.asset)
    const reserved = [...assets.keys()].filter((asset) => this.reserved(account, asset) > 0n)
    return [...new Set([...moved, ...reserved])].toSorted()
  }

  mayUse = (account: Account, caller: Caller): boolean =>
    caller.isOperator || account.owner === caller.uuid || account.manager === caller.uuid

  judge(request: Request): Verdict {
    try {
      const decide = this.read(request)
      const earlier = this.findReply(request)
      if (earlier) return earlier
      const verdict = decide()
      return { ...verdict, accept: (body) => this.accept(request, verdict, body) }
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  private accept(request: Request, verdict: Verdict, body: Body): void {
    verdict.accept?.(body)
    const isDryRun =
      request.body !== undefined && 'simulate' in request.body && request.body.simulate
    if (request.key === undefined || isDryRun) return
    this.replies.set(slotOf(request), {
      request: JSON.stringify(withoutCaller(request)),
      status: verdict.status,
      body,
    })
  }

  private findReply(request: Request): Verdict | undefined {
    const earlier = request.key === undefined ? undefined : this.replies.get(slotOf(request))
    if (!earlier) return undefined
    return earlier.request === JSON.stringify(withoutCaller(request))
      ? { status: earlier.status, replay: earlier.body }
      : new Refusal(409, 'IDEMPOTENCY_CONFLICT')
  }

  /** Refuses what is malformed; what is left to decide depends on the state of the bank. */
  private read(request: Request): () => Verdict {
    switch (request.op) {
      case 'open':
        return this.readOpen(request)
      case 'deposit':
      case 'withdraw':
        return this.readCash(request)
      case 'transfer':
        return this.readTransfer(request)
      case 'bulk':
        return this.readBulk(request)
      case 'freeze':
      case 'unfreeze':
        if (!isText(request.body.reason)) throw invalid('reason')
        return () => this.decideStatus(request)
      case 'delete':
        return () => this.decideDelete(request)
    }
  }

  private readOpen({ caller, body }: Of<'open'>): () => Verdict {
    const { user_uuid, name, initial_balance } = body
    const fields = [
      ...(isUuid(user_uuid) ? [] : ['user_uuid']),
      ...(isText(name) ? [] : ['name']),
      ...(isAbsent(initial_balance) || isCount(initial_balance) ? [] : ['initial_balance']),
    ]
    if (fields.length > 0) throw invalid(...fields)
    return () => {
      const owner = user_uuid as string
      const isKnown = this.knownUsers.has(owner)
      if (isKnown && owner !== caller.uuid && !caller.isOperator)
        throw new Refusal(403, 'FORBIDDEN')
      const units = BigInt((initial_balance as number | null | undefined) ?? 0)
      const draft = this.draft()
      const opened = 'the new account'
      if (units > 0n) draft.move('deposit', system('external:deposits'), opened, 'USD', units)
      return {
        status: 201,
        data: { user_uuid: owner, name, balance: units, frozen: false, status: 'active' },
        accept: ({ data }) => {
          const manager = isKnown ? null : caller.uuid
          this.accounts.set(data.uuid, {
            id: data.uuid,
            owner,
            manager,
            name: name as string,
            status: 'active',
          })
          const after = this.draft()
          if (units > 0n)
            after.move('deposit', system('external:deposits'), data.uuid, 'USD', units)
          this.commit(after)
        },
      }
    }
  }

  private readCash(request: Of<'deposit' | 'withdraw'>): () => Verdict {
    const { caller, body } = request
    const { units, asset } = readAmount(body)
    return () => {
      const account = this.getAccount(request.account, caller)
      if (account.status === 'frozen') throw new Refusal(422, 'ACCOUNT_FROZEN')
      const draft = this.draft()
      const isIn = request.op === 'deposit'
      if (isIn) draft.move('deposit', system('external:deposits'), account.id, asset, units)
      else draft.move('withdrawal', account.id, system('external:withdrawals'), asset, units)
      const after = draft.of(account.id, asset)
      return {
        status: 200,
        data: {
          account_uuid: account.id,
          type: isIn ? 'deposit' : 'withdrawal',
          amount: toDecimal(units, asset),
          asset_code: asset,
          status: 'completed',
          reference: body.reference ?? null,
          balance_after: toDecimal(after, asset),
          new_balance: after,
          [isIn ? 'amount_deposited' : 'amount_withdrawn']: units,
        },
        accept: () => this.commit(draft),
      }
    }
  }

  private readTransfer({ caller, body }: Of<'transfer'>): () => Verdict {
    const malformed = shapeProblems(body)
    if (malformed.length > 0) throw invalid(...malformed)
    const wanted = this.readWanted(body)
    const isDryRun = body.simulate ?? false
    const isDirect = isDryRun || body.workflow_enabled === false
    const shown = {
      from_account: wanted.from,
      to_account: wanted.to,
      amount: toDecimal(wanted.units, wanted.asset),
      asset_code: wanted.asset,
      reference: body.reference ?? null,
      fees: { transfer_fee: toDecimal(wanted.fee, wanted.asset), currency: wanted.asset },
    }
    const remember = (id: string, status: Transfer['status']) =>
      this.transfers.set(id, {
        id,
        ...wanted,
        reference: body.reference ?? null,
        isWorkflow: !isDirect,
        status,
      })
    return () => {
      const draft = this.draft()
      this.checkSides(wanted, caller)
      if (!isDirect) {
        const units = wanted.units + wanted.fee
        if (draft.available(wanted.from, wanted.asset) < units)
          throw new Refusal(422, 'INSUFFICIENT_FUNDS')
        return {
          status: 201,
          data: { ...shown, status: 'pending' },
          accept: ({ data }) => {
            this.hold(wanted, units)
            remember(data.uuid, 'pending')
          },
        }
      }
      pay(draft, wanted)
      const afterwards = {
        simulated: true,
        from_balance_after: toDecimal(draft.of(wanted.from, wanted.asset), wanted.asset),
        to_balance_after: this.mayUse(this.accounts.get(wanted.to)!, caller)
          ? toDecimal(draft.of(wanted.to, wanted.asset), wanted.asset)
          : null,
      }
      return {
        // Nothing is created by a dry run.
        status: isDryRun ? 200 : 201,
        data: { ...shown, status: 'completed', workflow_id: null, ...(isDryRun && afterwards) },
        accept: ({ data }) => {
          if (isDryRun) return
          this.commit(draft)
          remember(data.uuid, 'completed')
        },
      }
    }
  }

  private readBulk({ caller, body }: Of<'bulk'>): () => Verdict {
    // One that is no transfer at all spoils the list; a wrong one is refused in its turn.
    const malformed = body.transfers.findIndex((item) => shapeProblems(item).length > 0)
    if (malformed >= 0) throw invalid(`transfers.${malformed}`)
    const isWhole = (body.mode ?? 'all_or_nothing') === 'all_or_nothing'
    const isDryRun = body.simulate ?? false
    return () => {
      let draft = this.draft()
      const done = new Map<number, Wanted>()
      const results = body.transfers.map((item, index) => {
        const trial = new Draft(draft.units, this.held)
        try {
          const wanted = this.readWanted(item)
          this.checkSides(wanted, caller)
          pay(trial, wanted)
          trial.lines.unshift(...draft.lines)
          draft = trial
          done.set(index, wanted)
          return {
            index,
            status: 'completed',
            from_balance_after: toDecimal(draft.of(wanted.from, wanted.asset), wanted.asset),
            to_balance_after: this.mayUse(this.accounts.get(wanted.to)!, caller)
              ? toDecimal(draft.of(wanted.to, wanted.asset), wanted.asset)
              : null,
            error: null,
          }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          if (isWhole && !isDryRun) throw new BulkRefusal(index, error.code)
          return { index, status: 'refused', uuid: null, error: { code: error.code } }
        }
      })
      return {
        status: isDryRun ? 200 : 201,
        data: {
          simulated: isDryRun,
          total: results.length,
          completed: done.size,
          refused: results.length - done.size,
          results,
        },
        accept: ({ data }) => {
          if (isDryRun) return
          this.commit(draft)
          for (const [index, wanted] of done) {
            const id = data.results[index].uuid
            const reference = body.transfers[index]!.reference ?? null
            this.transfers.set(id, {
              id,
              ...wanted,
              reference,
              isWorkflow: false,
              status: 'completed',
            })
          }
        },
      }
    }
  }

  private decideStatus({ op, account: id, caller }: Of<'freeze' | 'unfreeze'>): Verdict {
    const account = this.getAccount(id, caller)
    const { frozenBy } = account
    const isFree = frozenBy !== undefined && !frozenBy.isOperator
    if (op === 'freeze' && account.status === 'frozen' && !(caller.isOperator && isFree))
      throw new Refusal(422, 'ACCOUNT_ALREADY_FROZEN')
    if (op === 'unfreeze' && account.status === 'active')
      throw new Refusal(422, 'ACCOUNT_NOT_FROZEN')
    if (op === 'unfreeze' && !caller.isOperator && !(isFree && frozenBy.uuid === caller.uuid))
      throw new Refusal(403, 'FORBIDDEN')
    return {
      status: 200,
      accept: () => {
        account.status = op === 'freeze' ? 'frozen' : 'active'
        if (op === 'freeze') account.frozenBy = caller
      },
    }
  }

  private decideDelete({ account: id, caller }: Of<'delete'>): Verdict {
    const account = this.getAccount(id, caller)
    if (this.assetsOf(account.id).some((asset) => this.total(account.id, asset) !== 0n))
      throw new Refusal(422, 'ACCOUNT_HAS_BALANCE')
    if (account.status === 'frozen') throw new Refusal(422, 'ACCOUNT_FROZEN')
    return {
      status: 200,
      accept: () => {
        account.status = 'closed'
      },
    }
  }

  /** How a pending transfer must end as things are now; and that it has. */
  settle(id: string): 'completed' | 'failed' {
    const transfer = this.transfers.get(id)!
    const draft = this.draft()
    this.hold(transfer, -(transfer.units + transfer.fee))
    try {
      for (const side of [transfer.from, transfer.to])
        if (this.accounts.get(side)!.status !== 'active') throw new Refusal(422, 'NOT_ACTIVE')
      pay(draft, transfer)
      this.commit(draft)
      transfer.status = 'completed'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      transfer.status = 'failed'
    }
    return transfer.status
  }

  private readWanted(body: TransferBody): Wanted {
    const from = body.from_account.toLowerCase()
    const to = body.to_account.toLowerCase()
    if (from === to) throw invalid('to_account')
    const { units, asset } = readAmount(body)
    return { from, to, asset, units, fee: this.feeOf(units) }
  }

  /** Hundredths of a percent on top; a part of a unit costs a whole one. */
  private feeOf(units: bigint): bigint {
    const product = units * this.feeBasisPoints
    return product / 10_000n + (product % 10_000n > 0n ? 1n : 0n)
  }

  /** In the order of the specified codes. */
  private checkSides(wanted: Wanted, caller: Caller): void {
    const [from, to] = [this.findAccount(wanted.from), this.findAccount(wanted.to)]
    if (!from || !to)
      throw invalid(...(from ? [] : ['from_account']), ...(to ? [] : ['to_account']))
    if (!this.mayUse(from, caller)) throw new Refusal(403, 'UNAUTHORIZED_TRANSFER')
    if (from.status === 'frozen') throw new Refusal(422, 'SOURCE_ACCOUNT_FROZEN')
    if (to.status === 'frozen') throw new Refusal(422, 'DESTINATION_ACCOUNT_FROZEN')
  }

  private findAccount(id: string): Account | undefined {
    const account = this.accounts.get(id.toLowerCase())
    return account?.status === 'closed' ? undefined : account
  }

  private getAccount(id: string, caller: Caller): Account {
    const account = this.findAccount(id)
    if (!account) throw new Refusal(404, 'NOT_FOUND')
    if (!this.mayUse(account, caller)) throw new Refusal(403, 'FORBIDDEN')
    return account
  }

  private hold({ from, asset }: Pick<Wanted, 'from' | 'asset'>, units: bigint): void {
    this.held.set(bookOf(from, asset), this.reserved(from, asset) + units)
  }

  private draft = (): Draft => new Draft(this.units, this.held)

  private commit(draft: Draft): void {
    this.units = draft.units
    for (const { account, line } of draft.lines) {
      const lines = this.lines.get(account)
      if (lines) lines.push(line)
      else this.lines.set(account, [line])
    }
  }
}

class BulkRefusal extends Refusal {
  readonly details: object
  constructor(index: number, code: string) {
    super(422, 'BULK_TRANSFER_REJECTED')
    this.details = { index, code }
  }
}

/** The fee is a move of its own, after the money itself. */
function pay(draft: Draft, { from, to, asset, units, fee }: Wanted): void {
  draft.move('transfer', from, to, asset, units)
  if (fee > 0n) draft.move('transfer', from, system('fees'), asset, fee)
}

const slotOf = ({ caller, op, key }: Request): string => `${caller.uuid} ${op} ${key}`

const withoutCaller = ({ caller: _caller, ...request }: Request): object => request

/** Null counts as absent where absence is allowed. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= 255

const isUuid = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

interface MoneyBody {
  readonly amount?: unknown
  readonly asset_code?: unknown
}

function shapeProblems({ amount, asset_code }: MoneyBody): string[] {
  const isAmount =
    typeof amount === 'number' || (typeof amount === 'string' && /^.{1,100}$/.test(amount))
  const isCode = typeof asset_code === 'string' && /^[A-Z]{3,10}$/.test(asset_code)
  return [...(isAmount ? [] : ['amount']), ...(isCode ? [] : ['asset_code'])]
}

/** More than zero, in whole units of an asset that exists and is active. */
function readAmount(body: MoneyBody): { units: bigint; asset: string } {
  const problems = shapeProblems(body)
  if (problems.length > 0) throw invalid(...problems)
  const asset = body.asset_code as string
  const known = assets.get(asset)
  if (!known?.isActive) throw invalid('asset_code')
  const units = toUnits(body.amount as string | number, known.precision)
  if (units === undefined || units <= 0n || units > amountMax(known.precision))
    throw invalid('amount')
  return { units, asset }
}

/** Undefined unless it is exact: a number in JSON survives only up to 15 digits. */
function toUnits(amount: string | number, precision: number): bigint | undefined {
  // A small number is written with an exponent, which is no amount as a text.
  const isTiny = typeof amount === 'number' && amount > 0 && amount < 1e-6
  const text = isTiny ? amount.toFixed(20).replace(/0+$/, '') : String(amount)
  if (typeof amount === 'number' && text.replaceAll(/[^\d]/g, '').replace(/^0+/, '').length > 15)
    return undefined
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (fraction.length > precision) return undefined
  return BigInt(whole + fraction + '0'.repeat(precision - fraction.length))
}

export function toDecimal(units: bigint, asset: string): string {
  const { precision } = assets.get(asset)!
  const scale = 10n ** BigInt(precision)
  const fraction = precision === 0 ? '' : `.${String(units % scale).padStart(precision, '0')}`
  return `${units / scale}${fraction}`
}
