// Caches the next position of a text, so that a query for every token costs no more than a single one.
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

  /** Whether it occurs between two positions; positions must not decrease. */
  isBefore(end: number, from: number): boolean {
    if (this.found < from) {
      const next = this.buffer.indexOf(this.text, from)
      this.found = next === -1 ? Number.POSITIVE_INFINITY : next
    }
    return this.found < end
  }
}
