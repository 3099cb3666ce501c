// Accepts bodies of bytes on the routes of operations that take them. They become a field of the input in base64, so
// that operations see what they would have been sent as JSON.
import { errorCodes, type FastifyInstance } from 'fastify'
import { PayloadTooLarge } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The input field for a body of bytes, and the most of them. */
    octetBody?: { readonly field: string; readonly bytesMax: number } | undefined
  }
  interface FastifyRequest {
    sentOctets: boolean
  }
}

export function useOctetBodies(app: FastifyInstance): void {
  app.decorateRequest('sentOctets', false)
  app.addContentTypeParser(
    // Some clients of Interledger name the protocol in front of the type.
    /^application\/([\w.-]+\+)?octet-stream\s*(;|$)/i,
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      const { octetBody } = request.routeOptions.config
      if (!octetBody) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('bytes'))
      const { field, bytesMax } = octetBody
      if (body.length > bytesMax) return done(PayloadTooLarge({ limit: bytesMax }))
      request.sentOctets = true
      done(null, { [field]: body.toString('base64') })
    },
  )
}
