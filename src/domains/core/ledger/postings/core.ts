// The pure core of the ledger: decisions over accounts, balances and holds in memory. It does no input or
// output, reads no clock and draws nothing random but new ids. A decision happens entirely or not at all.
import { randomInt } from 'node:crypto'
import { UNITS_MAX } from '../../../../kernel/money.ts'
import { type Environment, reaches } from '../../../../operation/caller.ts'
import type { unguarded } from '../../../../operation/credits.ts'
import { shapeOf } from '../../../../operation/shape.ts'
import type { CausedEvent } from '../../../../operation/store.ts'
import type {
  AccountStatus,
  AccountView,
  Actor,
  BookView,
  Capture,
  Cause,
  Draft,
  HoldStatus,
  HoldView,
  MoveType,
  NewEntry,
  NewHold,
  NewMove,
  PostedEntry,
  PostedMove,
} from '../../../../operation/posting.ts'
import {
  AccountClosed,
  AccountFrozen,
  AccountQuarantined,
  BalanceTooLarge,
  DebtOutstanding,
  HoldNotOpen,
  HoldTooSmall,
  InsufficientFunds,
} from '../errors.ts'
import { COUNTERPARTY_NAME, LINES_MAX, newEntryId } from '../ids.ts'

/** The balance of one account in one asset. */
export interface Book extends BookView {
  readonly account: Account
  readonly asset: string
  units: bigint
  held: bigint
  seq: number
  version: number
  /** The time of the last move in milliseconds; the moves of a book never go back in time. */
  moved_at: number
  /** How far below zero the balance may go; null means without limit. */
  readonly overdraft: bigint | null
}

export interface Account extends AccountView {
  readonly status: AccountStatus
  readonly quarantine: string | null
  /** The owner owes the bank money, so nothing leaves the account but collections by the bank. */
  readonly owes: boolean
  readonly books: Map<string, Book>
}

export type Hold = Omit<HoldView, 'captured' | 'status' | 'reason' | 'closed_at'> & {
  captured: bigint
  status: HoldStatus
  reason: string | null
  closed_at: number | null
}

export interface Move extends PostedMove {
  readonly entry_id: string
  readonly environment: Environment
  readonly line: number
  readonly type: MoveType
  readonly subtype: string | null
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly units: bigint
  readonly reference: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly link: string | null
  readonly linked_to: string | null
  readonly actor: Actor
  readonly created_at: number
}

/**
 * A random version, which only the batch that drew it can expect. A counter would be unsafe: a batch decided from the
 * uncommitted outcome of another would mistake the outcome of a third for it.
 */
export const newVersion = (): number => randomInt(1, 2 ** 48 - 1)

/** Everything that a batch changes, ready to be written. */
export interface Changes {
  /** The new version of every changed book. */
  readonly version: number
  /** Each changed book, and the version that the decision was based on. */
  readonly books: Map<Book, number>
  readonly moves: Move[]
  readonly newHolds: Map<string, Hold>
  /** Each hold that was captured or closed, and how much of it had been captured before. */
  readonly holds: Map<Hold, bigint>
  readonly events: CausedEvent[]
}

export interface LedgerState {
  readonly accounts: { get(id: string): Account | undefined }
  readonly holds: { get(id: string): Hold | undefined }
}

/** The state when a decision began, to which a refused decision is rolled back. */
interface Mark {
  readonly undo: number
  readonly moves: number
  readonly events: number
}

/** Runs the decisions of one batch one after the other; each sees the changes of those before it. */
export class Batch {
  readonly changes: Changes = {
    version: newVersion(),
    books: new Map(),
    moves: [],
    newHolds: new Map(),
    holds: new Map(),
    events: [],
  }
  private readonly undo: (() => void)[] = []
  private readonly world: LedgerState

  constructor(world: LedgerState) {
    this.world = world
  }

  /** Returns the decision's output, or throws its error and undoes all of its changes. */
  run<Output>(decide: (ledger: Draft) => Output, cause: Cause, simulate = false): Output {
    const mark = this.mark()
    try {
      const output = decide(new Decision(this, cause))
      if (simulate) this.rollBack(mark)
      return output
    } catch (error) {
      this.rollBack(mark)
      throw error
    }
  }

