// Names in the GraphQL schema. A root field is named after its operation in camelCase; arguments and the fields of
// records keep the names that they have in REST.

const RESERVED = new Set(['true', 'false', 'null'])

/** 'api_key' → 'apiKey'. */
export const toCamelCase = (words: string): string =>
  words.replace(/[^A-Za-z0-9]+(.)/g, (_match, letter: string) => letter.toUpperCase())

/** 'api_key', 'apiKey' → 'ApiKey'. */
export function toPascalCase(words: string): string {
  const camel = toCamelCase(words)
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

/** No GraphQL name starts with a digit: '24h_change' → '_24h_change'. */
export const toFieldName = (name: string): string => {
  const plain = name.replace(/\W/g, '_')
  return /^\d/.test(plain) ? `_${plain}` : plain
}

export const isEnumName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value) && !RESERVED.has(value)

/**
 * The name of the root field of an operation: 'account.get' → 'account', 'account.list' → 'accounts',
 * 'poll.list_active' → 'activePolls', 'gcu.composition' → 'gcuComposition'; for a write the verb comes first:
 * 'transfer.create' → 'createTransfer', 'agent.set_status' → 'setAgentStatus'.
 */
export function toRootName(operation: string, isRead: boolean): string {
  const [noun = '', action = ''] = operation.split('.')
  const [verb = '', ...rest] = action.split('_')
  if (!isRead) return toCamelCase([verb, noun, ...rest].join('_'))
  if (action === 'get') return toCamelCase(noun)
  if (verb === 'list') return toCamelCase([...rest, toPlural(noun)].join('_'))
  return toCamelCase(`${noun}_${action}`)
}

const toPlural = (noun: string): string =>
  noun.endsWith('y') && !/[aeo]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : noun.endsWith('s')
      ? noun
      : `${noun}s`
