// A map that keeps about as many entries as it is told, the recently used ones. Two generations: what
// is asked for moves into the young one, and when that is full the old one is dropped. Cheaper than a
// list of uses, and which entry is dropped first matters little to a cache.

export class RecentMap<Key, Value> {
  private young = new Map<Key, Value>()
  private old = new Map<Key, Value>()
  private readonly youngMax: number

  constructor(max: number) {
    this.youngMax = Math.ceil(max / 2)
  }

  get(key: Key): Value | undefined {
    const value = this.young.get(key)
    if (value !== undefined || this.old.size === 0) return value
    const aged = this.old.get(key)
    if (aged === undefined) return undefined
    this.old.delete(key)
    this.set(key, aged)
    return aged
  }

  has(key: Key): boolean {
    return this.young.has(key) || this.old.has(key)
  }

  set(key: Key, value: Value): void {
    if (this.young.size >= this.youngMax && !this.young.has(key)) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
    this.old.delete(key)
  }

  delete(key: Key): void {
    this.young.delete(key)
    this.old.delete(key)
  }

  clear(): void {
    this.young.clear()
    this.old.clear()
  }
}
