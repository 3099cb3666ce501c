// Followers on one database with readers that only record their stretches. The test sets the time, so that a slow
// machine changes nothing.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pause } from '../platform/pause.ts'
import { createDatabase, TestClock } from '../../test/harness/bank.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { Follower } from './follower.ts'
import type { Horizon } from './horizon.ts'
import type { EventLog } from './event-log.ts'
import { listReaders, lockReader } from './log-store.ts'
import type { ReaderDef } from './reader.ts'

let home: Awaited<ReturnType<typeof createDatabase>>
let database: Database
let pause: Pause
let elapsed: number
let end: number

beforeEach(async () => {
  home = await createDatabase()
  database = openDatabase(home.address, { connectionsMax: 8, onError: () => {} })
  elapsed = 0
  pause = new Pause()
  end = 0
})
afterEach(async () => {
  await database.close()
  await home.drop()
})

const follow = (...readers: ReaderDef[]): Follower =>
  new Follower({
    db: database.write,
    log: {} as EventLog,
    horizon: { advance: async () => end, isOpen: false } as unknown as Horizon,
    clock: new TestClock(),
    logger: pino({ level: 'silent' }),
    readers,
    pause,
    isWatched: () => false,
    onGrown: () => {},
    elapsedMs: () => elapsed,
  })

/** Lets the log grow for some time while the nodes look, one after the other, as often as they want to. */
async function pass(
  nodes: readonly Follower[],
  { ms, growth, settle = true }: { ms: number; growth: number; settle?: boolean },
): Promise<number[]> {
  const pauses: number[] = []
  const next = nodes.map(() => elapsed)
  for (const until = elapsed + ms; elapsed < until; elapsed += 50) {
    end += growth
    for (const [at, node] of nodes.entries()) {
      if (next[at]! > elapsed) continue
      pauses[at] = await node.look()
      next[at] = elapsed + pauses[at]
      if (settle) await node.finishReading()
    }
  }
  return pauses
}

interface Note {
  readonly node: number
  readonly from: number
  readonly to: number
}

const noting = (name: string, notes: Note[], node = 0, more: Partial<ReaderDef> = {}) =>
  ({
    name,
    read: async (
      _tx: unknown,
      _log: unknown,
      { after, until }: { after: { position: number }; until: number },
    ) => {
      const position = Math.min(until, after.position + 200)
      notes.push({ node, from: after.position, to: position })
      return { position, events: 1 }
    },
    ...more,
  }) satisfies ReaderDef

describe('a reader', () => {
  it('does nothing during a pause, and goes on after it', async () => {
    const notes: Note[] = []
    const node = follow(noting('paused', notes))
    const [first, second] = [pause.begin(), pause.begin()]
    await pass([node], { ms: 1_500, growth: 20 })
    first()
    await pass([node], { ms: 1_500, growth: 20 })
    expect(notes).toEqual([])
    second()
    await pass([node], { ms: 1_500, growth: 20 })
    expect(notes[0]).toMatchObject({ from: 0 })
  })

  it('is left to one node, each stretch is read once, and another goes on when that node stops', async () => {
    const notes: Note[] = []
    const nodes = [0, 1].map((node) => follow(noting('shared', notes, node)))
    const pauses = await pass(nodes, { ms: 3_000, growth: 20 })
    expect(notes.length).toBeGreaterThan(15)
    const reading = notes.at(-1)!.node
    expect([pauses[reading], pauses[1 - reading]]).toEqual([50, 250])
    expect(notes.slice(2).filter(({ node }) => node !== reading)).toEqual([])

    await nodes[reading]!.stop()
    const { length } = notes
    await pass([nodes[1 - reading]!], { ms: 2_200, growth: 20 })
    expect(notes.slice(length).every(({ node }) => node === 1 - reading)).toBe(true)
    expect(notes.at(-1)!.to).toBeGreaterThan(end - 100)
    notes.forEach(({ from }, at) => expect(from).toBe(at === 0 ? 0 : notes[at - 1]!.to))
  })

  it('stays with its node when another only looks at that moment', async () => {
    const notes: Note[] = []
    const node = follow(noting('shared', notes))
    await pass([node], { ms: 500, growth: 20 })
    const { length } = notes
    await database.write.transaction().execute(async (tx) => {
      expect(await lockReader(tx, 'shared')).toBe(notes.at(-1)!.to)
      await pass([node], { ms: 200, growth: 20 })
      expect(notes.length).toBe(length)
    })
    await pass([node], { ms: 200, growth: 20 })
    expect(notes.length).toBeGreaterThan(length)
  })

  it('that takes long does not hold up the others', async () => {
    const notes: Note[] = []
    let goOn = (): void => {}
    const waiting = new Promise<void>((resolve) => (goOn = resolve))
    const slow = noting('slow', [], 0, {
      read: async (_tx, _log, { until }) => {
        await waiting
        return { position: until, events: 0 }
      },
    })
    const node = follow(noting('quick', notes), slow)
    const lookOn = async (): Promise<number> => {
      await pass([node], { ms: 200, growth: 1, settle: false })
      return notes.length
    }
    await expect.poll(lookOn, { timeout: 120_000 }).toBeGreaterThan(5)
    goOn()
    await node.stop()
  })

  it('that is idle skips what it did not need, stays with its node, and reads on when it is needed', async () => {
    const notes: Note[] = []
    const isIdle = sql<boolean>`not exists (select from platform.settings where name = 'needed')`
    const nodes = [0, 1].map((node) => follow(noting('maybe', notes, node, { isIdle })))
    const pauses = await pass(nodes, { ms: 3_000, growth: 20 })
    expect(pauses.toSorted()).toEqual([250, 50])
    expect(notes).toEqual([])
    const { position: skipped } = (await listReaders(database.read))[0]!
    expect(skipped).toBeGreaterThan(end - 100)

    await sql`insert into platform.settings (name, value) values ('needed', '1')`.execute(
      database.write,
    )
    await pass(nodes, { ms: 500, growth: 20 })
    expect(notes[0]!.from).toBe(skipped)
    expect(notes.at(-1)!.to).toBeGreaterThan(end - 100)
  })

  it('that gives way reads about once a second in a quiet bank', async () => {
    const prompt: Note[] = []
    const lazy: Note[] = []
    const node = follow(noting('prompt', prompt), noting('lazy', lazy, 0, { givesWay: true }))
    await pass([node], { ms: 4_000, growth: 1 })
    expect(prompt.length).toBeGreaterThan(20)
    expect(lazy.length).toBeGreaterThanOrEqual(3)
    expect(lazy.length).toBeLessThan(6)
    await pass([node], { ms: 2_000, growth: 0 })
    expect(lazy.at(-1)!.to).toBe(end)
  })

  it('that gives way reads little while the log grows fast, and all of it afterwards', async () => {
    const prompt: Note[] = []
    const lazy: Note[] = []
    const working = noting('lazy', lazy, 0, { givesWay: true })
    const node = follow(noting('prompt', prompt), {
      ...working,
      read: async (tx, log, stretch) => {
        elapsed += 40
        return working.read(tx, log, stretch)
      },
    })
    await pass([node], { ms: 6_000, growth: 100 })
    expect(prompt.length).toBeGreaterThan(40)
    expect(lazy.length).toBeGreaterThan(2)
    expect(lazy.length).toBeLessThan(prompt.length / 4)
    await pass([node], { ms: 3_000, growth: 0 })
    expect(lazy.at(-1)!.to).toBe(end)
  })
})
