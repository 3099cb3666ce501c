// Names of components, such as generators of clients make types of.

/** 'api_key.create', 'agent-messages', 'INSUFFICIENT_FUNDS' → 'ApiKeyCreate' and so on. */
export const toTypeName = (words: string): string =>
  (/[a-z]/.test(words) ? words : words.toLowerCase())
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
