// Draws the two accounts of a request, as positions in the list of accounts.
import type { Choice } from './plan.ts'
import type { Random } from './random.ts'

/** Reused for every draw, because the garbage of new objects would cost the bank processor time. */
export interface Pair {
  from: number
  to: number
}

export function makePicker(choice: Choice, count: number, random: Random): (pair: Pair) => void {
  const other = (one: number): number => (one + 1 + Math.floor(random() * (count - 1))) % count
  if (choice === 'spread')
    return (pair) => {
      pair.from = Math.floor(random() * count)
      pair.to = other(pair.from)
    }
  if (choice === 'hot')
    return (pair) => {
      const isOut = random() < 0.5
      pair.from = isOut ? 0 : other(0)
      pair.to = isOut ? other(0) : 0
    }
  const drawRank = makeZipf(count, random)
  return (pair) => {
    pair.from = drawRank()
    const to = drawRank()
    pair.to = to === pair.from ? (to + 1) % count : to
  }
}

/** Exponent 1: rank n is drawn 1/n as often as the first. */
function makeZipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return () => {
    const wanted = random() * sum
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
