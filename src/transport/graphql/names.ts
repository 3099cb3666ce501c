// Translates names between GraphQL (camelCase) and records (snake_case). Only declared names are translated,
// never the keys of free-form data.

/** 'created_at' → 'createdAt'; '24h_change' → '_24hChange', because no GraphQL name starts with a digit. */
export function toCamelCase(name: string): string {
  const camel = name.replace(/(?<=\w)_([a-z0-9])/g, (_match, letter: string) =>
    letter.toUpperCase(),
  )
  return /^\d/.test(camel) ? `_${camel}` : camel
}

/** 'Account' → 'AccountInput'; a name that already ends in 'Input' stays. */
export const toInputName = (name: string): string =>
  name.endsWith('Input') ? name : `${name}Input`

const RESERVED = new Set(['true', 'false', 'null'])

export const isEnumName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value) && !RESERVED.has(value)
