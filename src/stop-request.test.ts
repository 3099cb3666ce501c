// What each signal does: the first one stops the bank in order, a second one ends the drain, a third one ends the process.
import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { StopRequest } from './stop-request.ts'

let signals: EventEmitter
let nowMs: number
let ends: number
let stop: StopRequest
beforeEach(() => {
  signals = new EventEmitter()
  nowMs = ends = 0
  stop = new StopRequest(pino({ level: 'silent' }), {
    signals,
    elapsedMs: () => nowMs,
    endAtOnce: () => void ends++,
  })
})

const send = (signal: string, afterMs: number): void => {
  nowMs += afterMs
  signals.emit(signal)
}
const LONG_S = 600

describe('StopRequest', () => {
  it('stops in order at the first signal, and counts one that npm repeats once', async () => {
    send('SIGINT', 0)
    send('SIGINT', 10)
    await stop.asked
    await stop.drain(LONG_S)
    expect(ends).toBe(0)
    send('SIGINT', 2_000)
    expect(ends).toBe(1)
  })

  it('drains after SIGTERM until a second signal, and ends at once only at a third', async () => {
    send('SIGTERM', 0)
    await stop.asked
    const drained = stop.drain(LONG_S)
    send('SIGTERM', 10)
    send('SIGTERM', 2_000)
    await drained
    expect(ends).toBe(0)
    send('SIGTERM', 2_000)
    expect(ends).toBe(1)
  })

  it('drains by itself for as long as is set', async () => {
    send('SIGTERM', 0)
    await stop.drain(0)
    await stop.drain(0.01)
    expect(ends).toBe(0)
  })

  it('stops when the launcher has ended', async () => {
    signals.emit('disconnect')
    await stop.asked
    await stop.drain(LONG_S)
  })
})