  mark(): Mark {
    const { moves, events } = this.changes
    return { undo: this.undo.length, moves: moves.length, events: events.length }
  }

  rollBack(mark: Mark): void {
    while (this.undo.length > mark.undo) this.undo.pop()!()
    this.changes.moves.length = mark.moves
    this.changes.events.length = mark.events
  }

  findAccount(id: string): Account | undefined {
    return this.world.accounts.get(id)
  }

  findHold(id: string): Hold | undefined {
    return this.changes.newHolds.get(id) ?? this.world.holds.get(id)
  }

  /** Returns the book and marks it as changed; a plan that does not name it has a bug. */
  touch(account: Account, asset: string): Book {
    const book = account.books.get(asset)
    if (!book) throw new Error(`the plan does not name ${asset} of account ${account.id}`)
    const { books } = this.changes
    const isFirst = !books.has(book)
    if (isFirst) books.set(book, book.version)
    const { units, held, seq, moved_at } = book
    this.undo.push(() => {
      Object.assign(book, { units, held, seq, moved_at })
      if (isFirst) books.delete(book)
    })
    return book
  }

  addHold(hold: Hold): void {
    this.changes.newHolds.set(hold.id, hold)
    this.undo.push(() => this.changes.newHolds.delete(hold.id))
  }

  touchHold(hold: Hold): void {
    const { captured, status, reason, closed_at } = hold
    const { holds } = this.changes
    // A hold that this batch made is inserted in its final state, so it needs no update.
    const isFirst = !holds.has(hold) && !this.changes.newHolds.has(hold.id)
    if (isFirst) holds.set(hold, captured)
    this.undo.push(() => {
      Object.assign(hold, { captured, status, reason, closed_at })
      if (isFirst) holds.delete(hold)
    })
  }
}

/** The view of the ledger that one decision gets, and the changes it may make. */
class Decision implements Draft {
  readonly now: Date
  private readonly batch: Batch
  private readonly cause: Cause

  constructor(batch: Batch, cause: Cause) {
    this.batch = batch
    this.cause = cause
    this.now = cause.now
  }

  /** A decision sees only the accounts of the caller's environment and tenant, and the bank's own. */
  account(id: string): Account | undefined {
    const account = this.batch.findAccount(id)
    const { caller } = this.cause
    return account?.environment === caller.environment &&
      (account.code !== null || reaches(caller, account.tenant_uuid))
      ? account
      : undefined
  }

  book(account: string, asset: string): BookView {
    return this.batch.findAccount(account)?.books.get(asset) ?? { units: 0n, held: 0n }
  }

  hold(id: string): Hold | undefined {
    return this.batch.findHold(id)
  }

  attempt<Output>(decide: () => Output): Output {
    const mark = this.batch.mark()
    try {
      return decide()
    } catch (error) {
      this.batch.rollBack(mark)
      throw error
    }
  }

  readonly emit: Draft['emit'] = (event, data, audience = {}) => {
    if (!shapeOf(event.data).isValid(data))
      throw new Error(`the data of the event ${event.type} does not match its schema`)
    const picked = shapeOf(event.data).pick(data) as object
    this.batch.changes.events.push({ event, data: picked, audience, cause: this.cause })
  }

  post(entry: NewEntry): PostedEntry {
    checkLines(entry)
    return this.postFrom(entry, entry.evenIfFrozen === true)
  }

  /** Money that was reserved before its owner fell into debt is still paid out. */
  private postFrom(entry: NewEntry, evenIfOwing: boolean): PostedEntry {
    const sides = entry.moves.map((move) => {
      if (!evenIfOwing) this.checkOwesNothing(move.from)
      const opened = this.openSides(move, entry.evenIfFrozen ?? false)
      this.checkCredits(opened, entry.credits)
      return opened
    })
    const id = entry.id ?? newEntryId(this.now)
    // All moves of an entry share one instant, which is never before the last move of any of their books.
    const at = sides.reduce(
      (latest, { from, to }) => Math.max(latest, from.moved_at, to.moved_at),
      this.now.getTime(),
    )
    const moves = entry.moves.map((move, line) => {
      const { from, to } = sides[line]!
      const posted = transfer(from, to, move.units, at)
      this.batch.changes.moves.push({
        ...posted,
        entry_id: id,
        environment: this.cause.caller.environment,
        line,
        type: entry.type,
        subtype: move.subtype ?? entry.subtype ?? null,
        from: move.from,
        to: move.to,
        asset: move.asset,
        units: move.units,
        reference: entry.reference ?? null,
        metadata: metadataOf(entry, move),
        link: entry.link?.kind ?? null,
        linked_to: entry.link?.to ?? null,
        actor: entry.actor ?? actorOf(this.cause),
        created_at: at,
      })
      return posted
    })
    return { id, at: new Date(at), moves }
  }

