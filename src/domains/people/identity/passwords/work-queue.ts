// Runs a limited number of tasks at once and lets a limited number wait. Waiting tasks are taken from each
// address in turn; when the queue is full, the address with the most waiting tasks loses its last one.

export interface WorkQueueOptions {
  readonly atOnce: number
  readonly waitingMax: number
  /** Makes the error for a task that the full queue rejects. */
  readonly refuse: () => Error
}

interface Waiting {
  readonly begin: () => void
  readonly reject: (error: Error) => void
}

export class WorkQueue {
  private readonly options: WorkQueueOptions
  /** The waiting tasks by address, in the order in which the addresses are served. */
  private readonly lines = new Map<string, Waiting[]>()
  private waiting = 0
  private running = 0

  constructor(options: WorkQueueOptions) {
    this.options = options
  }

  async run<Output>(address: string, work: () => Promise<Output>): Promise<Output> {
    if (this.running >= this.options.atOnce) await this.wait(address)
    else this.running++
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private wait(address: string): Promise<void> {
    const line = this.lines.get(address) ?? []
    if (this.waiting >= this.options.waitingMax && !this.makeRoom(line.length))
      return Promise.reject(this.options.refuse())
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.push({ begin: resolve, reject })
    this.lines.set(address, line)
    this.waiting++
    return promise
  }

  /** Rejects the last task of the longest line, unless the new task's own line would become as long. */
  private makeRoom(ownLength: number): boolean {
    const lines = [...this.lines.values()]
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length <= ownLength + 1) return false
    longest.pop()!.reject(this.options.refuse())
    this.waiting--
    return true
  }

  /** Called when a task ends: the next one takes its place. */
  private next(): void {
    const [first] = this.lines
    if (!first) {
      this.running--
      return
    }
    const [address, line] = first
    this.lines.delete(address)
    line.shift()!.begin()
    this.waiting--
    if (line.length > 0) this.lines.set(address, line)
  }
}
