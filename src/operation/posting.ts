// A posting moves money on the hot path. Its handler opens no transaction: it returns a plan, and the ledger
// runs the decisions of many plans in memory and commits them together. These are the types of plans and
// decisions; the ledger domain implements them.
import type { Caller, Environment } from './caller.ts'
import type { Credits } from './credits.ts'
import { AppError } from './error.ts'
import type { Emit } from './event.ts'
import type { IdempotentCall, Reply } from './idempotency.ts'

export interface Plan<Output = unknown> {
  /** Every balance the decision may read or change. */
  readonly books: readonly BookName[]
  /** Holds that the decision may capture or release. */
  readonly holds?: readonly string[]
  /** Runs the decision and returns its result without writing anything. */
  readonly simulate?: boolean
  /** Pure. Throws a declared error to refuse; its changes to the draft are then undone. */
  decide(ledger: Draft): Output
  /**
   * Called when the plan was posted or refused. After any other failure the money may have moved, and it is not
   * called.
   */
  settle?(outcome: 'posted' | 'refused'): Promise<void>
}

/** Runs the decisions of many postings and commits them in one transaction; the ledger implements it. */
export interface PostingRunner {
  run(
    plan: Plan,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    /** Reduces the decision's result to the declared output, which is also stored for retries. */
    finish: (output: unknown) => unknown,
  ): Promise<Reply>
}

/** Posts a plan and lets it settle what follows. */
export async function postAndSettle(
  ledger: PostingRunner,
  plan: Plan,
  cause: Cause,
  idempotency: IdempotentCall | undefined,
  finish: (output: unknown) => unknown,
): Promise<Reply> {
  const posting = ledger.run(plan, cause, idempotency, finish)
  if (!plan.settle) return posting
  const reply = await posting.catch(async (error: unknown) => {
    if (error instanceof AppError && error.def.status < 500) await plan.settle!('refused')
    throw error
  })
  await plan.settle('posted')
  return reply
}

/** One asset of one account. */
export interface BookName {
  readonly account: string
  readonly asset: string
}

/**
 * True for an operation or a job that declares `spends`. A job that checks whether its authority is still valid may
 * take money once the answer was yes, in the same transaction.
 */
export type MaySpend = boolean | { stands: boolean }

/** The caller, operation and time behind a change; written on every entry. */
export interface Cause {
  readonly caller: Caller
  readonly operation: string
  readonly requestId: string
  readonly now: Date
  /** Whether money may be taken from customers; absent means that it may not. */
  readonly maySpend?: MaySpend
  /** The link over which another node forwarded it; it may be executed only while the link is not revoked. */
  readonly link?: string | undefined
}

export type AccountStatus = 'active' | 'frozen' | 'closed'

export interface AccountView {
  readonly id: string
  readonly environment: Environment
  readonly user_uuid: string | null
  readonly manager_uuid: string | null
  /** The tenant of the owner; null for customers of the bank itself, and for the bank's own accounts. */
  readonly tenant_uuid: string | null
  /** The owner, or the manager of a customer whom the bank does not know; null for the bank's own accounts. */
  readonly holder_name: string | null
  readonly code: string | null
  readonly status: AccountStatus
}

export interface BookView {
  readonly units: bigint
  readonly held: bigint
}

export type HoldStatus = 'open' | 'captured' | 'released' | 'expired'

export interface HoldView {
  readonly id: string
  readonly environment: Environment
  readonly purpose: string
  readonly account_id: string
  readonly to_account: string | null
  readonly asset: string
  readonly units: bigint
  /** The bank's fee, included in the units. */
  readonly fee: bigint
  readonly captured: bigint
  readonly status: HoldStatus
  readonly reason: string | null
  readonly reference: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly expires_at: number | null
  readonly created_at: number
  readonly closed_at: number | null
  readonly actor: Actor
}

/** Who asked for an entry or a hold. */
export interface Actor {
  readonly user_uuid: string | null
  readonly credential_id: string | null
  readonly agent: string | null
  readonly request_id: string | null
}

export type MoveType = 'deposit' | 'withdrawal' | 'transfer'
export type LinkKind = 'reversal_of' | 'capture_of' | 'fee_of'

export interface NewMove {
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly units: bigint
  /** Refines the type: a fee, interest, a reversal. */
  readonly subtype?: string
  /** The name of the customer's counterparty, where the other account is the bank's own. */
  readonly counterparty?: string | null | undefined
}

export interface NewEntry {
  /** Generated by the ledger when absent. */
  readonly id?: string
  readonly type: MoveType
  readonly subtype?: string
  readonly reference?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined
  readonly link?: { readonly kind: LinkKind; readonly to: string }
  /** All moves are made or none; a later move may spend what an earlier one brought in. */
  readonly moves: readonly NewMove[]
  /** The actor who asked for it, when that is not the caller of this request. */
  readonly actor?: Actor
  /** Allows the move although the account is frozen; only for corrections by the bank. */
  readonly evenIfFrozen?: boolean
  /** Why a customer is credited with money that is not their own. */
  readonly credits?: Credits | undefined
}

export interface PostedMove {
  readonly from_after: bigint
  readonly from_seq: number
  readonly to_after: bigint
  readonly to_seq: number
}

export interface PostedEntry {
  readonly id: string
  readonly at: Date
  readonly moves: readonly PostedMove[]
}

export interface NewHold {
  readonly id?: string
  readonly purpose: string
  readonly account: string
  readonly to?: string | null
  readonly asset: string
  readonly units: bigint
  readonly fee?: bigint
  readonly reference?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined
  readonly expires_at?: Date | null
}

export interface Capture {
  readonly hold: string
  /** The moves that pay out the hold; the whole amount goes to the hold's destination when absent. */
  readonly moves?: readonly Omit<NewMove, 'from' | 'asset'>[]
  readonly id?: string
  readonly type: MoveType
  readonly subtype?: string
  readonly credits?: Credits | undefined
}

export interface Draft {
  readonly now: Date
  account(id: string): AccountView | undefined
  book(account: string, asset: string): BookView
  hold(id: string): HoldView | undefined
  /** Runs part of a decision; when it throws, only that part is undone. */
  attempt<Output>(decide: () => Output): Output
  post(entry: NewEntry): PostedEntry
  reserve(hold: NewHold): HoldView
  capture(capture: Capture): PostedEntry
  release(hold: string, reason: string, as?: 'released' | 'expired'): HoldView
  readonly emit: Emit
}
