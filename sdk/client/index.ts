// The entry point of the package. It needs only fetch and Web Crypto, so it runs in Node, Deno, Bun, browsers and
// edge runtimes.
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  makeKey,
  type Operation,
  type Subscription,
} from './client.ts'
export {
  ApiError,
  /** The older name of ApiError. */
  ApiError as FlorinError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './errors.ts'
export * from './operations.ts'
export { each } from './pages.ts'
export type * from './types.ts'
export { isFromBank } from './webhooks.ts'
