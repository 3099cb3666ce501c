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

export function useJsonBodies(app: FastifyInstance): void {
  // Refuses __proto__ and constructor.prototype anywhere in the body.
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\s*(;|$)/i,
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined)
      if (!isUtf8(body)) return done(BadRequest({ reason: 'The body must be UTF-8 text.' }))
      const text = body.toString('utf8')
      if (request.routeOptions.config.rawBody === true) return done(null, text)
      if (isTooDeep(text))
        return done(
          BadRequest({ reason: `The body may have at most ${JSON_DEPTH_MAX} levels of nesting.` }),
        )
      void parseSafely(request, text, (error, value: unknown) => {
        if (error)
          return done(BadRequest({ reason: 'The body is not valid JSON.' }, { cause: error }))
        // In valid UTF-8 only an escape sequence can produce such characters.
        if (text.includes('\\u') && !isStorable(value))
          return done(
            BadRequest({
              reason:
                'The body holds NUL or half a surrogate pair, which cannot be stored; remove it.',
            }),
          )
        done(null, value)
      })
    },
  )
}
