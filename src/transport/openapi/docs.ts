// Serves the OpenAPI document, the catalogue of errors, and the reference: pages to read and try the API, which are
// built with the console and load nothing from other hosts; their content security policy makes the browser enforce
// that. The pages read the document in parts. A path of the reference that names no page is not found. Readers that show
// no pages, such as models, find an index at /llms.txt, and guides and errors as text.
import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../operation/error.ts'
import type { Registry } from '../../operation/registry.ts'
import { type BuiltFiles, sendMissing, wantsPage } from '../console/files.ts'
import { FixedDocument } from '../encoding.ts'
import { listCatalogue } from './catalogue.ts'
import { listOperationIds, toOpenApi } from './document.ts'
import { toErrorPage, toFullLlms, toLlms } from './llms.ts'
import { toIndex, toPart } from './parts.ts'
import { ERROR_PAGES } from '../rest/errors.ts'
import { toPostman } from './postman.ts'
import { protocolIds, protocolTags, withProtocols } from './protocols.ts'

const DOCS_PATH = '/api/docs'
const PAGE = 'reference.html'
const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

export interface ReferenceOptions {
  readonly registry: Registry
  readonly baseUrl: () => string
  /** Undefined when the console is not built. */
  readonly files: BuiltFiles | undefined
}

export function serveReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { registry, baseUrl, files } = options
  const made = once(() => makeDocuments(options))
  const published = new FixedDocument(JSON_TYPE, () => made().published)
  const domains = listDomains(registry)
  const documents = new Map([
    ['errors.json', new FixedDocument(JSON_TYPE, () => toBytes(listCatalogue(registry)))],
    [
      'postman.json',
      new FixedDocument(JSON_TYPE, () => {
        const document = withProtocols(toOpenApi(registry, baseUrl()))
        return toBytes(toPostman(document, baseUrl()))
      }),
    ],
    ['index.json', new FixedDocument(JSON_TYPE, () => made().index)],
    ...domains.map(
      (name) =>
        [
          `domains/${name}.json`,
          new FixedDocument(JSON_TYPE, () => made().parts.get(name)!),
        ] as const,
    ),
  ])
  const texts = once(() => listTexts(registry, files))
  const pages = once(() => listPages(registry, domains, files?.build.guides ?? []))
  app.get('/api/openapi.json', (request, reply) => published.send(request, reply))
  for (const [path, name] of [
    ['/llms.txt', 'llms'],
    ['/llms-full.txt', 'fullLlms'],
  ] as const) {
    const text = new FixedDocument(TEXT_TYPE, () => made()[name])
    app.get(path, (request, reply) => text.send(request, reply))
  }
  for (const path of ['', '/*'])
    app.get(DOCS_PATH + path, (request, reply) => {
      const page = (request.params as { '*'?: string })['*'] ?? ''
      const document = documents.get(page)
      if (document) return document.send(request, reply)
      const text = texts().get(page)
      if (text?.code !== undefined && files && wantsPage(request))
        return reply.redirect(`${ERROR_PAGES}#${text.code}`)
      if (text) return reply.type(MARKDOWN_TYPE).header('Vary', 'Accept').send(text.body)
      if (pages().has(page))
        return files ? files.sendDocument(request, reply, PAGE) : sendMissing(reply)
      // The page says that there is none, and searches.
      if (files && wantsPage(request)) return files.sendDocument(request, reply.code(404), PAGE)
      throw NotFound({ what: 'page of the reference', id: page.slice(0, 100) })
    })
}

/** All that is made from the description, at once: its objects are large and are not kept. */
function makeDocuments({ registry, baseUrl, files }: ReferenceOptions) {
  const address = baseUrl()
  const document = withProtocols(toOpenApi(registry, address))
  const facts = { document, guides: files?.readGuides() ?? [], baseUrl: address }
  return {
    llms: Buffer.from(toLlms(facts)),
    fullLlms: Buffer.from(toFullLlms(facts)),
    published: toBytes(document),
    index: toBytes(toIndex(document, listCatalogue(registry))),
    parts: new Map(document.tags.map(({ name }) => [name, toBytes(toPart(document, name))])),
  }
}

interface TextPage {
  readonly body: string
  /** That of the error; a browser gets the page on which it stands. */
  readonly code?: string
}

/** The pages that are text, by their addresses behind the path of the reference. */
const listTexts = (
  registry: Registry,
  files: BuiltFiles | undefined,
): ReadonlyMap<string, TextPage> =>
  new Map([
    ...listCatalogue(registry).map((entry) => {
      const { code } = entry
      return [`errors/${code}`, { body: toErrorPage(entry), code }] as const
    }),
    ...(files?.readGuides() ?? []).map(
      ({ name, text }) => [`guides/${name}.md`, { body: text }] as const,
    ),
  ])

/** The domains that have routes, and the protocols. */
const listDomains = (registry: Registry): readonly string[] => [
  ...registry.domains
    .filter(({ operations }) => operations.some(({ rest }) => rest.length > 0))
    .map(({ name }) => name),
  ...protocolTags,
]

/** The addresses of the reference, behind its path. */
const listPages = (
  registry: Registry,
  domains: readonly string[],
  guides: readonly string[],
): ReadonlySet<string> =>
  new Set([
    '',
    'errors',
    ...guides,
    ...domains.map((name) => `domains/${name}`),
    ...[...listOperationIds(registry), ...protocolIds].map((id) => `operations/${id}`),
  ])

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

const toBytes = (document: object): Buffer => Buffer.from(JSON.stringify(document))
