// Tests a link over a pair of streams: messages arrive whole and in order however the bytes are cut, silence closes it,
// and bytes that are no messages do, too.
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Link } from './link.ts'

/** Two ends; what is written to one is read from the other, in pieces of the given lengths. */
function makePair(lengths: readonly number[] = []): [Duplex, Duplex] {
  let turn = 0
  const makeEnd = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        for (let at = 0; at < chunk.length; ) {
          const length = lengths[turn++ % Math.max(lengths.length, 1)] ?? chunk.length
          other().push(chunk.subarray(at, at + length))
          at += length
        }
        done()
      },
    })
  const here: Duplex = makeEnd(() => there)
  const there: Duplex = makeEnd(() => here)
  return [here, there]
}

const quiet = { onMessage: () => {}, onClose: () => {} }

describe('a link', () => {
  it('delivers every message whole and in order, however its bytes are cut', async () => {
    const messages = fc.array(fc.array(fc.jsonValue(), { maxLength: 4 }), { maxLength: 12 })
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(messages, cuts, async (sent, lengths) => {
        const [here, there] = makePair(lengths)
        const heard: unknown[] = []
        const all = Promise.withResolvers<void>()
        const receiver = new Link(there, {
          ...quiet,
          onMessage(message) {
            heard.push(message)
            if (heard.length === sent.length) all.resolve()
          },
        })
        const sender = new Link(here, quiet)
        for (const message of sent) sender.send(JSON.stringify(message))
        if (sent.length > 0) await all.promise
        expect(JSON.stringify(heard)).toBe(JSON.stringify(sent))
        sender.close()
        receiver.close()
      }),
      { numRuns: 60 },
    )
  })

  it('is closed by silence, but not by a heartbeat', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    try {
      const [here] = makePair()
      const onClose = vi.fn<() => void>()
      const link = new Link(here, { ...quiet, onClose })
      const life = Buffer.from([0, 0, 0, 2, 91, 93])
      for (let beat = 0; beat < 20; beat++) {
        vi.advanceTimersByTime(250)
        here.emit('data', life)
      }
      expect(onClose).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1_600)
      expect(onClose).toHaveBeenCalledOnce()
      link.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['no JSON', Buffer.from([0, 0, 0, 1, 123])],
    ['no list of lists', Buffer.from([0, 0, 0, 3, 91, 49, 93])],
    ['a frame of impossible length', Buffer.from([255, 255, 255, 255])],
  ])('is closed by %s', (_what, bytes) => {
    const [here] = makePair()
    const onClose = vi.fn<() => void>()
    const link = new Link(here, { ...quiet, onClose })
    here.emit('data', bytes)
    expect(onClose).toHaveBeenCalledOnce()
    link.close()
  })
})
