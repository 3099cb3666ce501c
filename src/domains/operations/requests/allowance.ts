// A rate with a burst: what was not taken adds up to the burst. A taker may overdraw it once, and then waits longer.
export class Allowance {
  private left: number
  private atMs: number
  private readonly burst: number
  private readonly perSecond: number

  constructor(rate: { readonly burst: number; readonly perSecond: number }, nowMs: number) {
    this.burst = this.left = rate.burst
    this.perSecond = rate.perSecond
    this.atMs = nowMs
  }

  /** Whether at least this much is left now. */
  has(amount: number, nowMs: number): boolean {
    const earned = (Math.max(0, nowMs - this.atMs) / 1000) * this.perSecond
    this.left = Math.min(this.burst, this.left + earned)
    this.atMs = nowMs
    return this.left >= amount
  }

  take(amount: number): void {
    this.left -= amount
  }
}
