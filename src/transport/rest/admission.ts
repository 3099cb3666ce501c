// Sheds load: bounds the concurrent calls in this process. Without a bound, an overloaded bank only gets slower: calls
// wait until their clients have timed out, and the work for them is wasted. With it, a call that would wait too long
// is rejected at once, and admitted calls are answered in time.
//
// By Little's law a new call waits about as long as it takes to answer all calls in progress, so the bound is the
// number of calls that the bank has lately answered in the longest acceptable wait. It is measured, not configured,
// and applies wherever calls wait: in the event loop, in the ledger's queue or for a database connection.
import { type Caller, isOperator } from '../../operation/caller.ts'
import type { AnyOperation } from '../../operation/operation.ts'
import type { Call, Run } from '../../operation/pipeline.ts'
import { networkOf } from '../../platform/addresses.ts'
import { Overloaded } from './errors.ts'

/** A call that would wait longer than this is refused. */
const WAIT_MS_MAX = 500
/** Callers other than the one that causes the load may exceed the bound, up to this multiple of it. */
const ROOM_FOR_OTHERS = 2
/** How often the rate is measured, and how long a measurement has weight. */
const WINDOW_MS = 100
const MEMORY_MS = 500
/** The share of its time that the process may spend on answering refusals, and the minimum in each turn. */
const REFUSAL_SHARE = 0.1
const REFUSAL_MS_MIN = 1

export interface AdmissionOptions {
  /** Minimum of the bound: a stall of a slow disk must not cause rejections in a quiet bank. */
  readonly underWayMin: number
  /** In milliseconds, only ever going forward. */
  readonly now?: () => number
}

export class Admission {
  readonly #underWayMin: number
  readonly #now: () => number
  readonly #byCaller = new Map<string, number>()
  #underWay = 0
  #unrecognized = 0
  #perMs = 0
  #answered = 0
  #windowFrom: number
  readonly #refusals: (() => void)[] = []
  #refusedAt = 0

  constructor({ underWayMin, now = () => performance.now() }: AdmissionOptions) {
    this.#underWayMin = underWayMin
    this.#now = now
    this.#windowFrom = now()
  }

  /** The calls in progress. */
  get underWay(): number {
    return this.#underWay
  }

  /** The number of concurrent calls that are admitted at the moment. */
  get bound(): number {
    return Math.max(this.#underWayMin, this.#perMs * WAIT_MS_MAX)
  }

  /**
   * Whether a call of this caller is rejected. Operators never are, because they must be able to inspect the bank and
   * to act. Beyond the bound each caller may still have an equal share, so that one caller cannot starve the others.
   */
  isFull(caller: Caller): boolean {
    if (this.#underWay < this.#underWayMin || isOperator(caller)) return false
    this.#measure()
    const { bound } = this
    if (this.#underWay < bound) return false
    if (this.#underWay >= bound * ROOM_FOR_OTHERS) return true
    const own = this.#byCaller.get(nameOf(caller)) ?? 0
    return own >= bound / (this.#byCaller.size + (own === 0 ? 1 : 0))
  }

  /** Refuses calls when there are too many, and counts the others until they are done. */
  limit(run: Run): Run {
    const counted = this.count(run)
    return (op, call) =>
      this.isFull(call.caller) && !isAlwaysAnswered(op)
        ? Promise.reject(overloaded)
        : counted(op, call)
  }

  /** Only counts, for parts of a request that was admitted as a whole. */
  count(run: Run): Run {
    return async (op: AnyOperation, call: Call) => {
      const name = nameOf(call.caller)
      this.#underWay++
      this.#byCaller.set(name, (this.#byCaller.get(name) ?? 0) + 1)
      try {
        return await run(op, call)
      } finally {
        this.#leave(name)
      }
    }
  }

  /** Too many requests wait for the lookup of their credential; operators cannot be distinguished then. */
  get isSwamped(): boolean {
    return this.#unrecognized >= this.bound
  }

  /** Counts a request whose caller is being looked up. */
  recognizing(caller: Promise<unknown>): void {
    this.#unrecognized++
    const found = (): void => {
      this.#unrecognized--
    }
    caller.then(found, found)
  }

  /**
   * Answers a refusal in one of the next turns of the event loop, a few in each, so that most of the time is left for
   * the admitted calls. A rejected client may send the next request at once; if all were answered at once, the process
   * would do nothing but reject.
   */
  refuse(answer: () => void): void {
    this.#refusals.push(answer)
    if (this.#refusals.length > 1) return
    this.#refusedAt = this.#now()
    setImmediate(() => this.#answerRefusals())
  }

  #answerRefusals(): void {
    const from = this.#now()
    const until = from + Math.max(REFUSAL_MS_MIN, (from - this.#refusedAt) * REFUSAL_SHARE)
    for (let answer = this.#refusals.shift(); answer; answer = this.#refusals.shift()) {
      answer()
      if (this.#now() >= until) break
    }
    this.#refusedAt = this.#now()
    if (this.#refusals.length > 0) setImmediate(() => this.#answerRefusals())
  }

  #leave(name: string): void {
    this.#underWay--
    this.#answered++
    const left = this.#byCaller.get(name)! - 1
    if (left === 0) this.#byCaller.delete(name)
    else this.#byCaller.set(name, left)
    if (this.#answered % 64 === 0) this.#measure()
  }

  /** Older measurements fade, so that the bound follows the bank within about a second. */
  #measure(): void {
    const now = this.#now()
    const elapsed = now - this.#windowFrom
    if (elapsed < WINDOW_MS) return
    const weight = 1 - Math.exp(-elapsed / MEMORY_MS)
    this.#perMs += (this.#answered / elapsed - this.#perMs) * weight
    this.#answered = 0
    this.#windowFrom = now
  }
}

/** Made once, because the stack trace of an error is costly and says nothing here. */
export const overloaded = Overloaded({})

export const isAlwaysAnswered = (op: AnyOperation): boolean =>
  op.rest.some(({ alwaysAnswered }) => alwaysAnswered === true)

/** All credentials of a user, and all customers of a partner, have one share. */
const nameOf = ({ partner, credential, user, address }: Caller): string =>
  partner ?? credential?.user ?? user ?? credential?.id ?? networkOf(address)
