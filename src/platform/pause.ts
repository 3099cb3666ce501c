// Background work that can be held back for a while: jobs, and readers of the event log. Calls are not concerned.

export class Pause {
  private readonly ends = new Set<Promise<void>>()

  get isOn(): boolean {
    return this.ends.size > 0
  }

  /** Returns the function that ends it. Several may be on at the same time. */
  begin(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ends.add(promise)
    return () => {
      this.ends.delete(promise)
      resolve()
    }
  }

  /** Resolves when none is on. */
  async over(): Promise<void> {
    while (this.isOn) await Promise.all(this.ends)
  }
}
