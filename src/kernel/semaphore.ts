// Runs a limited number of tasks at once and queues the others. The limit may change at any time.

export class Semaphore {
  private readonly width: () => number
  private inside = 0
  private readonly queue: (() => void)[] = []

  constructor(width: () => number) {
    this.width = width
  }

  async run<Output>(work: () => Promise<Output>): Promise<Output> {
    // A queued task is counted by `letIn`.
    if (this.inside < this.width()) this.inside++
    else await new Promise<void>((resolve) => this.queue.push(resolve))
    try {
      return await work()
    } finally {
      this.inside--
      this.letIn()
    }
  }

  /** Starts queued tasks up to the limit. With none running it starts at least one, or the queue would stall. */
  private letIn(): void {
    const room = Math.max(this.width() - this.inside, this.inside === 0 ? 1 : 0)
    for (const enter of this.queue.splice(0, Math.max(0, room))) {
      this.inside++
      enter()
    }
  }
}
