// Pure values: identifiers, JSON from outside, pages.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, isStorable, nestingDepth } from './json.ts'
import { pageLinks, toPage } from './page.ts'
import { isUuid, uuidv7 } from './uuid.ts'

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
    const ids = Array.from({ length: 2000 }, () => uuidv7(now))
    expect(ids).toEqual(ids.toSorted())
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
