// The scopes of agents: the published list, the defaults, and the checks. `category:*` and `*` stand for
// every scope that they cover.

const categories = {
  payments: {
    read: 'See payments.',
    create: 'Start and confirm payments.',
    cancel: 'Cancel payments.',
  },
  wallet: {
    read: 'See balances.',
    transfer: 'Move money between wallets.',
    withdraw: 'Take money out of a wallet.',
  },
  escrow: {
    read: 'See escrows.',
    create: 'Create and fund escrows.',
    release: 'Release escrows.',
    dispute: 'Dispute and resolve escrows.',
  },
  messages: {
    read: 'Read messages.',
    send: 'Send and acknowledge messages.',
    write: 'Send, acknowledge and change messages.',
  },
  agent: {
    read: 'See the agent’s own record.',
    update: 'Change the agent’s record and capabilities.',
    keys: 'Manage the agent’s keys.',
    sessions: 'Manage the agent’s sessions.',
  },
  reputation: { read: 'See reputations.', review: 'Give feedback on other agents.' },
  compliance: { read: 'See compliance checks.', verify: 'Run compliance checks.' },
  admin: { read: 'See administrative data.', manage: 'Administer the platform.' },
} as const

/** Scope → its meaning, as published to callers. */
export const scopes: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(categories).flatMap(([category, actions]) => [
    ...Object.entries(actions).map(([action, meaning]) => [`${category}:${action}`, meaning]),
    [`${category}:*`, `Everything about ${category}.`],
  ]),
  ['*', 'Everything the agent may do.'],
])

export const defaultScopes: readonly string[] = [
  'payments:read',
  'wallet:read',
  'agent:read',
  'reputation:read',
  'messages:read',
]

/** A session opened with the agent's own key has every scope. */
export const everyScope: readonly string[] = ['*']

/** Scope → another scope that includes it. */
const coveredBy: Readonly<Record<string, string>> = { 'messages:send': 'messages:write' }

/** Every scope that the given ones cover, including themselves. */
export function expandScopes(given: readonly string[]): string[] {
  const covers = (one: string): boolean =>
    ['*', one, `${one.split(':')[0]}:*`, coveredBy[one]].some(
      (scope) => scope !== undefined && given.includes(scope),
    )
  return Object.keys(scopes).filter(covers)
}

/** Scopes that reach beyond one agent, so only an administrator's agents can have them. */
export const needsAdministrator = (scope: string): boolean =>
  scope === '*' || scope.startsWith('admin:')
