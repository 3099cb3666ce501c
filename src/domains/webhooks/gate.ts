// At most so many at the same time; the others wait their turn.

export class Gate {
  private free: number
  private readonly queue: (() => void)[] = []

  constructor(size: number) {
    this.free = size
  }

  async run<Output>(work: () => Promise<Output>): Promise<Output> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.queue.shift()
      if (next) next()
      else this.free++
    }
  }
}
