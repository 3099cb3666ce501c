// Serves the built console: its pages, which are all the same document, and the files that the document loads.
// Names of files hold a hash of their content, so browsers cache them for ever; the document is revalidated every time.
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../../operation/error.ts'
import { chooseEncoding } from '../encoding.ts'

interface Build {
  /** The first segments of the addresses that the console answers. */
  readonly pages: readonly string[]
  readonly assets: readonly string[]
  /** The addresses of the guides, behind that of the reference; builds of older versions have none. */
  readonly guides?: readonly string[]
}

/** Scripts, styles and calls only of the bank itself; nothing inline; in no frame. */
export const CONSOLE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

const NO_SNIFFING = { 'X-Content-Type-Options': 'nosniff' } as const

/** What a browser shows by itself. A page loads some thirty other files, whose headers would weigh as much as a script. */
const DOCUMENT = /\.(?:html|svg)$/

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const GUIDE_TEXTS = 'guides.json'
const COMPRESSED = /\.(js|css|svg|html)$/
const HASHED = /-[\w-]{8}\.\w+$/
const YEAR = 31_536_000

/** A guide as text, for readers that show no pages, such as models. */
export interface GuideText {
  readonly name: string
  readonly title: string
  /** The heading of the list of guides that it stands under. */
  readonly group: string
  readonly summary: string
  readonly text: string
}

export interface BuiltFiles {
  readonly build: Build
  /** In reading order. */
  readGuides(): readonly GuideText[]
  send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply>
  /** The document of a page; it names the files of its build, so it is revalidated every time. */
  sendDocument(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply>
}

export function openFiles(folder: string): BuiltFiles {
  const files = new Map<string, Promise<Buffer>>()
  const read = (name: string): Promise<Buffer> => {
    const known = files.get(name)
    if (known) return known
    const content = readFile(join(folder, name))
    files.set(name, content)
    return content
  }
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const encoding = COMPRESSED.test(name) ? chooseEncoding(request) : undefined
    if (encoding) reply.header('Content-Encoding', encoding.name)
    const body = await read(encoding ? `${name}.${encoding.ending}` : name)
    return reply
      .headers(DOCUMENT.test(name) ? CONSOLE_HEADERS : NO_SNIFFING)
      .header('Vary', 'Accept-Encoding')
      .type(TYPES[extname(name)] ?? 'application/octet-stream')
      .send(body)
  }
  return {
    build: JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as Build,
    readGuides() {
      const file = join(folder, GUIDE_TEXTS)
      // Builds of older versions have no texts.
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as GuideText[]) : []
    },
    send,
    sendDocument(request, reply, name) {
      reply.header('Cache-Control', 'no-cache')
      return send(request, reply, name)
    },
  }
}

/** Whether a browser shows the answer to its user. */
export const wantsPage = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true

/** Browsers get the console, which says that the page does not exist; other clients get the error. */
export const showNotFound =
  (files: BuiltFiles) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined =>
    request.method === 'GET' && wantsPage(request) && !/^\/(api|console|assets)\b/.test(request.url)
      ? files.sendDocument(request, reply.code(404), 'index.html')
      : undefined

/** Adds the routes of the console; without a build there is a page that says so. */
export function addFiles(app: FastifyInstance, files: BuiltFiles | undefined): void {
  if (files === undefined) {
    app.get('/', (_request, reply) => sendMissing(reply))
    return
  }
  const { pages, assets } = files.build
  const sendDocument = (request: FastifyRequest, reply: FastifyReply) =>
    files.sendDocument(request, reply, 'index.html')
  app.get('/', sendDocument)
  for (const page of pages) {
    app.get(`/${page}`, sendDocument)
    app.get(`/${page}/*`, sendDocument)
  }
  const known = new Set(assets)
  app.get('/assets/:name', { config: { isFile: true } }, (request, reply) => {
    const { name } = request.params as { name: string }
    if (!known.has(name)) throw NotFound({ what: 'file', id: name.slice(0, 100) })
    const lasts = HASHED.test(name) ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600'
    reply.header('Cache-Control', lasts)
    return files.send(request, reply, `assets/${name}`)
  })
}

/** Replaces every page that needs the build. */
export const sendMissing = (reply: FastifyReply): FastifyReply =>
  reply.headers(CONSOLE_HEADERS).type(TYPES['.html']!).send(MISSING)

const MISSING = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Florin</title><link rel="stylesheet" href="/oauth/style.css">
</head>
<body>
  <header class="brand">Florin<span>.</span></header>
  <main>
    <h1>The bank is running, its console is not built</h1>
    <p>Run <code>npm run build</code> and start Florin again: the console and the reference at
      <code>/api/docs</code> are built together. Everything else works:</p>
    <ul>
      <li><a href="/api/openapi.json">OpenAPI document</a>: every operation, for tools</li>
      <li><a href="/api/status">Status</a> and <a href="/health/ready">readiness</a></li>
    </ul>
  </main>
</body>
</html>
`
