// Opens accounts in batches: who may open one for whom, and its initial balance. All initial balances come from
// one account of the bank, so that openings in transactions of their own would wait for each other; here those
// that arrive while one transaction runs share the next. Each is refused, answered and recorded by itself.
import { uuidv7 } from '../../../kernel/uuid.ts'
import {
  type BatchedCall,
  Batches,
  isConflict,
  listReplies,
  type Settled,
  splitAnswered,
} from '../../../operation/batches.ts'
import type { Bank } from '../../../operation/bank.ts'
import { isOperator } from '../../../operation/caller.ts'
import { AppError, Forbidden } from '../../../operation/error.ts'
import type { IdempotentCall, Reply } from '../../../operation/idempotency.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import type { BookName, Cause, Plan } from '../../../operation/posting.ts'
import { insertAudits, insertCausedEvents } from '../../../operation/store.ts'
import type { Db } from '../../../platform/database.ts'
import { settleAll, planForBatches } from '../../../platform/batch-statements.ts'
import { findUsers } from '../../people/identity/index.ts'
import { type AssetCatalogue, checkAmount } from '../assets/index.ts'
import type { Funding } from '../funding/index.ts'
import {
  type Group,
  type GroupOptions,
  openAccounts,
  openGroup,
  runGroup,
  statementsOf,
  systemAccount,
} from '../ledger/index.ts'
import { AccountCreated } from './events.ts'
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

/** Plans with this runner are run by `Openings`. */
export const OPENING_RUNNER = 'accounts.opening'

export class OpeningPlan<Output> implements Plan<Output> {
  readonly runner = OPENING_RUNNER
  readonly books: readonly BookName[] = []
  readonly request: OpeningRequest

  constructor(request: OpeningRequest) {
    this.request = request
  }

  decide(): Output {
    throw new Error(`an opening must be run by the runner ${OPENING_RUNNER}`)
  }
}

export interface OpeningOptions extends Pick<Bank, 'sealer'>, GroupOptions {
  readonly assets: AssetCatalogue
  readonly funding: Funding
}

type Call = BatchedCall<OpeningRequest>
type Outcome = Settled<OpeningRequest>

/** An authorized opening whose initial balance the ledger has not decided yet. */
interface Accepted {
  readonly call: Call
  readonly id: string
  readonly user_uuid: string
  readonly manager_uuid: string | null
  readonly tenant_uuid: string | null
  readonly cents: bigint
}

/** The ledger refused initial balances after the rows of their accounts were written. */
class BalancesRefused extends Error {
  readonly refused: ReadonlyMap<Call, AppError>

  constructor(refused: ReadonlyMap<Call, AppError>) {
    super('initial balances were refused')
    this.refused = refused
  }
}

const BATCH_MAX = 256
const TRIES_MAX = 5

export class Openings implements PostingRunner {
  private readonly options: OpeningOptions
  private readonly batches = new Batches<OpeningRequest>({
    sizeMax: BATCH_MAX,
    settle: (calls) => this.settle(calls),
  })

  constructor(options: OpeningOptions) {
    this.options = options
  }

  run(
    { request }: OpeningPlan<unknown>,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    finish: (output: unknown) => unknown,
  ): Promise<Reply> {
    return this.batches.run(request, cause, idempotency, finish)
  }

  /** Resolves when every opening so far is settled. */
  close(): Promise<void> {
    return this.batches.close()
  }

  private async settle(calls: readonly Call[]): Promise<Outcome[]> {
    const refused: Outcome[] = []
    let rest = calls
    for (let tries = 1; ; ) {
      try {
        return [...refused, ...(await runGroup(this.options, (tx) => this.openAll(tx, rest)))]
      } catch (error) {
        // The transaction is rolled back, and the others are opened without the refused ones.
        if (error instanceof BalancesRefused) {
          for (const [call, reason] of error.refused) refused.push({ call, error: reason })
          rest = rest.filter((call) => !error.refused.has(call))
        } else if (!isConflict(error) || ++tries > TRIES_MAX) throw error
      }
    }
  }

  /** Returns also the accounts that existed before and whose money moved. */
  private async openAll(
    tx: Db,
    calls: readonly Call[],
  ): Promise<{ outcomes: Outcome[]; changed: readonly string[] }> {
    await planForBatches(tx)
    const { answered, fresh } = await splitAnswered(statementsOf(tx), calls, this.options.sealer)
    const { accepted, refused } = await this.judge(tx, fresh)
    const known = [...answered, ...refused]
    if (accepted.length === 0) return { outcomes: known, changed: [] }
    const rows = await this.insert(tx, accepted)
    const sources = listSources(accepted)
    const group = await openGroup(tx, listBooks(accepted, sources))
    const opened = deposit(group, accepted, rows)
    await group.write(listReplies(opened))
    // No node can have a copy of an account that did not exist.
    return { outcomes: [...known, ...opened], changed: sources }
  }

