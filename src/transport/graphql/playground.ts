// The playground: a page to write queries and watch subscriptions, served from this host alone. Its content security
// policy makes the browser enforce that. A user who is signed in to the console is signed in here: the page marks its
// requests as those of the playground, for which the session in the cookie counts at the GraphQL endpoint only, and
// asks the user before a mutation runs, because its address may hold a query that a third party wrote.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getDistDirectory, renderAltair, renderInitialOptions } from 'altair-static'
import { NotFound } from '../../operation/error.ts'
import { CONSOLE_HEADER, PLAYGROUND_HEADER } from '../console/session-cookie.ts'
import { CONFIRMATION_REQUIRED, CONFIRMED_HEADER } from './confirmation.ts'

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
  "connect-src 'self'",
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
/** Runs before the page itself. Headers that the page kept from earlier visits do not pass for those of the console. */
const script = (endpoint: string): string => `const send = window.fetch.bind(window)
window.fetch = async (address, options = {}) => {
  const { origin, pathname } = new URL(address, location)
  if (origin !== location.origin || pathname !== '${endpoint}') return send(address, options)
  const headers = new Headers(options.headers)
  headers.delete('${CONSOLE_HEADER}')
  headers.delete('${CONFIRMED_HEADER}')
  headers.set('${PLAYGROUND_HEADER}', '1')
  const response = await send(address, { ...options, headers })
  if (response.status !== 403) return response
  const answer = await response.clone().json().catch(() => undefined)
  const refusal = answer?.errors?.[0]?.extensions
  if (refusal?.code !== '${CONFIRMATION_REQUIRED}') return response
  const names = refusal.mutations
  if (!confirm('Run ' + names.join(', ') + ' as you?\\n\\nCancel if you did not write it yourself.'))
    return response
  headers.set('${CONFIRMED_HEADER}', names.join(','))
  return send(address, { ...options, headers })
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
    // A socket could not carry the mark, and takes no cookie.
    initialSubscriptionRequestHandlerId: 'graphql-sse',
    initialQuery: firstQuery,
    initialSettings: { theme: 'system' },
    // Accounts of the makers of the page would be on another host.
    disableAccount: true,
  } as const
  const page = renderAltair({
    ...options,
    serveInitialOptionsInSeperateRequest: 'start.js',
  })
    .replace(
      '</head>',
      '<link href="bank.css" rel="stylesheet" /><script src="bank.js"></script></head>',
    )
    .replace('</body>', `${link}</body>`)
  const start = renderInitialOptions(options)
  const confirming = script(endpoint)
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
    if (name === 'bank.js') return send(reply, types['.js']!, confirming)
    if (name === 'bank.css') return send(reply, types['.css']!, style)
    const type = types[extname(name)]
    const file = join(root, normalize(`/${name}`))
    const found = type === undefined ? undefined : await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw NotFound({ what: 'file', id: name })
    reply.header('Cache-Control', 'public, max-age=86400')
    return send(reply, type!, createReadStream(file))
  })
}
