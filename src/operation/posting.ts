// A posting moves money on the hot path. Its handler opens no transaction: it returns a plan, and
// whoever keeps the ledger runs the decisions of many plans in memory and commits them together.
// These are the words in which a decision speaks; the ledger domain gives them their meaning.
import type { Caller, Environment } from './caller.ts'
import type { Emit } from './event.ts'

export interface Plan<Output = unknown> {
  /** Who decides it, where that is not the ledger itself. */
  readonly runner?: string
  /** Every balance the decision may read or change. */
  readonly books: readonly BookName[]
  /** Holds it may capture or release. */
  readonly holds?: readonly string[]
  /** Decide only: what would happen, and nothing is written. */
  readonly simulate?: boolean
  /** Pure. Throws a declared error to refuse; whatever it changed until then is taken back. */
  decide(ledger: Draft): Output
}

/** One asset of one account. */
export interface BookName {
  readonly account: string
  readonly asset: string
}

/** Who asked, for what, and when: written on every entry. */
export interface Cause {
  readonly caller: Caller
  readonly operation: string
  readonly requestId: string
  readonly now: Date
  /** False for an operation that does not declare `spends`; absent when the bank works by itself. */
  readonly maySpend?: boolean
}

export type AccountStatus = 'active' | 'frozen' | 'closed'

export interface AccountView {
  readonly id: string
  readonly environment: Environment
  readonly user_uuid: string | null
  readonly manager_uuid: string | null
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
  /** How much of the units is the bank's fee. */
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
  /** What it is beside its type: a fee, interest, a reversal. */
  readonly subtype?: string
}

export interface NewEntry {
  /** Made by the ledger when absent. */
  readonly id?: string
  readonly type: MoveType
  readonly subtype?: string
  readonly reference?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined
  readonly link?: { readonly kind: LinkKind; readonly to: string }
  /** All or none; money that one move brings a later one may spend. */
  readonly moves: readonly NewMove[]
  /** Whoever asked for it earlier; the caller otherwise. */
  readonly actor?: Actor
  /** Only the bank's own corrections pass a frozen account. */
  readonly evenIfFrozen?: boolean
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
  /** Where the money goes, and what of it is left open; all to the hold's destination when absent. */
  readonly moves?: readonly Omit<NewMove, 'from' | 'asset'>[]
  readonly id?: string
  readonly type: MoveType
  readonly subtype?: string
}

export interface Draft {
  readonly now: Date
  account(id: string): AccountView | undefined
  book(account: string, asset: string): BookView
  hold(id: string): HoldView | undefined
  /** Runs part of a decision for itself: when it throws, only that part is taken back. */
  attempt<Output>(decide: () => Output): Output
  post(entry: NewEntry): PostedEntry
  reserve(hold: NewHold): HoldView
  capture(capture: Capture): PostedEntry
  release(hold: string, reason: string, as?: 'released' | 'expired'): HoldView
  readonly emit: Emit
}
