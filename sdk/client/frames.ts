// Reads server-sent events from the body of an answer, as they arrive.

export interface Frame {
  /** From where to resume after this event. */
  readonly id: string | undefined
  /** Undefined in a keep-alive. */
  readonly data: string | undefined
  /** How long to wait before the next connection, where the server says so. */
  readonly retryMs: number | undefined
}

/** Only whole events: one that is cut off with its connection comes again. */
export async function* readFrames(body: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = texts.pop() ?? ''
    for (const text of texts) yield readFrame(text)
  }
}

function readFrame(text: string): Frame {
  const lines = text.split('\n')
  const read = (name: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
  const data = read('data')
  const retry = read('retry').at(-1)
  return {
    id: read('id').at(-1),
    data: data.length === 0 ? undefined : data.join('\n'),
    retryMs: retry !== undefined && /^\d+$/.test(retry) ? Number(retry) : undefined,
  }
}
