// A stream that its reader cancels ends at once, and yields nothing more.
import { describe, expect, it } from 'vitest'
import { endable } from './cancellable-stream.ts'

/** A source that yields what is pushed, and records whether it was closed. */
function makeSource() {
  const queue: string[] = []
  const log: string[] = []
  let wake = (): void => {}
  async function* items(): AsyncGenerator<string> {
    try {
      for (;;) {
        const next = queue.shift()
        if (next === 'fail') throw new Error('broken')
        if (next === 'end') return
        if (next !== undefined) yield next
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      log.push('closed')
    }
  }
  const push = (item: string): void => {
    queue.push(item)
    wake()
  }
  const stream = endable(items(), () => {
    log.push('ended')
    push('end')
  })
  return { stream, push, log }
}

describe('a stream', () => {
  it('hands over the items, the end and the failure of its source', async () => {
    const { stream, push, log } = makeSource()
    for (const item of ['a', 'b', 'end']) push(item)
    const all: string[] = []
    for await (const item of stream) all.push(item)
    expect(all).toEqual(['a', 'b'])
    expect(log).toEqual(['closed'])
    const broken = makeSource()
    broken.push('fail')
    await expect(broken.stream.next()).rejects.toThrow('broken')
  })

  it('ends while it waits, with nothing after it, and its source closes', async () => {
    const { stream, push, log } = makeSource()
    const waiting = stream.next()
    expect(await stream.return(undefined)).toEqual({ done: true, value: undefined })
    push('too late')
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(log).toEqual(['ended', 'closed'])
  })

  it('ends before it was read, once', async () => {
    const { stream, log } = makeSource()
    await stream.return(undefined)
    await stream.return(undefined)
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(log).toEqual(['ended'])
  })

  it('ends when its reader fails', async () => {
    const { stream, push, log } = makeSource()
    push('a')
    const read = async () => {
      for await (const item of stream) throw new Error(`cannot use ${item}`)
    }
    await expect(read()).rejects.toThrow('cannot use a')
    expect(log[0]).toBe('ended')
  })
})
