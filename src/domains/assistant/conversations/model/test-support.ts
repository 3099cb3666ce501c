// A double of a language model over HTTP, for tests: it has the APIs of OpenAI and Anthropic, and misbehaves on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelCall {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly instructions: string
  /** What the bank sent as the prompt, read as JSON. */
  readonly prompt: Readonly<Record<string, unknown>>
  readonly temperature: number
}

/** The text that the model answers, or how it misbehaves. */
export type Behaviour = (
  call: ModelCall,
) => string | { readonly misbehave: (response: ServerResponse) => void }

export interface ModelDouble {
  readonly url: string
  readonly calls: ModelCall[]
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

interface Message {
  readonly role: string
  readonly content: string | readonly { readonly text: string }[]
}

const textOf = (content: Message['content']): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('')

async function readCall(request: IncomingMessage): Promise<ModelCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    readonly messages: readonly Message[]
    readonly system?: Message['content']
    readonly temperature: number
  }
  const system = body.messages.find(({ role }) => role === 'system')?.content ?? body.system
  return {
    path: request.url!,
    headers: request.headers,
    instructions: system === undefined ? '' : textOf(system),
    prompt: JSON.parse(textOf(body.messages.findLast(({ role }) => role === 'user')!.content)),
    temperature: body.temperature,
  }
}

const openAi = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'double',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

const anthropic = (text: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'double',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
})

export async function startModel(): Promise<ModelDouble> {
  let behaviour: Behaviour = () => ''
  const calls: ModelCall[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request)
    calls.push(call)
    const text = behaviour(call)
    if (typeof text !== 'string') return text.misbehave(response)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(call.path.endsWith('/messages') ? anthropic(text) : openAi(text)))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    behave(next) {
      behaviour = next
      calls.length = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Never ends. */
export const hang = { misbehave: () => {} }

const begin = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
}

/** Sends a little all the time, without end. */
export const trickle = {
  misbehave(response: ServerResponse) {
    begin(response)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
}

/** Sends as much as is taken, without end. */
export const flood = {
  misbehave(response: ServerResponse) {
    begin(response)
    const chunk = 'x'.repeat(65_536)
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', write)
    write()
  },
}

export const fail = (status: number, headers: Record<string, string> = {}, body = '{}') => ({
  misbehave(response: ServerResponse) {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  },
})
