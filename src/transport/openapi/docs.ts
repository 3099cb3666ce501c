// Serves the OpenAPI document and a page to read and try the API. The page loads nothing from other hosts, and
// its content security policy makes the browser enforce that.
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { NotFound } from '../../operation/error.ts'
import type { Registry } from '../../operation/registry.ts'
import { toOpenApi } from './document.ts'

const DOCS_PATH = '/api/docs'

const JSON_TYPE = 'application/json; charset=utf-8'

export function serveOpenApi(
  app: FastifyInstance,
  registry: Registry,
  baseUrl: () => string,
): void {
  const document = once(() => toOpenApi(registry, baseUrl()))
  const published = once(() => toBytes(document()))
  // The page sends its requests to the host it was loaded from, whatever PUBLIC_URL says.
  const forPage = once(() => toBytes({ ...document(), servers: [{ url: '/' }] }))
  app.get('/api/openapi.json', (_request, reply) => reply.type(JSON_TYPE).send(published()))
  app.register(async (scope) => {
    const { default: swaggerUi } = await import('@fastify/swagger-ui')
    scope.addHook('onRequest', (request, _reply, done) => done(refuseUnused(request)))
    scope.register(provideSwagger(forPage))
    scope.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      theme: { title: 'Florin API' },
      staticCSP: contentSecurityPolicy,
      validatorUrl: false,
      transformSpecification(bytes, _request, reply) {
        reply.type(JSON_TYPE)
        return bytes
      },
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

const toBytes = (document: object): Buffer => Buffer.from(JSON.stringify(document))

/** The page plugin requires a plugin of this name, which normally provides `swagger()`. */
const provideSwagger = (swagger: () => Buffer): FastifyPluginCallback =>
  Object.assign(
    ((scope, _options, done) => {
      scope.decorate('swagger', swagger)
      done()
    }) satisfies FastifyPluginCallback,
    {
      [Symbol.for('skip-override')]: true,
      [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
    },
  )

const assets = new Set([
  'index.css',
  'favicon-16x16.png',
  'favicon-32x32.png',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
])

/**
 * The page needs only these assets, but the plugin has a route for any name, and another that would render the
 * document as YAML on every request.
 */
function refuseUnused(request: FastifyRequest): Error | undefined {
  const path = request.url.split('?')[0]!
  const route = request.routeOptions.url
  const isUnknownAsset =
    route === `${DOCS_PATH}/static/*` && !assets.has(path.slice(`${DOCS_PATH}/static/`.length))
  if (!isUnknownAsset && route !== `${DOCS_PATH}/yaml`) return undefined
  return NotFound({ what: 'route', id: `${request.method} ${path}` })
}
