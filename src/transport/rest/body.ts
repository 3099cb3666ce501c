// Reads a JSON body and refuses what would hurt later: text that is not UTF-8, nesting that could
// exhaust the stack, keys that would poison prototypes, characters that cannot be stored.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { isStorable, isTooDeep, JSON_DEPTH_MAX } from '../../kernel/json.ts'
import { BadRequest } from './errors.ts'

/** A route of this kind gets the text itself: it judges a signature before it reads anything. */
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
          BadRequest({ reason: `The body may be nested ${JSON_DEPTH_MAX} deep at most.` }),
        )
      void parseSafely(request, text, (error, value: unknown) => {
        if (error)
          return done(BadRequest({ reason: 'The body is not valid JSON.' }, { cause: error }))
        // Only an escape can bring in what UTF-8 text cannot hold.
        if (text.includes('\\u') && !isStorable(value))
          return done(BadRequest({ reason: 'The body holds NUL or half a surrogate pair.' }))
        done(null, value)
      })
    },
  )
}
