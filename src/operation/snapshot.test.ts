// A snapshot answers from memory while it is trusted, and leaves no rejected promise behind when its read fails.
import { describe, expect, it } from 'vitest'
import { Snapshot } from './snapshot.ts'

function open(read: () => Promise<string>) {
  const state = { ms: 0, isListening: true }
  const snapshot = new Snapshot({
    read,
    clock: { now: () => new Date(state.ms) },
    isListening: () => state.isListening,
  })
  return { state, snapshot }
}

describe('a snapshot', () => {
  it('is known after a read, for a minute, and for a quarter of a second without notifications', async () => {
    const { state, snapshot } = open(async () => 'value')
    expect(snapshot.known).toBeUndefined()
    expect(await snapshot.get()).toBe('value')
    state.ms = 59_999
    expect(snapshot.get()).toBe('value')
    state.ms = 60_000
    expect(snapshot.known).toBeUndefined()
    await snapshot.get()
    state.isListening = false
    state.ms += 249
    expect(snapshot.known).toBe('value')
    state.ms += 1
    expect(snapshot.known).toBeUndefined()
  })

  it('is not known after a change, nor from a read that began before it', async () => {
    const { snapshot } = open(async () => 'value')
    const reading = snapshot.read()
    snapshot.forget()
    expect(await reading).toBe('value')
    expect(snapshot.known).toBeUndefined()
  })

  it('reads again after a failure, which its callers share', async () => {
    let reads = 0
    const { snapshot } = open(async () => {
      if (++reads === 1) throw new Error('the database is in recovery')
      return 'value'
    })
    const failures = await Promise.allSettled([snapshot.get(), snapshot.get()])
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await snapshot.get()).toBe('value')
  })
})
