// Accepts bodies that are documents, in XML or plain text, on the routes of operations that take one. A small document
// becomes a field of the input; a large one is streamed to a file, so that it is never held in memory as a whole.
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { decodeText } from '../../platform/text-encoding.ts'
import { makeXmlDecoder } from '../../platform/xml-encoding.ts'
import { isStorableText } from '../../kernel/json.ts'
import type { Attachment } from '../../operation/attachment.ts'
import type { Caller } from '../../operation/caller.ts'
import { TooManyConcurrentRequests } from '../../operation/error.ts'
import type { DocumentBody } from '../../operation/input-source.ts'
import type { TemporaryFiles } from '../../platform/temporary-files.ts'
import { BadRequest, PayloadTooLarge } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The input field for a body that is a document. */
    documentBody?: (DocumentBody & { readonly field: string }) | undefined
  }
  interface FastifyRequest {
    attachment: Attachment | undefined
    sentXml: boolean
  }
}

/** Large bodies of one caller that may be in transfer at the same time. */
const LARGE_MAX = 2
const RETRY_SECONDS = 2

/** The content types of each kind of document. */
const contentTypes: Readonly<Record<DocumentBody['kind'], RegExp>> = {
  xml: /^(application|text)\/([\w.-]+\+)?xml\s*(;|$)/i,
  text: /^text\/plain\s*(;|$)/i,
}

export function useDocumentBodies(app: FastifyInstance, scratch: TemporaryFiles): void {
  const arriving = new Map<string, number>()
  app.decorateRequest('attachment', undefined)
  app.decorateRequest('sentXml', false)
  for (const kind of ['xml', 'text'] as const)
    app.addContentTypeParser(
      contentTypes[kind],
      async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
        const { documentBody } = request.routeOptions.config
        if (documentBody?.kind !== kind) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(kind)
        request.sentXml = kind === 'xml'
        const { field, fieldBytesMax, bytesMax } = documentBody
        const { head, rest } = await readHead(payload, fieldBytesMax)
        if (!rest) return { [field]: decode[kind](head) }
        // Only authenticated callers may fill the disk.
        const holder = holderOf(request.caller)
        if (bytesMax <= fieldBytesMax || holder === undefined)
          throw PayloadTooLarge({ limit: fieldBytesMax })
        request.attachment = await take(holder, () => scratch.collect(join(head, rest), bytesMax))
        if (!request.attachment) throw PayloadTooLarge({ limit: bytesMax })
        return {}
      },
    )
  app.addHook('onResponse', async ({ attachment }) => {
    if (attachment) await scratch.discard(attachment.path)
  })

  async function take<T>(holder: string, work: () => Promise<T>): Promise<T> {
    const mine = arriving.get(holder) ?? 0
    if (mine >= LARGE_MAX)
      throw TooManyConcurrentRequests({ in_progress: mine, retry_after: RETRY_SECONDS })
    arriving.set(holder, mine + 1)
    try {
      return await work()
    } finally {
      const left = arriving.get(holder)! - 1
      if (left === 0) arriving.delete(holder)
      else arriving.set(holder, left)
    }
  }
}

const holderOf = ({ user, agent, partner }: Caller): string | undefined => user ?? agent ?? partner

/** Reads as much as fits in a field; `rest` is what follows, when the body is longer. */
async function readHead(payload: AsyncIterable<Buffer>, fieldBytesMax: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  const rest = payload[Symbol.asyncIterator]()
  while (bytes <= fieldBytesMax) {
    const next = await rest.next()
    if (next.done) return { head: Buffer.concat(chunks) }
    chunks.push(next.value)
    bytes += next.value.length
  }
  return { head: Buffer.concat(chunks), rest }
}

async function* join(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

const decode: Readonly<Record<DocumentBody['kind'], (bytes: Buffer) => string>> = {
  xml: (bytes) => storable(decodeXml(bytes)),
  text: (bytes) => storable(decodeText(bytes)),
}

function decodeXml(bytes: Buffer): string {
  const decoder = makeXmlDecoder(bytes)
  if (!decoder)
    throw BadRequest({ reason: 'The document declares an encoding that is not known; use UTF-8.' })
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw BadRequest(
      { reason: `The document is not valid ${decoder.encoding}, which it says it is.` },
      { cause },
    )
  }
}

function storable(text: string): string {
  if (!isStorableText(text))
    throw BadRequest({ reason: 'The document holds NUL or half a surrogate pair; remove it.' })
  return text
}
