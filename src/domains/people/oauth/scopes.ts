// What a program can be allowed to do through the agent-tool door, in words for people. Said once: the
// metadata, the consent page and the tools take it from here.

export interface ToolScope {
  readonly name: string
  /** Completes "This program may …". */
  readonly words: string
  /** It changes something or spends money; people are shown this clearly. */
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

/** Of the texts given, those that are scopes; in our order, each once. */
export const pickScopes = (given: readonly string[]): string[] =>
  scopeNames.filter((name) => given.includes(name))
