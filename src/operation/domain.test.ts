// Domains are put together in order, see of each other what they need, and stop after their dependants.
import { describe, expect, it, vi } from 'vitest'
import { choice, defineSettings } from '../platform/settings.ts'
import type { Bank } from './bank.ts'
import { anonymousCaller } from './caller.ts'
import { assemble, type Cache, defineDomain, readDomainSettings } from './domain.ts'
import { endOf } from './event-log.ts'
import { OpenStreams } from './open-streams.ts'

const streams = new OpenStreams()
const bank = { streams, metrics: { add: () => {} } } as unknown as Bank
const none = new Map()

const till = defineDomain({
  name: 'till',
  summary: 'Coins.',
  needs: {},
  setUp: () => ({ exports: { coins: 3 }, operations: [] }),
})

describe('assemble', () => {
  it('hands a domain the exports of those that it needs, in whatever order they are listed', () => {
    const shop = defineDomain({
      name: 'shop',
      summary: 'Sells.',
      needs: { till },
      setUp(_bank, _settings, needs) {
        // @ts-expect-error -- not needed, not there
        expect(needs.ledger).toBeUndefined()
        return { exports: { double: needs.till.coins * 2 }, operations: [] }
      },
    })
    expect(assemble([till, shop], bank, none).exportsOf(shop).double).toBe(6)
    expect(assemble([shop, till], bank, none).exportsOf(shop).double).toBe(6)
    expect(() => assemble([shop], bank, none)).toThrow('shop needs till, which is not in the list.')
  })

  it('gives each domain its own settings, read before anything is set up', () => {
    const settings = defineSettings({ COLOUR: choice('Of the sign.', 'red', ['red', 'blue']) })
    const sign = defineDomain({
      name: 'sign',
      summary: 'Opens.',
      settings,
      needs: {},
      setUp: (_bank, { COLOUR }) => ({ exports: COLOUR, operations: [] }),
    })
    const read = (env: Record<string, string>) =>
      readDomainSettings([till, sign], env, { production: false })
    expect(assemble([sign], bank, read({ COLOUR: 'blue' })).exportsOf(sign)).toBe('blue')
    expect(assemble([sign], bank, read({})).exportsOf(sign)).toBe('red')
    expect(() => read({ COLOUR: 'green' })).toThrow(/^COLOUR must be "red" or "blue"/)
  })

  it('starts in the order of the list and stops a domain after all that need it', async () => {
    const log: string[] = []
    const worker = (name: string, gate?: Promise<void>) => ({
      start: () => void log.push(`start ${name}`),
      release: () => void log.push(`release ${name}`),
      async stop() {
        await gate
        log.push(`stop ${name}`)
      },
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    const base = defineDomain({
      name: 'base',
      summary: 'Below.',
      needs: {},
      setUp: () => ({ operations: [], workers: [worker('base'), worker('base 2')] }),
    })
    const slow = defineDomain({
      name: 'slow',
      summary: 'Above.',
      needs: { base },
      setUp: () => ({ operations: [], workers: [worker('slow', promise)] }),
    })
    const quick = defineDomain({
      name: 'quick',
      summary: 'Beside.',
      needs: {},
      setUp: () => ({ operations: [], workers: [worker('quick')] }),
    })
    const assembly = assemble([base, slow, quick], bank, none)
    await assembly.start()
    assembly.release()
    const stopping = assembly.stop()
    await Promise.resolve()
    resolve()
    await stopping
    expect(log.slice(0, 8)).toEqual([
      ...['base', 'base 2', 'slow', 'quick'].map((name) => `start ${name}`),
      ...['base', 'base 2', 'slow', 'quick'].map((name) => `release ${name}`),
    ])
    expect(log.slice(8)).toEqual(['stop quick', 'stop slow', 'stop base 2', 'stop base'])
  })

  it('lets one domain open the streams of events', async () => {
    const noEvents = { place: () => endOf(0), [Symbol.asyncIterator]: async function* () {} }
    const opening = (name: string) =>
      defineDomain({
        name,
        summary: 'Streams.',
        needs: {},
        setUp: () => ({ operations: [], listen: async () => noEvents }),
      })
    const ctx = { caller: anonymousCaller('test') }
    await expect(assemble([opening('log')], bank, none).listen({}, ctx)).resolves.toBeDefined()
    await expect(assemble([till], bank, none).listen({}, ctx)).rejects.toThrow('No domain opens')
    expect(() => assemble([opening('a'), opening('b')], bank, none)).toThrow('Two domains open')
  })

  it('forgets by topic, and everything when announcements were missed', () => {
    const forgotten: string[] = []
    const cached = (name: string, topic: string) =>
      defineDomain({
        name,
        summary: 'Remembers.',
        needs: {},
        setUp: () => ({
          operations: [],
          caches: [
            {
              topic,
              forget: (key) => void forgotten.push(`${name} ${key}`),
              forgetAll: () => void forgotten.push(`${name} all`),
            },
          ],
        }),
      })
    const assembly = assemble([cached('a', 'x'), cached('b', 'x'), cached('c', 'y')], bank, none)
    assembly.forget('x', '1')
    assembly.forgetAll()
    expect(forgotten).toEqual(['a 1', 'b 1', 'a all', 'b all', 'c all'])
  })

  it('recognizes callers again when something decided about them', () => {
    const asked = vi.spyOn(streams, 'recognizeAgain')
    const deciding = (topic: string, about: Pick<Cache, 'decidesAbout'>) =>
      defineDomain({
        name: topic,
        summary: 'Decides.',
        needs: {},
        setUp: () => ({
          operations: [],
          caches: [{ topic, forget: () => {}, forgetAll: () => {}, ...about }],
        }),
      })
    const assembly = assemble(
      [
        deciding('colour', {}),
        deciding('key', { decidesAbout: 'the credential' }),
        deciding('tenant', { decidesAbout: 'all callers' }),
      ],
      bank,
      none,
    )
    for (const topic of ['colour', 'key', 'tenant']) assembly.forget(topic, '1')
    assembly.forgetAll()
    expect(asked.mock.calls).toEqual([['1'], [], []])
  })
})
