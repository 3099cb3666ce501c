// Tests bodies in XML and plain text at a server of a few operations: which become a field, which a file, and which are
// refused.
import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { declare } from '../../../test/harness/describe.ts'
import { systemClock } from '../../kernel/clock.ts'
import { textBody, xmlBody } from '../../operation/input-source.ts'
import { defineOperation } from '../../operation/operation.ts'
import type { Call } from '../../operation/pipeline.ts'
import { makeRegistry } from '../../operation/registry.ts'
import { MemoryLimiter } from '../../platform/limiter.ts'
import { TemporaryFiles } from '../../platform/temporary-files.ts'
import { makeServer } from './server.ts'

const BYTES_MAX = 3_000_000

const file = {
  content_type: 'application/xml; charset=utf-8',
  fromOutput: ({ xml }: { readonly xml: string }) => ({ body: xml }),
}
const read = defineOperation({
  name: 'document.read',
  kind: 'query',
  summary: 'Reads a document.',
  auth: 'public',
  input: Type.Object({ xml: xmlBody({ description: 'The document.', bytesMax: BYTES_MAX }) }),
  output: Type.Object({ xml: Type.String() }),
  errors: [],
  rest: [
    {
      route: 'POST /api/documents',
      envelope: 'success',
      files: { xml: file },
      chooseFile: (_input, { json, sentXml }) => (sentXml && !json ? 'xml' : ''),
    },
  ],
  handler: () => ({ xml: '' }),
})
const readText = defineOperation({
  name: 'text.read',
  kind: 'query',
  summary: 'Reads a text.',
  auth: 'public',
  input: Type.Object({
    text: textBody({ description: 'The text.', lengthMax: 1_000, bytesMax: 5_000 }),
  }),
  output: Type.Object({}),
  errors: [],
  rest: [{ route: 'POST /api/texts', envelope: 'success' }],
  handler: () => ({}),
})
const other = defineOperation({
  name: 'document.other',
  kind: 'query',
  summary: 'Reads no document.',
  auth: 'public',
  input: Type.Object({ text: Type.String({ maxLength: 10 }) }),
  output: Type.Object({}),
  errors: [],
  rest: [{ route: 'POST /api/other', envelope: 'success' }],
  handler: () => ({}),
})
const registry = makeRegistry([
  declare({ name: 'documents', summary: 'Documents.', operations: [read, readText, other] }),
])

