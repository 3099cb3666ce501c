// The playground: a page to write queries and watch subscriptions, served from this host alone. Its content security
// policy makes the browser enforce that. Whoever is signed in to the console is signed in here: the page sends the
// header with which the session in the cookie counts, and the door checks that the request comes from this host.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getDistDirectory, renderAltair, renderInitialOptions } from 'altair-static'
import { NotFound } from '../../operation/error.ts'
import { CONSOLE_HEADER } from '../console/cookie.ts'

const PLAYGROUND_PATH = '/api/graphql-playground'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The page makes style sheets and workers of its own, and compiles what a user writes before a request. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/** The page advertises a service on another host, which it could not reach from here; ours leads to the other API. */
const style = `app-banner-container { display: none; }
.bank-reference {
  position: fixed; right: 12px; bottom: 8px; z-index: 10; padding: 4px 10px; border-radius: 8px;
  background: #14507a; color: #fff; font: 500 13px system-ui, sans-serif; text-decoration: none;
}
`
const link = '<a class="bank-reference" href="/api/docs">REST reference</a>'

const firstQuery = `# If you are signed in to the console, this runs as you. Otherwise add a header to the request:
# Authorization: Bearer, followed by an API key or the token that POST /api/auth/login answers.
query Accounts {
  accounts(first: 5) {
    data {
      id
      name
      balances { asset_code available_balance }
      transactions(first: 3) { type amount asset_code created_at }
    }
    paginatorInfo { total hasMorePages }
  }
}
`

export function servePlayground(app: FastifyInstance, endpoint: string): void {
  const root = getDistDirectory()
  const options = {
    baseURL: `${PLAYGROUND_PATH}/`,
    endpointURL: endpoint,
    subscriptionsEndpoint: endpoint,
    // A socket could not send the header, and takes no cookie.
    initialSubscriptionRequestHandlerId: 'graphql-sse',
    initialQuery: firstQuery,
    initialHeaders: { [CONSOLE_HEADER]: '1' },
    initialSettings: { theme: 'system' },
    // Accounts of the makers of the page would be on another host.
    disableAccount: true,
  } as const
  const page = renderAltair({
    ...options,
    serveInitialOptionsInSeperateRequest: 'start.js',
  })
    .replace('</head>', '<link href="bank.css" rel="stylesheet" /></head>')
    .replace('</body>', `${link}</body>`)
  const start = renderInitialOptions(options)
  const send = (reply: FastifyReply, type: string, body: unknown) =>
    reply
      .header('Content-Security-Policy', policy)
      .header('X-Content-Type-Options', 'nosniff')
      .type(type)
      .send(body)
  app.get(PLAYGROUND_PATH, (_request, reply) => send(reply, types['.html']!, page))
  app.get(`${PLAYGROUND_PATH}/*`, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (name === '') return send(reply, types['.html']!, page)
    if (name === 'start.js') return send(reply, types['.js']!, start)
    if (name === 'bank.css') return send(reply, types['.css']!, style)
    const type = types[extname(name)]
    const file = join(root, normalize(`/${name}`))
    const found = type === undefined ? undefined : await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw NotFound({ what: 'file', id: name })
    reply.header('Cache-Control', 'public, max-age=86400')
    return send(reply, type!, createReadStream(file))
  })
}
