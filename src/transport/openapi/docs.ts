// Serves the OpenAPI document, the catalogue of errors, and the reference: pages to read and try the API, which are
// built with the console and load nothing from other hosts; their content security policy makes the browser enforce
// that. A path of the reference that names no operation and no domain is not found.
import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../operation/error.ts'
import type { Registry } from '../../operation/registry.ts'
import { type BuiltFiles, sendMissing } from '../console/files.ts'
import { FixedDocument } from '../encoding.ts'
import { listCatalogue } from './catalogue.ts'
import { listOperationIds, toOpenApi } from './document.ts'
import { protocolIds, protocolTags, withProtocols } from './protocols.ts'

const DOCS_PATH = '/api/docs'
const JSON_TYPE = 'application/json; charset=utf-8'

export interface ReferenceOptions {
  readonly registry: Registry
  readonly baseUrl: () => string
  /** Undefined when the console is not built. */
  readonly files: BuiltFiles | undefined
}

export function serveReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { registry, baseUrl, files } = options
  const published = new FixedDocument(JSON_TYPE, () =>
    toBytes(withProtocols(toOpenApi(registry, baseUrl()))),
  )
  const errors = new FixedDocument(JSON_TYPE, () => toBytes(listCatalogue(registry)))
  const pages = once(() => listPages(registry))
  app.get('/api/openapi.json', (request, reply) => published.send(request, reply))
  app.get(`${DOCS_PATH}/errors.json`, (request, reply) => errors.send(request, reply))
  for (const path of ['', '/*'])
    app.get(DOCS_PATH + path, (request, reply) => {
      const page = (request.params as { '*'?: string })['*'] ?? ''
      if (!pages().has(page))
        throw NotFound({ what: 'page of the reference', id: page.slice(0, 100) })
      return files ? files.sendDocument(request, reply, 'reference.html') : sendMissing(reply)
    })
}

/** The addresses of the reference, behind its path. */
const listPages = (registry: Registry): ReadonlySet<string> =>
  new Set([
    '',
    'errors',
    ...[...registry.domains.map(({ name }) => name), ...protocolTags].map(
      (name) => `domains/${name}`,
    ),
    ...[...listOperationIds(registry), ...protocolIds].map((id) => `operations/${id}`),
  ])

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

const toBytes = (document: object): Buffer => Buffer.from(JSON.stringify(document))
