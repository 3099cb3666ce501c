// The entry point of the package. It needs only fetch and Web Crypto, so it runs in Node, Deno, Bun, browsers and
// edge runtimes.
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  FlorinError,
  type Operation,
  type Subscription,
} from './client.ts'
export * from './operations.ts'
export { each } from './pages.ts'
export type * from './types.ts'
export { isFromBank } from './webhooks.ts'
