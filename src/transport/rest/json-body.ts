// Parses JSON bodies and refuses dangerous ones: text that is not UTF-8, nesting that could exhaust the stack,
// keys that would poison prototypes, characters that cannot be stored.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { isStorable, isTooDeep, JSON_DEPTH_MAX } from '../../kernel/json.ts'
import { BadRequest } from './errors.ts'

/** A route with `rawBody` gets the unparsed text, because it must check a signature over it first. */
declare module 'fastify' {
  interface FastifyContextConfig {
    rawBody?: boolean
  }
}

/** Reads a JSON body; throws the refusal of an invalid one. */
export type ReadJson = (bytes: Buffer) => unknown

export function useJsonBodies(app: FastifyInstance): ReadJson {
  // Refuses __proto__ and constructor.prototype anywhere in the body.
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  const parse = (text: string): unknown => {
    if (!couldPoison(text)) return JSON.parse(text)
    let value: unknown
    // The parser gets no request, because it only reads the text.
    void parseSafely(undefined as never, text, (error, parsed: unknown) => {
      if (error) throw error
      value = parsed
    })
    return value
  }
  const readJson: ReadJson = (bytes) => {
    const text = readText(bytes)
    if (isTooDeep(text))
      throw BadRequest({ reason: `The body may have at most ${JSON_DEPTH_MAX} levels of nesting.` })
    let value: unknown
    try {
      value = parse(text)
    } catch (error) {
      throw BadRequest({ reason: 'The body is not valid JSON.' }, { cause: error })
    }
    // In valid UTF-8 only an escape sequence can produce such characters.
    if (text.includes('\\u') && !isStorable(value))
      throw BadRequest({
        reason: 'The body holds NUL or half a surrogate pair, which cannot be stored; remove it.',
      })
    return value
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\s*(;|$)/i,
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined)
      const read = request.routeOptions.config.rawBody === true ? readText : readJson
      let value: unknown
      try {
        value = read(body)
      } catch (error) {
        return done(error as Error)
      }
      done(null, value)
    },
  )
  return readJson
}

/** Whether a key of the text may be one that poisons prototypes, spelt out or by escapes; hardly any text has one. */
const couldPoison = (text: string): boolean =>
  text.includes('\\') || text.includes('__proto__') || text.includes('constructor')

function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw BadRequest({ reason: 'The body must be UTF-8 text.' })
  return bytes.toString('utf8')
}
