// Where a stream of events may start, whose events it reads, and how many streams may be open.
import { describe, expect, it, vi } from 'vitest'
import { anonymousCaller, type Caller } from './caller.ts'
import { makeListen } from './event-listener.ts'
import { endOf, toEventId } from './event-log.ts'

const END = 250_000
const BACK_MAX = 100_000
const ada: Caller = { ...anonymousCaller('test'), user: 'ada' }
const idAt = (position: number): string => toEventId({ position, slot: 0 })

function openHub({ open = 0, own = 0 } = {}) {
  const hub = {
    size: open,
    countOf: vi.fn(() => own),
    nudge: vi.fn(async () => {}),
    listen: vi.fn(() => ({
      place: () => endOf(END),
      [Symbol.asyncIterator]: async function* () {},
    })),
  }
  const horizon = { position: END, settle: () => Promise.resolve(END) }
  const checkCursor = async (place: { readonly position: number }) => {
    if (place.position > END) throw new Error('lost')
    return END - place.position
  }
  const listen = makeListen({ horizon, hub, events: () => [], checkCursor })
  return { hub, listen: (request: object) => listen(request, { caller: ada }) }
}

describe('a stream', () => {
  it('starts with the next event, or after the one that the caller names', async () => {
    const { hub, listen } = openHub()
    await listen({})
    expect(hub.listen).toHaveBeenLastCalledWith(
      expect.objectContaining({ after: endOf(END), users: ['ada'], user: 'ada' }),
    )
    await listen({ after: idAt(1) })
    expect(hub.listen).toHaveBeenLastCalledWith(
      expect.objectContaining({ after: { position: 1, slot: 0 }, users: ['ada'] }),
    )
    await expect(listen({ after: 'evt_1' })).rejects.toMatchObject({
      def: { code: 'VALIDATION_ERROR' },
    })
  })

  it('does not start after an event that is not in the log', async () => {
    const { hub, listen } = openHub()
    await expect(listen({ after: idAt(END + 1) })).rejects.toThrow('lost')
    expect(hub.listen).not.toHaveBeenCalled()
  })

  it('with the events of all users does not start long ago', async () => {
    const { hub, listen } = openHub()
    const after = idAt(END - BACK_MAX - 1)
    await expect(listen({ isForAll: true, after })).rejects.toMatchObject({
      def: { code: 'VALIDATION_ERROR' },
      details: { errors: { after: [expect.stringContaining('too long ago')] } },
    })
    expect(hub.listen).not.toHaveBeenCalled()
    await listen({ isForAll: true, after: idAt(END - BACK_MAX) })
    expect(hub.listen).toHaveBeenLastCalledWith(expect.objectContaining({ users: undefined }))
  })

  it('is refused beyond the limit of its user, unless one of theirs turns out to be gone', async () => {
    const { hub, listen } = openHub({ own: 20 })
    await expect(listen({})).rejects.toMatchObject({ def: { code: 'STREAM_LIMIT_REACHED' } })
    expect(hub.nudge).toHaveBeenCalledWith('ada')
    hub.nudge.mockImplementation(async () => {
      hub.countOf.mockReturnValue(19)
    })
    await listen({})
    expect(hub.listen).toHaveBeenCalledOnce()
  })

  it('is refused when the node has as many as it can serve', async () => {
    const { listen } = openHub({ open: 2_500 })
    await expect(listen({})).rejects.toMatchObject({ def: { code: 'STREAM_CAPACITY_REACHED' } })
  })
})
