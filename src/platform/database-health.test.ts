// When a node considers its database down, and how it finds out that it is back.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseHealth } from './database-health.ts'

let write: () => Promise<void>
let writes: number
let nowMs: number
let recoveries: number
let lines: string[]
let health: DatabaseHealth
beforeEach(() => {
  write = () => Promise.resolve()
  writes = recoveries = 0
  nowMs = 0
  lines = []
  health = new DatabaseHealth({
    write: () => {
      writes++
      return write()
    },
    log: pino({}, { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) }),
    onRecovered: () => void recoveries++,
    elapsedMs: () => nowMs,
    answerMs: 10,
  })
})
afterEach(() => health.close())

const fail = () => Promise.reject(new Error('read-only'))

describe('DatabaseHealth', () => {
  it('writes at most once a second, however many ask', async () => {
    expect(await Promise.all([health.check(), health.check()])).toEqual([true, true])
    expect(await health.check()).toBe(true)
    expect(writes).toBe(1)
    nowMs += 1_000
    expect(await health.check()).toBe(true)
    expect(writes).toBe(2)
  })

  it('is down while writes fail, logs that once, and tells when it is back', async () => {
    write = fail
    expect(await health.check()).toBe(false)
    nowMs += 1_000
    expect(await health.check()).toBe(false)
    expect(health.isDown).toBe(true)
    write = () => Promise.resolve()
    nowMs += 1_000
    expect(await health.check()).toBe(true)
    expect(health.isDown).toBe(false)
    expect(recoveries).toBe(1)
    expect(lines).toEqual([
      'the database cannot be reached or accepts no writes',
      'the database accepts writes again',
    ])
  })

  it('waits for no database that hangs', async () => {
    write = () => new Promise(() => {})
    expect(await health.check()).toBe(false)
  })

  it('is not down because the connection of one call was lost', async () => {
    health.report()
    await vi.waitFor(() => expect(writes).toBe(1))
    expect(health.isDown).toBe(false)
  })

  it('asks again by itself until the outage is over', async () => {
    write = fail
    health.report()
    await vi.waitFor(() => expect(health.isDown).toBe(true))
    write = () => Promise.resolve()
    nowMs += 1_000
    await vi.waitFor(() => expect(health.isDown).toBe(false), { timeout: 120_000 })
  })
})
