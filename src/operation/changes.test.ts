// Tests of what the audit trail records of a change, and what it never does.
import { describe, expect, it } from 'vitest'
import { compare, STRUCK } from './changes.ts'

describe('what changed', () => {
  it('is each field that differs, at any depth, as text', () => {
    const before = {
      name: 'Shop',
      limit: 10n,
      since: new Date(0),
      flags: { open: true, late: null },
    }
    const after = { ...before, limit: 12n, flags: { open: false, late: '' }, tags: ['a'] }
    expect(compare(before, after)).toEqual([
      { field: 'limit', before: '10', after: '12' },
      { field: 'flags.open', before: 'true', after: 'false' },
      { field: 'tags', before: null, after: '["a"]' },
    ])
  })

  it('is found in lists whose members have a key, wherever they stand', () => {
    const list = (on: boolean) => [
      { feature: 'exchange', on },
      { feature: 'cards', on: true },
    ]
    const expected = [{ field: 'exchange.on', before: 'true', after: 'false' }]
    expect(compare(list(true), list(false))).toEqual(expected)
    expect(compare(list(true), list(false).toReversed())).toEqual(expected)
    expect(compare([], [{ id: 'a', name: 'token' }])).toEqual([
      { field: 'a.id', before: null, after: 'a' },
      { field: 'a.name', before: null, after: 'token' },
    ])
  })

  it('is everything of what is new or gone, and nothing of what stayed', () => {
    expect(compare(undefined, { name: 'Shop' })).toEqual([
      { field: 'name', before: null, after: 'Shop' },
    ])
    expect(compare({ name: 'Shop' }, undefined)).toEqual([
      { field: 'name', before: 'Shop', after: null },
    ])
    expect(compare({ name: 'Shop', updated_at: 1 }, { name: 'Shop', updated_at: 2 })).toEqual([])
  })

  it('is bounded: in fields, in length, and in depth', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n]))
    expect(compare(undefined, wide)).toHaveLength(50)
    const [long] = compare(undefined, { text: 'x'.repeat(10_000) })
    expect(long!.after!.length).toBeLessThan(400)
    let deep: object = { end: 1 }
    for (let n = 0; n < 1_000; n++) deep = n % 2 === 0 ? { deep } : { list: [deep] }
    expect(JSON.stringify(compare(undefined, deep)).length).toBeLessThan(20_000)
  })
})

describe('secrets and personal data', () => {
  it.each([
    'password',
    'password_hash',
    'api_key',
    'secret',
    'webhookSecret',
    'X-Api-Key',
    'headers',
    'metadata',
    'access_token',
    'recovery_codes',
    'private_key',
    'two_factor_secret',
    'email',
    'contact_email',
    'phone',
    'date_of_birth',
  ])('are not recorded, only that they changed: %s', (field) => {
    expect(compare({ [field]: 'alpha' }, { [field]: 'omega' })).toEqual([
      { field, before: STRUCK, after: STRUCK },
    ])
    const inside = compare({ of: { [field]: { a: 'alpha' } } }, { of: { [field]: { a: 'omega' } } })
    expect(JSON.stringify(inside)).not.toMatch(/alpha|omega/)
    const listed = compare({ list: [{ [field]: 'alpha' }] }, { list: [{ [field]: 'omega' }] })
    expect(JSON.stringify(listed)).not.toMatch(/alpha|omega/)
  })

  it('are recognized by their form, too, and in addresses', () => {
    const [key, jwt, url] = compare(undefined, {
      note: 'sk_live_0123456789abcdef',
      other: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA',
      url: 'https://ada:s3cret@example.com/hook?token=s3cret#s3cret',
    })
    expect(key!.after).toBe(STRUCK)
    expect(jwt!.after).toBe(STRUCK)
    expect(url!.after).toBe('https://example.com/hook')
  })

  it('are not what merely has such a word in its name', () => {
    const harmless = {
      key_prefix: 'fak_1234',
      asset_code: 'USD',
      code: 'USD',
      email_verified_at: '2026',
    }
    expect(compare(undefined, harmless).map(({ after }) => after)).not.toContain(STRUCK)
  })
})
