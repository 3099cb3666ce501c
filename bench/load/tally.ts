// Counts answers and keeps the latency of each until the end, so that percentiles are exact. The bench is told when
// the counting begins and ends, so that it reads the processor time of the servers at these moments.
import type { Latency, LoadResult } from './plan.ts'

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The bank has too much to do. */
export const isRefusedForNow = (status: number): boolean => status === 503

/** Sent to the bench, which is the parent of this process. */
export type Mark = { readonly counting: 'begins' | 'ends' }

export class Tally {
  readonly #startedAt = performance.timeOrigin + performance.now()
  #micros = new Uint32Array(1 << 16)
  #counted = 0
  #ownCpu: NodeJS.CpuUsage | undefined
  #ownMicros = 0
  #answers = 0
  #refused = 0
  #firstRefusal: string | undefined
  #firstSuccess: string | undefined
  readonly #mayRefuse: boolean
  #hasChecked = false

  /** With `mayRefuse` a 503 is no failure. */
  constructor({ mayRefuse = false } = {}) {
    this.#mayRefuse = mayRefuse
  }

  readonly wantsBody = (status: number): boolean => {
    if (isSuccess(status)) return this.#firstSuccess === undefined
    return this.#mayRefuse && isRefusedForNow(status)
      ? !this.#hasChecked
      : this.#firstRefusal === undefined
  }

  answer(status: number, body: string | undefined, head?: string): void {
    this.#answers++
    if (this.#mayRefuse && isRefusedForNow(status)) {
      this.#checkRefusal(head, body)
      return
    }
    if (isSuccess(status)) {
      this.#firstSuccess ??= body
    } else {
      this.#refused++
      this.#firstRefusal ??= `${status} ${body}`
    }
  }

  /** The warm-up is over. */
  begin(): void {
    mark('begins')
    this.#ownCpu = process.cpuUsage()
  }

  /** What is answered from now on is not counted. */
  end(): void {
    mark('ends')
    const { user, system } = process.cpuUsage(this.#ownCpu)
    this.#ownMicros = user + system
  }

  /** Only for answers after the warm-up. */
  count(milliseconds: number): void {
    if (this.#counted === this.#micros.length) {
      const larger = new Uint32Array(this.#counted * 2)
      larger.set(this.#micros)
      this.#micros = larger
    }
    this.#micros[this.#counted++] = milliseconds * 1000
  }

  finish(countedMilliseconds: number): LoadResult {
    return {
      counted: this.#counted,
      perSecond: (this.#counted / countedMilliseconds) * 1000,
      ownMicros: this.#ownMicros,
      latency: this.#readLatency(),
      answers: this.#answers,
      refused: this.#refused,
      firstRefusal: this.#firstRefusal,
      firstSuccess: this.#firstSuccess,
      startedAt: this.#startedAt,
    }
  }

  /** The first refusal stands for all: it has to say when to come back, in the usual envelope. */
  #checkRefusal(head: string | undefined, body: string | undefined): void {
    if (this.#hasChecked) return
    this.#hasChecked = true
    if (!/^retry-after: \d+$/im.test(head ?? '') || !body?.includes('"code":"OVERLOADED"'))
      throw new Error(`a refusal without Retry-After or its code: ${head}\n${body}`)
  }

  #readLatency(): Latency {
    const sorted = this.#micros.subarray(0, this.#counted).toSorted()
    const read = (share: number): number => (sorted[Math.floor(sorted.length * share)] ?? 0) / 1000
    return { p50: read(0.5), p95: read(0.95), p99: read(0.99) }
  }
}

const mark = (counting: Mark['counting']): void => void process.send?.({ counting })
