// Extension points: handlers are called in the order of the domains, added in setUp only, and read only afterwards.
import { describe, expect, it } from 'vitest'
import type { Bank } from './bank.ts'
import { assemble, defineDomain, type Domain } from './domain.ts'
import { extensionPoint, type Handlers, type SingleHandler } from './extension-point.ts'

type Greet = (name: string) => string

/** A new domain each time, because a point belongs to one assembly. */
const makeHost = () =>
  defineDomain({
    name: 'host',
    summary: 'Calls.',
    needs: {},
    setUp() {
      const arrived = extensionPoint<Greet>()
      return {
        exports: {
          arrived,
          greetAll: (name: string) => arrived.handlers.map((greet) => greet(name)),
        },
        operations: [],
      }
    },
  })
type Host = ReturnType<typeof makeHost>

const makeGuest = (host: Host, greeting: string): Domain =>
  defineDomain({
    name: greeting,
    summary: 'Listens.',
    needs: { host },
    setUp(_bank, _settings, needs) {
      needs.host.arrived.add((name) => `${greeting}, ${name}`)
      return { operations: [] }
    },
  })

const makeTeller = () =>
  defineDomain({
    name: 'teller',
    summary: 'Needs one count.',
    needs: {},
    setUp() {
      const cashCount = extensionPoint<() => number>('one')
      return { exports: { cashCount, count: () => cashCount.handler() }, operations: [] }
    },
  })

const makeVault = (teller: ReturnType<typeof makeTeller>, cash: number): Domain =>
  defineDomain({
    name: `vault-${cash}`,
    summary: 'Counts.',
    needs: { teller },
    setUp(_bank, _settings, needs) {
      needs.teller.cashCount.add(() => cash)
      return { operations: [] }
    },
  })

const bank = { metrics: { add: () => {} } } as unknown as Bank
const assembleAll = (...domains: readonly Domain[]) => assemble(domains, bank, new Map())

describe('an extension point', () => {
  it('calls the handlers in the order of the domains, wherever its own domain is in the list', () => {
    const host = makeHost()
    const [hello, welcome] = [makeGuest(host, 'Hello'), makeGuest(host, 'Welcome')]
    const greet = (...domains: Domain[]) =>
      assembleAll(...domains)
        .exportsOf(host)
        .greetAll('Ada')
    expect(greet(host, hello, welcome)).toEqual(['Hello, Ada', 'Welcome, Ada'])
    expect(greet(welcome, host, hello)).toEqual(['Welcome, Ada', 'Hello, Ada'])
    expect(greet(host)).toEqual([])
  })

  it('takes a handler in setUp only', () => {
    const host = makeHost()
    const { arrived, greetAll } = assembleAll(host).exportsOf(host)
    expect(() => arrived.add(() => 'Too late')).toThrow('already assembled')
    expect(greetAll('Ada')).toEqual([])
  })

  it('cannot be read in setUp, when other domains may still add a handler', () => {
    const host = makeHost()
    const hasty = defineDomain({
      name: 'hasty',
      summary: 'Reads.',
      needs: { host },
      setUp: (_bank, _settings, needs) => ({
        exports: { first: needs.host.greetAll('Ada') },
        operations: [],
      }),
    })
    expect(() => assembleAll(host, hasty)).toThrow('once the bank is assembled')
  })

  it('that is not among the exports of its domain cannot be read', () => {
    const hidden = extensionPoint<Greet>()
    const hiding = defineDomain({
      name: 'hiding',
      summary: 'Hides.',
      needs: {},
      setUp: () => ({ operations: [] }),
    })
    assembleAll(hiding)
    expect(() => hidden.handlers).toThrow('among the exports of a domain')
  })

  it('is found among exports of any form', () => {
    const host = makeHost()
    const exporting = (name: string, exports: unknown) =>
      defineDomain({
        name,
        summary: 'Exports.',
        needs: {},
        setUp: () => ({ exports, operations: [] }),
      })
    const others = [undefined, null, 'text', 3, () => 1, [], new Map()].map((exports, index) =>
      exporting(`other-${index}`, exports),
    )
    expect(
      assembleAll(...others, host)
        .exportsOf(host)
        .greetAll('Ada'),
    ).toEqual([])
  })

  it('is typed: it takes its own handlers, and is read as what it is', () => {
    const many = extensionPoint<Greet>()
    const one = extensionPoint<Greet>('one')
    // @ts-expect-error -- another function
    many.add((count: number) => count)
    // @ts-expect-error -- one handler has no list
    const list: Handlers<Greet> = one
    // @ts-expect-error -- a list is not one handler
    const single: SingleHandler<Greet> = many
    expect([list, single]).toEqual([one, many])
  })
})

describe('an extension point that takes one handler', () => {
  it('calls it', () => {
    const teller = makeTeller()
    expect(assembleAll(teller, makeVault(teller, 7)).exportsOf(teller).count()).toBe(7)
  })

  it('fails the assembly without one', () => {
    expect(() => assembleAll(makeTeller())).toThrow(
      'The extension point teller.cashCount takes exactly one handler; no domain adds one.',
    )
  })

  it('fails the assembly with two', () => {
    const teller = makeTeller()
    expect(() => assembleAll(teller, makeVault(teller, 1), makeVault(teller, 2))).toThrow(
      'The extension point teller.cashCount takes exactly one handler; 2 were added.',
    )
  })
})
