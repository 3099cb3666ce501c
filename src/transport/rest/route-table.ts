// All routes of the server, also those that other transports add: which methods a path allows, for 405 answers, and
// which route a request belongs to, for the fast path. It matches like the framework, by the same library.
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import FindMyWay, { type HTTPMethod } from 'find-my-way'

export interface FoundRoute {
  readonly url: string
  readonly config: FastifyContextConfig
  readonly params: Readonly<Record<string, string | undefined>>
}

const NO_PARAMS = {}

export class RouteTable {
  readonly #router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: 512 })
  readonly #methods = new Set<HTTPMethod>()
  /** The routes without parameters by path and method, which are found at once. */
  readonly #fixed = new Map<string, Map<string, FoundRoute>>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ method: methods, url, config = {} }) => {
      for (const method of [methods].flat() as HTTPMethod[]) {
        this.#methods.add(method)
        if (this.#router.hasRoute(method, url)) continue
        this.#router.on(method, url, () => {}, { url, config })
        if (/[:*()]/.test(url)) continue
        const found = { url, config, params: NO_PARAMS }
        const others = this.#fixed.get(url)
        if (others) others.set(method, found)
        else this.#fixed.set(url, new Map([[method, found]]))
      }
    })
  }

  methodsOf(path: string): string[] {
    return [...this.#methods].filter((method) => this.#router.find(method, path) !== null)
  }

  /** The route of a path that has nothing to decode and no query. */
  find(method: string, path: string): FoundRoute | undefined {
    const fixed = this.#fixed.get(path)?.get(method)
    if (fixed) return fixed
    const found = this.#router.find(method as HTTPMethod, path)
    if (!found) return undefined
    const { url, config } = found.store as Pick<FoundRoute, 'url' | 'config'>
    return { url, config, params: found.params }
  }
}
