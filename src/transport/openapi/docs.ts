// The description of the API and a page to read and try it, both from our own host alone: the page
// may load nothing from elsewhere, and its policy makes the browser hold it to that.
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { Registry } from '../../operation/registry.ts'
import { NotFound } from '../../operation/error.ts'
import { type OpenApiDocument, toOpenApi } from './document.ts'

const DOCS_PATH = '/api/docs'

export function serveOpenApi(
  app: FastifyInstance,
  registry: Registry,
  baseUrl: () => string,
): void {
  const document = once(() => toOpenApi(registry, baseUrl()))
  const text = once(() => JSON.stringify(document()))
  app.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text()),
  )
  app.register(async (scope) => {
    const { default: swaggerUi } = await import('@fastify/swagger-ui')
    scope.addHook('onRequest', (request, _reply, done) => done(refuseUnknownAsset(request)))
    scope.register(provideSwagger(document))
    scope.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      theme: { title: 'Florin API' },
      staticCSP: contentSecurityPolicy,
      validatorUrl: false,
      // Requests go to wherever the page came from, whatever name the server knows itself by.
      transformSpecification: (spec) => ({ ...spec, servers: [{ url: '/' }] }),
      transformSpecificationClone: false,
      uiConfig: {
        layout: 'BaseLayout', // without the bar that would load descriptions of other servers
        docExpansion: 'none',
        filter: true,
        persistAuthorization: false,
      },
    })
  })
}

const contentSecurityPolicy = {
  'default-src': "'self'",
  'img-src': ["'self'", 'data:'], // icons within the style sheet
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The page plugin insists on the name of the plugin that usually brings `swagger()`. */
const provideSwagger = (document: () => OpenApiDocument): FastifyPluginCallback =>
  Object.assign(
    ((scope, _options, done) => {
      scope.decorate('swagger', document)
      done()
    }) satisfies FastifyPluginCallback,
    {
      [Symbol.for('skip-override')]: true,
      [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
    },
  )

/** What the page asks for; the plugin would take any name for a route that is there. */
const assets = new Set([
  'index.css',
  'favicon-16x16.png',
  'favicon-32x32.png',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
])

function refuseUnknownAsset(request: FastifyRequest): Error | undefined {
  if (request.routeOptions.url !== `${DOCS_PATH}/static/*`) return undefined
  const path = request.url.split('?')[0]!
  if (assets.has(path.slice(`${DOCS_PATH}/static/`.length))) return undefined
  return NotFound({ what: 'route', id: `${request.method} ${path}` })
}
