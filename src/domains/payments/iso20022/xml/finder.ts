// Knows where a text stands next, so that asking for every token costs no more than asking once.
export class Finder {
  private readonly text: string
  private buffer = ''
  found = -1

  constructor(text: string) {
    this.text = text
  }

  restart(buffer: string): void {
    this.buffer = buffer
    this.found = -1
  }

  /** Whether it stands from one place on and before another; places only grow. */
  isBefore(end: number, from: number): boolean {
    if (this.found < from) {
      const next = this.buffer.indexOf(this.text, from)
      this.found = next === -1 ? Number.POSITIVE_INFINITY : next
    }
    return this.found < end
  }
}
