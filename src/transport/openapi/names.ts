// Names of components; client generators turn them into type names.

/** 'api_key.create', 'agent-messages', 'INSUFFICIENT_FUNDS' → 'ApiKeyCreate' and so on. */
export const toTypeName = (words: string): string =>
  (/[a-z]/.test(words) ? words : words.toLowerCase())
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
