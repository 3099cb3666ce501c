// The order in which test files run.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LONGEST, order } from '../harness/order.ts'

const others = Array.from({ length: 20 }, (_, index) => `src/domains/x/file-${index}.test.ts`)
const files = [...others, ...LONGEST.toReversed()]
const sort = (seed: number) => order(files, seed, (path) => path)

describe('the order of test files', () => {
  it('begins with the longest', () => {
    expect(sort(1).slice(0, LONGEST.length)).toEqual(LONGEST)
  })

  it('is random for the others: the same for a seed, and another for another', () => {
    expect(sort(1)).toEqual(sort(1))
    expect(sort(1)).not.toEqual(sort(2))
    expect(sort(2).toSorted()).toEqual(files.toSorted())
    expect(sort(2).slice(LONGEST.length)).not.toEqual(others)
  })

  it('names only files that exist', () => {
    const root = new URL('../../', import.meta.url)
    expect(LONGEST.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([])
  })
})
