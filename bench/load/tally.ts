// Counts answers and keeps the latency of each until the end, so that percentiles are exact.
import type { Latency, LoadResult } from './plan.ts'

const isSuccess = (status: number): boolean => status >= 200 && status < 300

export class Tally {
  readonly #startedAt = performance.timeOrigin + performance.now()
  #micros = new Uint32Array(1 << 16)
  #counted = 0
  #answers = 0
  #refused = 0
  #firstRefusal: string | undefined
  #firstSuccess: string | undefined

  readonly wantsBody = (status: number): boolean =>
    (isSuccess(status) ? this.#firstSuccess : this.#firstRefusal) === undefined

  answer(status: number, body: string | undefined): void {
    this.#answers++
    if (isSuccess(status)) {
      this.#firstSuccess ??= body
    } else {
      this.#refused++
      this.#firstRefusal ??= `${status} ${body}`
    }
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
      perSecond: (this.#counted / countedMilliseconds) * 1000,
      latency: this.#readLatency(),
      answers: this.#answers,
      refused: this.#refused,
      firstRefusal: this.#firstRefusal,
      firstSuccess: this.#firstSuccess,
      startedAt: this.#startedAt,
    }
  }

  #readLatency(): Latency {
    const sorted = this.#micros.subarray(0, this.#counted).toSorted()
    const read = (share: number): number => (sorted[Math.floor(sorted.length * share)] ?? 0) / 1000
    return { p50: read(0.5), p95: read(0.95), p99: read(0.99) }
  }
}
