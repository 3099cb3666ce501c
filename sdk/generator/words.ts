// The names of things in the casing of each language, and text that is safe inside comments and literals.
// Descriptions and brand names are data: nothing in them may end a comment, a literal or a line.

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** 'agent-messages' → agent, messages; 'fromAccount' → from, account; '24h_change' → 24h, change */
export const toWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

export const toPascal = (words: readonly string[]): string => words.map(capitalize).join('')
export const toCamel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capitalize(word))).join('')
export const toSnake = (words: readonly string[]): string => words.join('_')

/** An identifier does not start with a digit. */
export const withLetter = (name: string, prefix: string): string =>
  /^[0-9]/.test(name) || name === '' ? prefix + name : name

/** 'transfer.create' is `create` in transfers; 'account.transactions' keeps its words elsewhere. */
export function methodWords(id: string, module: string): readonly string[] {
  const [thing = '', ...verb] = id.split('.')
  const own = toWords(module).join('_')
  const isOwn = [thing, `${thing}s`, `${thing}es`].includes(own)
  const rest = thing.startsWith(`${own}_`) ? thing.slice(own.length + 1) : thing
  return (isOwn && verb.length > 0 ? verb : [rest, ...verb]).flatMap((part) => toWords(part))
}

/**
 * Text as one line, without characters that change how a line is read: control characters, separators of lines, and
 * marks of writing direction behind which code could hide.
 */
export const toLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** Inside a block comment. Java reads escapes with a backslash in comments too. */
export const toBlockComment = (text: string): string =>
  toLine(text).replaceAll('*/', '* /').replaceAll('/*', '/ *').replaceAll('\\', '/')

/** Inside an XML comment of C#, or in HTML. */
export const toXml = (text: string): string =>
  toLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Inside a docstring of Python. */
export const toDocstring = (text: string): string =>
  toLine(text).replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')

/** A literal in double quotes for Java, Go, C# and Python. */
export const quote = (text: string): string => JSON.stringify(toLine(text))

/** A literal of PHP in single quotes, in which nothing is replaced. */
export const quotePhp = (text: string): string =>
  `'${toLine(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
