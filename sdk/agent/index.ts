// An agent of a Florin bank in a few lines. Needs nothing but fetch and Web Crypto, so it runs in Node,
// Deno, Bun, browsers and at the edge alike.
export { Agent, type AgentCredentials } from './agent.ts'
export { FlorinError } from './http.ts'
export type * from './types.ts'
