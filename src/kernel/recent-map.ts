// An LRU-like cache: a map that keeps about a given number of recently used entries, in two generations. A
// used entry moves to the young generation; when that is full, the old one is dropped. This is cheaper than an
// exact order of use, which matters little to a cache.
//
// Where entries differ in size, a bound on their number does not bound memory. Such a map also gets the weight
// of an entry and the largest total weight.

export interface Weight<Value> {
  readonly max: number
  of(value: Value): number
}

export class RecentMap<Key, Value> {
  private young = new Map<Key, Value>()
  private old = new Map<Key, Value>()
  private readonly youngMax: number
  private readonly weight: Weight<Value> | undefined
  /** The weight of the young generation, counted on entry; deleted entries are not subtracted. */
  private youngWeight = 0

  constructor(max: number, weight?: Weight<Value>) {
    this.youngMax = Math.ceil(max / 2)
    this.weight = weight
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

  /** An entry too heavy to be kept beside others is not kept at all. */
  set(key: Key, value: Value): void {
    const weight = this.weight?.of(value) ?? 0
    const weightMax = (this.weight?.max ?? Infinity) / 2
    this.old.delete(key)
    if (weight > weightMax) return void this.young.delete(key)
    const isFull = this.young.size >= this.youngMax && !this.young.has(key)
    if (isFull || this.youngWeight + weight > weightMax) {
      this.old = this.young
      this.young = new Map()
      this.youngWeight = 0
      this.old.delete(key)
    }
    this.young.set(key, value)
    this.youngWeight += weight
  }

  delete(key: Key): void {
    this.young.delete(key)
    this.old.delete(key)
  }

  clear(): void {
    this.young.clear()
    this.old.clear()
    this.youngWeight = 0
  }
}
