// Opens accounts in batches: who may open one for whom, and its initial balance. All initial balances come from
// one account of the bank, so that openings in transactions of their own would wait for each other; here those
// that arrive while one transaction runs share the next. Each is refused, answered and recorded by itself.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { BatchRunner } from '../../../operation/batches.ts'
import { isOperator } from '../../../operation/caller.ts'
import { AppError, Forbidden } from '../../../operation/error.ts'
import type { Cause } from '../../../operation/posting.ts'
import {
  type Batch,
  DecideAgain,
  type DecidedCall,
  type Decision,
  type Outcome,
} from '../../../operation/write.ts'
import { settleAll } from '../../../platform/batch-statements.ts'
import type { Db } from '../../../platform/database.ts'
import { findUsers } from '../../people/identity/index.ts'
import { type AssetCatalogue, checkAmount } from '../assets/index.ts'
import type { Funding } from '../funding/index.ts'
import { type Group, openAccounts, openGroup, systemAccount } from '../ledger/index.ts'
import { AccountCreated } from './events.ts'
import { holderNameOf, nameGiver } from './holder-name.ts'
import { eventRecipientsOf, createdData, toAccount } from './service.ts'
import { type AccountRow, insertAccounts } from './store.ts'

export interface OpeningRequest {
  readonly user_uuid: string
  readonly name: string
  readonly type?: AccountRow['type']
  /** In cents. */
  readonly initial_balance?: number
  readonly metadata?: Record<string, unknown>
}

export interface OpeningOptions {
  readonly assets: AssetCatalogue
  readonly funding: Funding
}

type Call = DecidedCall<OpeningRequest>

/** An authorized opening whose initial balance the ledger has not decided yet. */
interface Accepted {
  readonly call: Call
  readonly id: string
  readonly user_uuid: string
  readonly manager_uuid: string | null
  readonly tenant_uuid: string | null
  readonly holder_name: string | null
  readonly cents: bigint
}

export class Openings implements BatchRunner<OpeningRequest, unknown> {
  readonly name = 'openings'
  readonly sizeMax = 256
  private readonly options: OpeningOptions

  constructor(options: OpeningOptions) {
    this.options = options
  }

  async decide(batch: Batch<OpeningRequest>): Promise<Decision<unknown>> {
    const { tx, calls } = batch
    const outcomes = new Map<Call, Outcome>()
    const toDecision = () => ({ outcomes: calls.map((call) => outcomes.get(call)!) })
    const accepted = await this.authorize(tx, calls, outcomes)
    if (accepted.length === 0) return toDecision()
    const rows = await insert(batch, accepted)
    const group = await openGroup(tx, listBooks(accepted))
    deposit(group, accepted, rows, outcomes)
    // No node can have a copy of an account that did not exist.
    const known = new Set(accepted.map(sourceOf))
    await group.write((topic, key, when) => {
      if (known.has(key)) batch.invalidate(topic, key, when)
    })
    return toDecision()
  }

  /** Returns the openings that are allowed, and notes the refusals of the others. */
  private async authorize(
    tx: Db,
    calls: readonly Call[],
    outcomes: Map<Call, Outcome>,
  ): Promise<Accepted[]> {
    const { assets, funding } = this.options
    const people = calls.flatMap(({ request, cause }) => [
      request.user_uuid.toLowerCase(),
      cause.caller.user!,
    ])
    const users = await findUsers(tx, [...new Set(people)])
    const funded = calls.filter(({ request }) => request.initial_balance)
    const checkMayFund = await funding.readReach(
      funded.map(({ cause }) => cause.caller),
      tx,
    )
    const accepted: Accepted[] = []
    for (const call of calls) {
      const { request, cause } = call
      try {
        const cents = BigInt(request.initial_balance ?? 0)
        if (cents > 0n) {
          checkAmount(cents, assets.get('USD'), 'initial_balance')
          checkMayFund(cause.caller)
        }
        const holder = findHolder(request, cause, users)
        accepted.push({ call, id: uuidv7(cause.now), ...holder, cents })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcomes.set(call, { refused: error })
      }
    }
    return accepted
  }
}