let app: FastifyInstance
let calls: Call[] = []
/** What the file held while the call ran. */
let attached: string[] = []
const scratch = new TemporaryFiles()
beforeAll(async () => {
  app = makeServer({
    registry,
    run: async (_op, call) => {
      calls.push(call)
      if (call.attachment) attached.push(await readFile(call.attachment.path, 'utf8'))
      return { output: { xml: '<answer/>' }, replayed: false }
    },
    log: pino({ level: 'silent' }),
    scratch,
    clock: systemClock,
    authenticate: (bearer, address) =>
      bearer === 'known'
        ? { user: 'anna', scopes: new Set(), environment: 'live', address }
        : undefined,
    limits: {
      limiter: new MemoryLimiter(),
      current: () => ({ known: [], users: [], strangers: [] }),
    },
    trustedProxies: [],
    isReady: () => true,
    onFinished: () => {},
    baseUrl: () => 'https://bank.test',
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await scratch.close()
})
beforeEach(() => {
  calls = []
  attached = []
})

const post = (payload: string | Buffer, headers: Record<string, string> = {}, url?: string) =>
  app.inject({
    method: 'POST',
    url: url ?? '/api/documents',
    payload,
    headers: { 'content-type': 'application/xml', authorization: 'Bearer known', ...headers },
  })

const isGone = (path: string): Promise<boolean> =>
  access(path).then(
    () => false,
    () => true,
  )

describe('a small document', () => {
  it.each(['application/xml', 'text/xml; charset=utf-8', 'application/pain+xml'])(
    'sent as %s is a field of the input',
    async (type) => {
      const answer = await post('<a>ä</a>', { 'content-type': type })
      expect(answer.statusCode).toBe(200)
      expect(calls[0]).toMatchObject({ input: { xml: '<a>ä</a>' } })
      expect(calls[0]!.attachment).toBeUndefined()
    },
  )

  it('is the same as a field of a JSON body', async () => {
    await post('{"xml": "<a/>"}', { 'content-type': 'application/json' })
    expect(calls[0]!.input).toEqual({ xml: '<a/>' })
  })

  it('is read in the encoding that it declares', async () => {
    const declared = (name: string) => `<?xml version="1.0" encoding="${name}"?><a>ä</a>`
    await post(Buffer.from(declared('ISO-8859-1'), 'latin1'))
    await post(Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le'))
    for (const { input } of calls) expect((input as { xml: string }).xml).toMatch(/<a>ä<\/a>$/)
    expect(calls).toHaveLength(2)
  })

  it('is refused when its bytes are not what it declares', async () => {
    const wrong = [
      Buffer.from([0x3c, 0x61, 0xff, 0x3e]),
      Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>'),
      Buffer.from('<a>\0</a>'),
    ]
    for (const bytes of wrong) expect((await post(bytes)).statusCode).toBe(400)
    expect(calls).toEqual([])
  })

  it('is answered with XML, or with JSON where that is preferred', async () => {
    const asXml = await post('<a/>')
    expect(asXml.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(asXml.body).toBe('<answer/>')
    const asJson = await post('<a/>', { accept: 'application/json, */*' })
    expect(asJson.json()).toEqual({ success: true, data: { xml: '<answer/>' } })
  })
})

describe('a large document', () => {
  const large = `<a>${'x'.repeat(2_000_000)}</a>`

  it('is a file while the call runs, and is deleted after it', async () => {
    expect((await post(large)).statusCode).toBe(200)
    const { attachment, input } = calls[0]!
    expect(input).toEqual({})
    expect(attached).toEqual([large])
    expect(attachment).toMatchObject({
      bytes: large.length,
      sha256: createHash('sha256').update(large).digest('hex'),
    })
    await expect.poll(() => isGone(attachment!.path)).toBe(true)
  })

  it('is refused from anonymous callers, and beyond the limit of the route', async () => {
    const stranger = await post(large, { authorization: '' })
    const tooLarge = await post('x'.repeat(BYTES_MAX + 1))
    expect(stranger.statusCode).toBe(413)
    expect(tooLarge.statusCode).toBe(413)
    expect(tooLarge.json().message).toContain(String(BYTES_MAX))
    expect(calls).toEqual([])
  })

  it('is taken only a few times at once from one caller', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(large)))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses.slice(0, 2)).toEqual([200, 200])
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('XML at a route that takes none', () => {
  it('is refused as any other unknown type', async () => {
    expect((await post('<a/>', {}, '/api/other')).statusCode).toBe(415)
  })
})

describe('a plain text', () => {
  const send = (payload: string | Buffer, type = 'text/plain', url = '/api/texts') =>
    post(payload, { 'content-type': type }, url)

  it('is a field of the input in UTF-8, or else in Latin-1', async () => {
    for (const bytes of [Buffer.from('ä'), Buffer.from('ä', 'latin1'), '{"text": "ä"}']) {
      const type = typeof bytes === 'string' ? 'application/json' : 'text/plain; charset=us-ascii'
      expect((await send(bytes, type)).statusCode).toBe(200)
      expect(calls.at(-1)!.input).toEqual({ text: 'ä' })
    }
    expect((await send('a\0b')).statusCode).toBe(400)
  })

  it('is a file beyond the length of the field, up to the limit of the route', async () => {
    await send('x'.repeat(1_000))
    expect(calls.at(-1)!.attachment).toBeUndefined()
    await send('x'.repeat(1_001))
    expect(attached).toEqual(['x'.repeat(1_001)])
    expect((await send('x'.repeat(5_001))).statusCode).toBe(413)
  })

  it('is refused at routes that take none, as XML is refused here', async () => {
    expect((await send('x', 'text/plain', '/api/other')).statusCode).toBe(415)
    expect((await send('x', 'text/plain', '/api/documents')).statusCode).toBe(415)
    expect((await send('<a/>', 'application/xml')).statusCode).toBe(415)
  })
})
