// Runs at most so many tasks at once, a number that may change from moment to moment; others wait in line.

export class Semaphore {
  private readonly width: () => number
  private inside = 0
  private readonly queue: (() => void)[] = []

  constructor(width: () => number) {
    this.width = width
  }

  async run<Output>(work: () => Promise<Output>): Promise<Output> {
    // Whoever waits is counted by the one who lets them in.
    if (this.inside < this.width()) this.inside++
    else await new Promise<void>((resolve) => this.queue.push(resolve))
    try {
      return await work()
    } finally {
      this.inside--
      this.letIn()
    }
  }

  /** As many as there is room for; at least one, or nobody would ever be let in again. */
  private letIn(): void {
    const room = Math.max(this.width() - this.inside, this.inside === 0 ? 1 : 0)
    for (const enter of this.queue.splice(0, Math.max(0, room))) {
      this.inside++
      enter()
    }
  }
}
