// A map that keeps about as many entries as it is told, the recently used ones. Two generations: what
// is asked for moves into the young one, and when that is full the old one is dropped. Cheaper than a
// list of uses, and which entry is dropped first matters little to a cache.
//
// Where entries differ in size, a bound on their number is none on memory: such a map is also told how
// much one weighs, and how much all may weigh together.

export interface Weight<Value> {
  readonly max: number
  of(value: Value): number
}

export class RecentMap<Key, Value> {
  private young = new Map<Key, Value>()
  private old = new Map<Key, Value>()
  private readonly youngMax: number
  private readonly weight: Weight<Value> | undefined
  /** Of the young ones, counted when they come in; what is deleted early is still counted. */
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

  /** What is too heavy to be kept together with anything else is not kept. */
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
