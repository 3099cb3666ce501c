// The OAuth scopes of MCP clients, with their descriptions for users. The metadata, the consent page and the tools
// all read this list.

export interface ToolScope {
  readonly name: string
  /** Completes "This client may …". */
  readonly words: string
  /** Whether it changes something or spends money; the consent page marks such scopes. */
  readonly writes: boolean
}

export const toolScopes = [
  {
    name: 'accounts:read',
    words: 'see your accounts, balances and wallet addresses',
    writes: false,
  },
  { name: 'accounts:write', words: 'open new accounts for you', writes: true },
  { name: 'payments:read', words: 'see the status of your payments', writes: false },
  { name: 'payments:write', words: 'send payments from your accounts', writes: true },
  {
    name: 'transactions:read',
    words: 'see your transactions and analyse your spending',
    writes: false,
  },
  { name: 'exchange:read', words: 'ask for exchange rates', writes: false },
  { name: 'exchange:write', words: 'trade on the exchange with your money', writes: true },
  {
    name: 'ramp:read',
    words: 'see the status of your purchases and sales of crypto',
    writes: false,
  },
  { name: 'ramp:write', words: 'start purchases and sales of crypto', writes: true },
  { name: 'sms:send', words: 'send text messages that you pay for', writes: true },
] as const satisfies readonly ToolScope[]

export const scopeNames: readonly string[] = toolScopes.map((scope) => scope.name)

/** Returns the given texts that are scopes, in the order of `toolScopes` and without repeats. */
export const pickScopes = (given: readonly string[]): string[] =>
  scopeNames.filter((name) => given.includes(name))
