// The rules of addresses and pointers, over arbitrary input.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ADDRESS_LENGTH_MAX,
  isAddress,
  isRoutable,
  OwnAddresses,
  readPointer,
  toAddress,
  toPointer,
  urlOf,
} from './addresses.ts'

const own = new OwnAddresses('florin', () => 'Bank.Example:8080')
const segment = fc.stringMatching(/^[A-Za-z0-9~]{1,12}$/)
const address = fc
  .array(segment, { minLength: 1, maxLength: 8 })
  .map((segments) => `g.${segments.join('.')}`)

describe('addresses', () => {
  it.each([
    ['g.florin.user.alice', true],
    ['test.florin.conn.a_b~c-d', true],
    ['g', false],
    ['g.', false],
    ['g..a', false],
    ['g.a.', false],
    ['x.a', false],
    ['g.a b', false],
    ['g.ä', false],
    ['g.a/b', false],
    [`g.${'a'.repeat(ADDRESS_LENGTH_MAX - 2)}`, true],
    [`g.${'a'.repeat(ADDRESS_LENGTH_MAX - 1)}`, false],
  ])('%s: %s', (text, expected) => {
    expect(isAddress(text)).toBe(expected)
  })

  it.each(['self.a', 'peer.a', 'local.a', 'private.a', 'example.a'])('%s is not paid', (text) => {
    expect(isAddress(text)).toBe(true)
    expect(isRoutable(text)).toBe(false)
  })

  it('have characters of the list only, and no more than fit', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 60 }), address), (text) => {
        if (isAddress(text)) expect(text).toMatch(/^[A-Za-z0-9_~.-]{3,1023}$/)
      }),
    )
  })
})

describe('pointers', () => {
  it.each([
    ['$wallet.example/alice', 'g.wallet.example.alice', 'https://wallet.example/alice'],
    ['$Wallet.Example', 'g.wallet.example', 'https://wallet.example/.well-known/pay'],
    ['$a-b.example/c_d/e-f', 'g.a.b.example.c.d.e.f', 'https://a-b.example/c_d/e-f'],
    ['https://wallet.example/alice/', 'g.wallet.example.alice', 'https://wallet.example/alice'],
  ])('%s', (text, expected, url) => {
    const pointer = readPointer(text)!
    expect(toAddress(pointer)).toBe(expected)
    expect(urlOf(pointer)).toBe(url)
  })

  it.each([
    '',
    '$',
    '$/alice',
    'wallet.example/alice',
    'http://wallet.example/alice',
    '$user:password@wallet.example/alice',
    '$wallet.example@evil.example/alice',
    '$wallet.example/../admin',
    '$wallet.example/./admin',
    '$wallet..example/alice',
    '$[::1]/alice',
    '$wallet.example/a?b=c',
    '$wallet.example/a#b',
    '$wallet.example/a%2fb',
    '$wallet.example/a b',
    '$wallet.example\\@evil.example',
    `$${'a'.repeat(2000)}`,
  ])('%s is none', (text) => {
    expect(readPointer(text)).toBeUndefined()
  })

  it('resolve to the host and path that they show, and to no other', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (host, path) => {
        const pointer = readPointer(`$${host}/${path}`)
        if (!pointer) return
        const url = new URL(urlOf(pointer))
        expect(url.protocol).toBe('https:')
        expect(url.username + url.password + url.search + url.hash).toBe('')
      }),
    )
    fc.assert(
      fc.property(fc.domain(), fc.array(segment, { maxLength: 4 }), (host, segments) => {
        const pointer = readPointer(`$${[host, ...segments].join('/')}`)!
        const url = new URL(urlOf(pointer))
        expect(url.hostname).toBe(host.toLowerCase())
        if (segments.length > 0) expect(url.pathname).toBe(`/${segments.join('/')}`)
        expect(isAddress(toAddress(pointer)!)).toBe(true)
      }),
    )
  })

  it('and addresses of lower-case hosts convert both ways without loss', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]{1,12}$/),
        fc.array(fc.stringMatching(/^[A-Za-z0-9~]{1,12}$/), { maxLength: 6 }),
        (host, path) => {
          const text = ['g', host, ...path].join('.')
          expect(toAddress(readPointer(toPointer(text)!)!)).toBe(text)
        },
      ),
    )
  })
})

describe('own addresses', () => {
  const environments = ['live', 'sandbox'] as const

  it('are read back as what they were made of, and only in their environment', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        fc.constantFrom(...environments),
        (account, other, environment) => {
          const elsewhere = environment === 'live' ? 'sandbox' : 'live'
          const cases = [
            [own.ofAccount(environment, account), { account, incoming: null }],
            [own.ofIncoming(environment, account, other), { account, incoming: other }],
            [own.ofConnection(environment, other), { connection: other }],
          ] as const
          for (const [text, place] of cases) {
            expect(isAddress(text)).toBe(true)
            expect(own.read(text, environment)).toEqual(place)
            expect(own.read(text, elsewhere)).toBeUndefined()
          }
        },
      ),
    )
  })

  it('are reached by pointers to the bank’s host or name', () => {
    fc.assert(
      fc.property(fc.uuid(), (account) => {
        for (const text of [
          `$florin/user/${account}`,
          `$florin/${account}`,
          `$bank.example:8080/${account}`,
          `https://bank.example:8080/user/${account}`,
        ]) {
          const pointer = readPointer(text)!
          expect(own.isOwnHost(pointer)).toBe(true)
          const ilp = own.fromOwnPointer(pointer, 'live')!
          expect(own.read(ilp, 'live')).toEqual({ account, incoming: null })
        }
        // The general rule turns dashes into dots, and means the same account.
        const dotted = toAddress(readPointer(`$florin/user/${account}`)!)!
        expect(own.read(dotted, 'live')).toEqual({ account, incoming: null })
      }),
    )
  })

  it.each([
    'g.florin.user.x',
    'g.florin.user',
    'g.florin.treasury.0',
    'g.florinx.user.0',
    'g.other.a',
  ])('%s leads nowhere', (text) => {
    expect(own.read(text, 'live')).toBeUndefined()
  })
})
