// Work that only so many may do at once, while a bounded number waits. Those who wait are served in turn,
// one of each address; when there is no more room, whoever has most waiting gives way.

export interface WorkQueueOptions {
  readonly atOnce: number
  readonly waitingMax: number
  /** What those for whom there is no room are told. */
  readonly refuse: () => Error
}

interface Waiting {
  readonly begin: () => void
  readonly reject: (error: Error) => void
}

export class WorkQueue {
  private readonly options: WorkQueueOptions
  /** By address, in the order in which they are served next. */
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

  /** Sends away the last of the longest line, unless the newcomer would make another as long. */
  private makeRoom(ownLength: number): boolean {
    const lines = [...this.lines.values()]
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length <= ownLength + 1) return false
    longest.pop()!.reject(this.options.refuse())
    this.waiting--
    return true
  }

  /** Whoever begins takes the place of whoever has ended. */
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