  private async judge(
    tx: Db,
    calls: readonly Call[],
  ): Promise<{ accepted: Accepted[]; refused: Outcome[] }> {
    const { assets, funding } = this.options
    const others = calls.flatMap(({ request, cause }) =>
      isOwn(request, cause) ? [] : request.user_uuid.toLowerCase(),
    )
    const users = others.length > 0 ? await findUsers(tx, [...new Set(others)]) : new Map()
    const funded = calls.filter(({ request }) => request.initial_balance)
    const reachOf = await funding.readReach(
      funded.map(({ cause }) => cause.caller),
      tx,
    )
    const accepted: Accepted[] = []
    const refused: Outcome[] = []
    for (const call of calls) {
      const { request, cause } = call
      try {
        const cents = BigInt(request.initial_balance ?? 0)
        if (cents > 0n) {
          checkAmount(cents, assets.get('USD'), 'initial_balance')
          reachOf(cause.caller)
        }
        const holder = findHolder(request, cause, users)
        accepted.push({ call, id: uuidv7(cause.now), ...holder, cents })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push({ call, error })
      }
    }
    return { accepted, refused }
  }

  /** The events are written here, so that the log has them before the deposits. */
  private async insert(tx: Db, accepted: readonly Accepted[]): Promise<Map<string, AccountRow>> {
    const opening = openAccounts(tx, accepted.map(toLedgerAccount))
    const inserting = insertAccounts(tx, accepted.map(toNewRow))
    const auditing = insertAudits(
      tx,
      accepted.map(({ call }) => call.cause),
    )
    // The callers of the previous batch are answered while the database works on this one.
    setImmediate(() => this.batches.answer())
    await settleAll([opening, inserting, auditing])
    const rows = await inserting
    await insertCausedEvents(
      tx,
      accepted.map((account) => ({
        event: AccountCreated,
        data: createdData(rows.get(account.id)!),
        audience: eventRecipientsOf(account),
        cause: account.call.cause,
      })),
    )
    return rows
  }
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
  users: ReadonlyMap<string, { readonly tenant_uuid: string | null }>,
): Pick<Accepted, 'user_uuid' | 'manager_uuid' | 'tenant_uuid'> {
  const { caller } = cause
  const user_uuid = request.user_uuid.toLowerCase()
  const other = isOwn(request, cause) ? undefined : users.get(user_uuid)
  if (other && !isOperator(caller))
    throw Forbidden({
      reason: `The user ${user_uuid} is registered here; only they or an operator can open an account for them.`,
    })
  const manager_uuid = isOwn(request, cause) || other ? null : caller.user!
  const tenant_uuid = (other ? other.tenant_uuid : caller.tenant) ?? null
  return { user_uuid, manager_uuid, tenant_uuid }
}

const toLedgerAccount = ({ call, id, user_uuid, manager_uuid, tenant_uuid }: Accepted) => ({
  id,
  environment: call.cause.caller.environment,
  user_uuid,
  manager_uuid,
  tenant_uuid,
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

const listSources = (accepted: readonly Accepted[]): string[] => [
  ...new Set(accepted.filter(({ cents }) => cents > 0n).map(sourceOf)),
]

function listBooks(accepted: readonly Accepted[], sources: readonly string[]) {
  const fresh = accepted.filter(({ cents }) => cents > 0n).map(({ id }) => id)
  const books = [...sources, ...fresh].map((account) => ({ account, asset: 'USD' }))
  return { books, holds: [] }
}

/** Deposits the initial balances, and returns the answers. */
function deposit(
  group: Group,
  accepted: readonly Accepted[],
  rows: ReadonlyMap<string, AccountRow>,
): Outcome[] {
  const refused = new Map<Call, AppError>()
  const opened = accepted.flatMap((account): Outcome[] => {
    const { call, id, cents } = account
    const move = { from: sourceOf(account), to: id, asset: 'USD', units: cents }
    try {
      if (cents > 0n)
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
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.set(call, error)
      return []
    }
    const books = group.findAccount(id)?.books ?? new Map()
    const data = toAccount({ row: rows.get(id)!, account: { status: 'active', books } })
    const output = call.finish({ data, message: 'The account is open.' })
    return [{ call, reply: { output, replayed: false, text: JSON.stringify(output) } }]
  })
  if (refused.size > 0) throw new BalancesRefused(refused)
  return opened
}
