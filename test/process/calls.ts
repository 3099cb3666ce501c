// Calls to a running Florin, each over a connection of its own; and one that is held open.
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http'
import { atCleanUp, within } from './support.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are asserted on, field by field
  readonly body: any
}

export interface CallOptions {
  readonly token?: string
  readonly key?: string
}

/** 'POST /api/x' over a connection of its own, so that nothing is left of it. */
export async function call(
  url: string,
  route: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(text === undefined ? {} : { 'Content-Length': Buffer.byteLength(text) }),
    ...nameHeaders(options),
  }
  const [method, path] = route.split(' ') as [string, string]
  const sent = request(url + path, { method, agent: false, timeout: 60_000, headers })
  sent.once('timeout', () => sent.destroy(new Error(`${route} was not answered`)))
  sent.end(text)
  return readAnswer(await waitForResponse(sent))
}

const waitForResponse = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    sent.once('error', fail)
    sent.once('response', done)
  })

const nameHeaders = ({ token, key }: CallOptions) => ({
  'Content-Type': 'application/json',
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  ...(key === undefined ? {} : { 'Idempotency-Key': key }),
})

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const isJson = response.headers['content-type']?.includes('json') ?? false
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}

export interface HeldRequest {
  readonly answer: Promise<Answer>
  /** Sends the rest of the body. */
  finish(): void
}

/** Resolves when the server has begun with the request, which then waits for its body. */
export async function holdRequest(url: string, route: string, body: unknown): Promise<HeldRequest> {
  const text = Buffer.from(JSON.stringify(body))
  const [method, path] = route.split(' ') as [string, string]
  // A browser or a proxy keeps its connection; the bank must not wait for it to be closed.
  const agent = new Agent({ keepAlive: true })
  atCleanUp(async () => agent.destroy())
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    Expect: '100-continue',
  }
  const sent = request(url + path, { method, agent, headers })
  const answer = waitForResponse(sent).then(readAnswer)
  answer.catch(() => {})
  const begun = new Promise<void>((done) => sent.once('continue', done))
  sent.flushHeaders()
  await within('the server to begin with the request', Promise.race([begun, answer]))
  sent.write(text.subarray(0, 1))
  return { answer, finish: () => void sent.end(text.subarray(1)) }
}

let people = 0

export const newPerson = () => ({
  name: 'Ada Lovelace',
  email: `person${++people}.${process.pid}@example.com`,
  password: 'Corr3ct-horse',
})
