// One side of a book: orders sorted by price, and within a price by arrival.
import type { Order } from './order-book.ts'

interface Level {
  readonly price: bigint
  /** A map keeps the order of insertion. */
  readonly orders: Map<string, Order>
}

export type BookSide = Pick<Ladder, 'add' | 'remove' | 'list' | 'first'>

export class Ladder {
  /** The best price is last, because removing from the end of an array is cheap. */
  private readonly levels: Level[] = []
  private readonly lowFirst: boolean

  constructor(which: 'low first' | 'high first') {
    this.lowFirst = which === 'low first'
  }

  add(order: Order, price: bigint): void {
    const index = this.find(price)
    const level = this.levels[index]
    if (level?.price === price) level.orders.set(order.id, order)
    else this.levels.splice(index, 0, { price, orders: new Map([[order.id, order]]) })
  }

  remove(order: Order, price: bigint): void {
    const index = this.find(price)
    const level = this.levels[index]
    if (level?.price !== price || !level.orders.delete(order.id))
      throw new Error(`order ${order.id} is not in the book at ${price}`)
    if (level.orders.size === 0) this.levels.splice(index, 1)
  }

  first(): Order | undefined {
    return this.levels.at(-1)?.orders.values().next().value
  }

  *list(): Generator<Order> {
    for (let index = this.levels.length - 1; index >= 0; index--)
      yield* this.levels[index]!.orders.values()
  }

  /** The index of the price's level, or the index at which to insert it. */
  private find(price: bigint): number {
    let low = 0
    let high = this.levels.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.levels[middle]!.price
      const goesAfter = this.lowFirst ? other > price : other < price
      if (goesAfter) low = middle + 1
      else high = middle
    }
    return low
  }
}
