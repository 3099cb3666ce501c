// Sends an answer as server-sent events: pieces of the response, then the same object as without a stream. The answer
// is complete and checked before the first piece leaves: a figure that turns out to be wrong cannot be taken back.
import { Readable } from 'node:stream'
import type { ChatReply } from './schema.ts'

const frame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Words with the space behind them. */
const pieces = (text: string): string[] => text.match(/\S*\s*/g)!.filter((piece) => piece !== '')

function* toFrames(answer: ChatReply): Generator<string> {
  const { conversation_id, message_id, response } = answer
  yield frame('start', { conversation_id, message_id })
  for (const delta of pieces(response)) yield frame('delta', { delta })
  yield frame('done', answer)
}

export const answerStream = {
  content_type: 'text/event-stream; charset=utf-8',
  fromOutput: (answer: ChatReply) => ({
    body: Readable.from(toFrames(answer), { objectMode: false }),
  }),
}