  private openSides(move: NewMove, evenIfFrozen: boolean): { from: Book; to: Book } {
    if (move.units <= 0n) throw new Error('a move must move at least one unit')
    if (move.from === move.to) throw new Error('a move must be between two different accounts')
    this.checkSpends(move.from)
    return {
      from: this.openBook(move.from, move.asset, evenIfFrozen),
      to: this.openBook(move.to, move.asset, evenIfFrozen),
    }
  }

  /**
   * Only operations and jobs that declare `spends`, and so are limited, may take money from a customer's account. A job
   * that declares to check its authority may do so only after that check.
   */
  private checkSpends(id: string): void {
    const { maySpend, operation } = this.cause
    if (maySpend === true || this.account(id)?.code !== null) return
    if (typeof maySpend !== 'object')
      throw new Error(`${operation} takes from an account but does not declare \`spends\``)
    if (!maySpend.stands)
      throw new Error(`${operation} takes from an account without checking its authority`)
  }

  /** Money of another owner reaches a customer only by an entry that states a reason in `credits`. */
  private checkCredits({ from, to }: { from: Book; to: Book }, credits: NewEntry['credits']): void {
    const { account } = to
    if (account.code !== null) return
    if (account.user_uuid !== null && account.user_uuid === from.account.user_uuid) return
    const isStated =
      typeof credits === 'string'
        ? from.account.code !== null || betweenCustomers.has(credits)
        : credits?.account === account.id
    if (!isStated)
      throw new Error(
        `${this.cause.operation} credits the account ${account.id} but does not say in \`credits\` why it may`,
      )
  }

  private checkOwesNothing(id: string): void {
    if (this.account(id)?.owes === true) throw DebtOutstanding({ account_uuid: id })
  }

  private openBook(id: string, asset: string, evenIfFrozen = false): Book {
    const account = this.account(id)
    if (!account) throw new Error(`account ${id} is not in this environment`)
    checkWritable(account, evenIfFrozen)
    return this.batch.touch(account, asset)
  }

  reserve(wanted: NewHold): HoldView {
    if (wanted.units <= 0n) throw new Error('a hold must reserve at least one unit')
    this.checkSpends(wanted.account)
    this.checkOwesNothing(wanted.account)
    const book = this.openBook(wanted.account, wanted.asset)
    checkAvailable(book, wanted.units)
    book.held += wanted.units
    const hold: Hold = {
      id: wanted.id ?? newEntryId(this.now),
      environment: this.cause.caller.environment,
      purpose: wanted.purpose,
      account_id: wanted.account,
      to_account: wanted.to ?? null,
      asset: wanted.asset,
      units: wanted.units,
      fee: wanted.fee ?? 0n,
      captured: 0n,
      status: 'open',
      reason: null,
      reference: wanted.reference ?? null,
      metadata: wanted.metadata ?? null,
      expires_at: wanted.expires_at?.getTime() ?? null,
      created_at: this.now.getTime(),
      closed_at: null,
      actor: actorOf(this.cause),
    }
    this.batch.addHold(hold)
    return hold
  }

  capture(wanted: Capture): PostedEntry {
    const hold = this.openHold(wanted.hold)
    // A hold cannot be captured after its expiry, even if it has not been released yet.
    if (hold.expires_at !== null && hold.expires_at <= this.now.getTime())
      throw HoldNotOpen({ id: hold.id, status: 'expired' })
    const left = hold.units - hold.captured
    const moves = wanted.moves ?? [{ to: destinationOf(hold), units: left }]
    const units = moves.reduce((sum, move) => sum + move.units, 0n)
    if (units > left) throw HoldTooSmall({ id: hold.id, asset: hold.asset, left, wanted: units })
    const book = this.openBook(hold.account_id, hold.asset)
    this.batch.touchHold(hold)
    book.held -= units
    hold.captured += units
    if (hold.captured === hold.units) close(hold, 'captured', this.now)
    const entry = {
      ...(wanted.id !== undefined && { id: wanted.id }),
      type: wanted.type,
      ...(wanted.subtype !== undefined && { subtype: wanted.subtype }),
      reference: hold.reference,
      metadata: hold.metadata,
      link: { kind: 'capture_of', to: hold.id },
      actor: hold.actor,
      credits: wanted.credits,
      moves: moves.map((move) => ({ ...move, from: hold.account_id, asset: hold.asset })),
    } satisfies NewEntry
    checkLines(entry)
    return this.postFrom(entry, true)
  }

