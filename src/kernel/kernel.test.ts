// Pure values: identifiers, JSON from outside, pages.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, isStorable, nestingDepth } from './json.ts'
import { boundedTotal, pageLinks, toPage } from './page.ts'
import { RecentMap } from './recent-map.ts'
import { isUuid, uuidv7 } from './uuid.ts'

/** The first id that does not come after the one before it. */
const firstDescent = (ids: readonly string[]): string | undefined =>
  ids.find((id, index) => index > 0 && id <= ids[index - 1]!)

describe('uuidv7', () => {
  it('is a version 7 UUID that sorts by time and does not repeat', () => {
    const seen = new Set<string>()
    let before = ''
    for (let ms = 0; ms < 2000; ms++) {
      const id = uuidv7(new Date(1_790_000_000_000 + ms))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(isUuid(id)).toBe(true)
      expect(id > before).toBe(true)
      seen.add((before = id))
    }
    const now = new Date()
    for (let i = 0; i < 5000; i++) seen.add(uuidv7(now))
    expect(seen.size).toBe(7000)
  })

  it('ascends within a millisecond', () => {
    const now = new Date(1_790_000_000_000)
    const ids = Array.from({ length: 20_000 }, () => uuidv7(now))
    expect(firstDescent(ids)).toBeUndefined()
  })

  it('ascends within a millisecond also when ids of other instants are made in between', () => {
    const now = new Date(1_790_000_000_001)
    const ids = Array.from({ length: 200 }, (_, index) => {
      uuidv7(new Date(1_780_000_000_000 + (index % 20)))
      return uuidv7(now)
    })
    expect(firstDescent(ids)).toBeUndefined()
  })
})

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0

describe('nestingDepth', () => {
  it('is the depth of what the text parses to', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(nestingDepth(JSON.stringify(value))).toBe(depthOf(value))
      }),
    )
  })
  it('is not fooled by brackets in strings', () => {
    expect(nestingDepth('{"a":"[[[{{\\"{["}')).toBe(1)
  })
})

describe('isStorable', () => {
  it('finds NUL and lone surrogates in values and keys at any depth', () => {
    expect(isStorable({ a: [{ b: 'fine, 🙂 too' }] })).toBe(true)
    for (const bad of ['\0', '\ud800', '\udc00x']) {
      expect(isStorable({ a: [{ b: bad }] })).toBe(false)
      expect(isStorable([{ [bad]: 1 }])).toBe(false)
    }
  })
})

describe('canonicalJson', () => {
  const shuffle = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffle)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, inner]) => [key, shuffle(inner)] as const)
        .toReversed(),
    )
  }
  it('is the same for the same content in any order, and means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(shuffle(value))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('boundedTotal', () => {
  it('is exact up to the bound; beyond it every full page has a next one', () => {
    expect(boundedTotal(9_999, 20, { page: 1, per_page: 20 })).toBe(9_999)
    expect(boundedTotal(10_001, 20, { page: 1, per_page: 20 })).toBe(10_000)
    expect(boundedTotal(10_001, 20, { page: 900, per_page: 20 })).toBe(18_001)
    expect(boundedTotal(10_001, 7, { page: 900, per_page: 20 })).toBe(17_987)
  })
})

describe('toPage', () => {
  it('counts from one, and says null where a page is empty', () => {
    const rows = ['a', 'b']
    expect(toPage(rows, 42, { page: 3, per_page: 20 }).meta).toEqual({
      current_page: 3,
      last_page: 3,
      per_page: 20,
      total: 42,
      from: 41,
      to: 42,
    })
    expect(toPage([], 0, { page: 1, per_page: 20 }).meta).toMatchObject({
      last_page: 1,
      from: null,
      to: null,
    })
  })
  it('links to its neighbours and keeps the rest of the query', () => {
    const { meta } = toPage(['a'], 50, { page: 2, per_page: 20 })
    const links = pageLinks(meta, 'http://x/y', new URLSearchParams('status=open&page=2'))
    expect(links).toEqual({
      first: 'http://x/y?status=open&page=1',
      last: 'http://x/y?status=open&page=3',
      prev: 'http://x/y?status=open&page=1',
      next: 'http://x/y?status=open&page=3',
    })
  })
})

describe('RecentMap', () => {
  it('keeps recently used entries, and about the given number of them', () => {
    const map = new RecentMap<number, string>(10)
    for (let i = 0; i < 100; i++) {
      map.set(i, `value ${i}`)
      expect(map.get(0)).toBe('value 0')
    }
    const kept = Array.from({ length: 100 }, (_, i) => i).filter((i) => map.has(i))
    expect(kept.length).toBeLessThanOrEqual(10)
    expect(kept).toContain(99)
  })

  it('never exceeds the given total weight', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(150)), { maxLength: 200 }), (entries) => {
        const map = new RecentMap<number, number>(1_000, { max: 200, of: (weight) => weight })
        for (const [key, weight] of entries) {
          map.set(key, weight)
          expect(map.get(key)).toBe(weight <= 100 ? weight : undefined)
          let total = 0
          for (let i = 0; i <= 20; i++) if (map.has(i)) total += peek(map, i)
          expect(total).toBeLessThanOrEqual(200)
        }
      }),
    )
  })
})

/** Reads without moving the entry into the young generation. */
const peek = (map: RecentMap<number, number>, key: number): number => {
  const { young, old } = map as unknown as Record<'young' | 'old', Map<number, number>>
  return young.get(key) ?? old.get(key) ?? 0
}
