// Moves browsers that open 127.0.0.1 to `localhost`, the bank's own name on this machine: a passkey and a session that
// were made under one name do not exist under the other.
import type { FastifyInstance } from 'fastify'
import { addressFor } from '../platform/own-address.ts'

export function useOneAddress(app: FastifyInstance, baseUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, method, url } = request
    // Only browsers send it, and only when the user goes to a page.
    if (headers['sec-fetch-mode'] !== 'navigate' || method !== 'GET') return done()
    const own = baseUrl()
    const isElsewhere = addressFor(headers.host, own) !== own
    if (isElsewhere) void reply.redirect(own + url, 302)
    else done()
  })
}
