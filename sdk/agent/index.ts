// The entry point of the package. It needs only fetch and Web Crypto, so it runs in Node, Deno, Bun, browsers and
// edge runtimes.
export { Agent, type AgentCredentials } from './agent.ts'
export { FlorinError } from './retries.ts'
export type * from './types.ts'