/** The events are written here, so that the log has them before the deposits. */
async function insert(
  { tx, flush }: Batch<OpeningRequest>,
  accepted: readonly Accepted[],
): Promise<Map<string, AccountRow>> {
  const opening = openAccounts(tx, accepted.map(toLedgerAccount))
  const inserting = insertAccounts(tx, accepted.map(toNewRow))
  await settleAll([opening, inserting])
  const rows = await inserting
  for (const account of accepted)
    account.call.emit(
      AccountCreated,
      createdData(rows.get(account.id)!),
      eventRecipientsOf(account),
    )
  await flush()
  return rows
}

const isOwn = ({ user_uuid }: OpeningRequest, { caller }: Cause): boolean =>
  user_uuid.toLowerCase() === caller.user

/**
 * Users open accounts for themselves, or for customers of theirs whom the bank does not know; they
 * then manage those accounts. An operator opens accounts for any user.
 */
function findHolder(
  request: OpeningRequest,
  cause: Cause,
  users: ReadonlyMap<string, { readonly tenant_uuid: string | null; readonly name: string }>,
): Pick<Accepted, 'user_uuid' | 'manager_uuid' | 'tenant_uuid' | 'holder_name'> {
  const { caller } = cause
  const user_uuid = request.user_uuid.toLowerCase()
  const other = isOwn(request, cause) ? undefined : users.get(user_uuid)
  if (other && !isOperator(caller))
    throw Forbidden({
      reason: `The user ${user_uuid} is registered here; only they or an operator can open an account for them.`,
    })
  const manager_uuid = isOwn(request, cause) || other ? null : caller.user!
  const tenant_uuid = (other ? other.tenant_uuid : caller.tenant) ?? null
  const holder = users.get(nameGiver({ user_uuid, manager_uuid }))
  const holder_name = holder ? holderNameOf(holder.name, caller.environment) : null
  return { user_uuid, manager_uuid, tenant_uuid, holder_name }
}

const toLedgerAccount = ({
  call,
  id,
  user_uuid,
  manager_uuid,
  tenant_uuid,
  holder_name,
}: Accepted) => ({
  id,
  environment: call.cause.caller.environment,
  user_uuid,
  manager_uuid,
  tenant_uuid,
  holder_name,
  created_at: call.cause.now,
})

const toNewRow = ({ call: { request, cause }, id, user_uuid, manager_uuid }: Accepted) => ({
  uuid: id,
  environment: cause.caller.environment,
  user_uuid,
  manager_uuid,
  name: request.name,
  type: request.type ?? 'personal',
  metadata: request.metadata ?? {},
  created_at: cause.now,
})

/** The account of the bank that an initial balance comes from. */
const sourceOf = ({ call }: Accepted): string =>
  systemAccount(call.cause.caller.environment, 'external:deposits')

function listBooks(accepted: readonly Accepted[]) {
  const funded = accepted.filter(({ cents }) => cents > 0n)
  const accounts = new Set(funded.flatMap((account) => [sourceOf(account), account.id]))
  return { books: [...accounts].map((account) => ({ account, asset: 'USD' })), holds: [] }
}

/** Deposits the initial balances. If some are refused, the batch is rolled back and decided again without those calls. */
function deposit(
  group: Group,
  accepted: readonly Accepted[],
  rows: ReadonlyMap<string, AccountRow>,
  outcomes: Map<Call, Outcome>,
): void {
  const refused = new Map<Call, AppError>()
  for (const account of accepted) {
    const { call, id, cents } = account
    try {
      if (cents > 0n) fund(group, account)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.set(call, error)
      continue
    }
    const books = group.findAccount(id)?.books ?? new Map()
    const data = toAccount({ row: rows.get(id)!, account: { status: 'active', books } })
    outcomes.set(call, { result: { data, message: 'The account is open.' } })
  }
  // The rows of the refused accounts are written already.
  if (refused.size > 0) throw new DecideAgain('initial balances were refused', refused)
}

function fund(group: Group, account: Accepted): void {
  const { call, id, cents } = account
  const move = { from: sourceOf(account), to: id, asset: 'USD', units: cents }
  group.run(
    (ledger) =>
      ledger.post({
        type: 'deposit',
        reference: 'Initial balance',
        credits: 'cash',
        moves: [move],
      }),
    call.cause,
  )
}