  /** Makes the reserved money available again; allowed on a frozen account, because nothing leaves it. */
  release(id: string, reason: string, as: 'released' | 'expired' = 'released'): HoldView {
    const hold = this.openHold(id)
    const book = this.openBook(hold.account_id, hold.asset, true)
    this.batch.touchHold(hold)
    book.held -= hold.units - hold.captured
    hold.reason = reason
    close(hold, as, this.now)
    return hold
  }

  private openHold(id: string): Hold {
    const hold = this.hold(id)
    if (!hold) throw HoldNotOpen({ id, status: 'unknown' })
    if (hold.status !== 'open') throw HoldNotOpen({ id, status: hold.status })
    return hold
  }
}

/** The other reasons are for money from the bank's own accounts. */
const betweenCustomers: ReadonlySet<keyof typeof unguarded> = new Set(['returned', 'exchanged'])

const metadataOf = ({ metadata }: NewEntry, { counterparty }: NewMove) =>
  typeof counterparty === 'string'
    ? { ...metadata, [COUNTERPARTY_NAME]: counterparty }
    : (metadata ?? null)

function checkLines({ moves }: NewEntry): void {
  if (moves.length === 0 || moves.length > LINES_MAX)
    throw new Error(`an entry must have 1 to ${LINES_MAX} moves, not ${moves.length}`)
}

function destinationOf(hold: Hold): string {
  if (hold.to_account === null) throw new Error(`hold ${hold.id} names no account to pay to`)
  return hold.to_account
}

function close(hold: Hold, status: HoldStatus, now: Date): void {
  hold.status = status
  hold.closed_at = now.getTime()
}

function checkWritable(account: Account, evenIfFrozen: boolean): void {
  const account_uuid = account.id
  if (account.quarantine !== null) throw AccountQuarantined({ account_uuid })
  if (account.status === 'closed') throw AccountClosed({ account_uuid })
  if (account.status === 'frozen' && !evenIfFrozen) throw AccountFrozen({ account_uuid })
}

function checkAvailable(book: Book, units: bigint): void {
  // Only the bank's own accounts have no limit, whatever the row of a customer's balance says.
  if (book.overdraft === null && book.account.code !== null) return
  const available = book.units - book.held + (book.overdraft ?? 0n)
  if (available >= units) return
  throw InsufficientFunds({
    asset_code: book.asset,
    current_balance: String(book.units - book.held),
    requested_amount: String(units),
  })
}

/** The largest value of the column: enough to offset 10^38 customers with the largest balance. */
const BANK_UNITS_MAX = 10n ** 76n - 1n

/** The bank's accounts offset all customers together, so their limit is far higher. */
const largestUnits = ({ account }: Book): bigint =>
  account.code === null ? UNITS_MAX : BANK_UNITS_MAX

function transfer(from: Book, to: Book, units: bigint, at: number): PostedMove {
  checkAvailable(from, units)
  if (to.units + units > largestUnits(to)) throw BalanceTooLarge({ account_uuid: to.account.id })
  if (from.units - units < -largestUnits(from))
    throw BalanceTooLarge({ account_uuid: from.account.id })
  from.units -= units
  from.seq += 1
  from.moved_at = at
  to.units += units
  to.seq += 1
  to.moved_at = at
  return { from_after: from.units, from_seq: from.seq, to_after: to.units, to_seq: to.seq }
}

const actorOf = ({ caller, requestId }: Cause): Actor => ({
  user_uuid: caller.user ?? null,
  credential_id: caller.credential?.id ?? null,
  agent: caller.agent ?? null,
  request_id: requestId,
})
