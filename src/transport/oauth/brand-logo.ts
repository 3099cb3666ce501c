// Serves the logos that the bank keeps for partners. An address holds the hash of its image, so browsers keep it for
// ever; nothing in an image can run, and other sites cannot show it.
import type { FastifyInstance } from 'fastify'

export interface LogoImage {
  readonly type: string
  /** In base64. */
  readonly content: string
}

const YEAR = 31_536_000

export function addBrandLogos(
  app: FastifyInstance,
  /** Throws NOT_FOUND for a hash that no active partner has. */
  readImage: (hash: string, requestId: string) => Promise<LogoImage>,
): void {
  app.get('/brand/logos/:hash', async (request, reply) => {
    const { hash } = request.params as { hash: string }
    const { type, content } = await readImage(hash, request.id)
    return reply
      .type(type)
      .headers({
        'Cache-Control': `public, max-age=${YEAR}, immutable`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(Buffer.from(content, 'base64'))
  })
}
