// Reads settings from environment variables. The process and each domain declare their own: name, meaning,
// default, and what a valid value is. Rules between several settings are declared beside them.
import { readFileSync } from 'node:fs'
import { StartError } from './start-error.ts'

export interface Variable<T> {
  readonly summary: string
  readonly fallback: string
  /** Returns undefined for an invalid text; the error message then says `expected`. */
  parse(text: string): T | undefined
  readonly expected: string
  /** The value is never shown, not even in an error message; it may be in a file, which NAME_FILE names. */
  readonly secret?: boolean
  /** The least length in production, where it is set, because a short secret could be guessed. */
  readonly lengthMin?: number
  /** A URL that is called or shown to others: it must be https in production, except on this machine. */
  readonly isAddress?: boolean
}

export type Variables = Readonly<Record<string, Variable<unknown>>>

export type Values<V extends Variables> = {
  readonly [Name in keyof V]: Exclude<ReturnType<V[Name]['parse']>, undefined>
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface Mode {
  readonly production: boolean
}

export interface Settings<V extends Variables> {
  readonly variables: V
  /** Throws a StartError for the first rule between variables that is broken. */
  check?(values: Values<V>, mode: Mode): void
}

export const defineSettings = <V extends Variables>(
  variables: V,
  check?: (values: Values<V>, mode: Mode) => void,
): Settings<V> => ({ variables, ...(check && { check }) })

export function readSettings<V extends Variables>(
  settings: Settings<V>,
  env: Environment,
  mode: Mode,
): Values<V> {
  const { variables } = settings
  const values = readVariables(variables, env)
  settings.check?.(values, mode)
  if (mode.production)
    for (const [name, variable] of Object.entries(variables))
      checkForProduction(name, variable, values[name])
  return values
}

const readVariables = <V extends Variables>(variables: V, env: Environment): Values<V> =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(variables).map(([name, variable]) => [
        name,
        readVariable(name, variable, readText(name, variable, env)),
      ]),
    ),
  ) as Values<V>

/** Where secrets are files, as in containers and services, the variable NAME_FILE names that of NAME. */
function readText(name: string, { secret }: Variable<unknown>, env: Environment): string {
  const value = env[name] ?? ''
  const path = (secret && env[fileVariable(name)]) || ''
  if (path === '') return value
  if (value !== '')
    throw new StartError(`${name} and ${fileVariable(name)} are both set: unset one of them.`)
  const text = readSecretFile(name, path).replace(/\r?\n$/, '')
  if (text === '') throw new StartError(`${fileVariable(name)} names "${path}", which is empty.`)
  return text
}

export const fileVariable = (name: string): string => `${name}_FILE`

function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartError(
      `${fileVariable(name)} names "${path}", which cannot be read (${code}); check that it exists and that this user may read it.`,
      { cause },
    )
  }
}

function readVariable(name: string, variable: Variable<unknown>, value: string): unknown {
  const given = value === '' ? variable.fallback : value
  const parsed = variable.parse(given)
  if (parsed === undefined)
    throw new StartError(
      `${name} must be ${variable.expected}${variable.secret ? '' : `, but is "${given}"`}.`,
    )
  return parsed
}

function checkForProduction(name: string, variable: Variable<unknown>, value: unknown): void {
  if (typeof value !== 'string' || value === '') return
  if (value.length < (variable.lengthMin ?? 0))
    throw new StartError(
      `${name} must be at least ${variable.lengthMin} characters long in production.`,
    )
  if (!variable.isAddress) return
  const { protocol, hostname } = new URL(value)
  if (protocol === 'http:' && !isThisMachine(hostname))
    throw new StartError(
      `${name} must start with https:// in production; http:// is for this machine only, such as http://127.0.0.1.`,
    )
}

export const isThisMachine = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/.test(host)

export const text = (summary: string, fallback: string): Variable<string> => ({
  summary,
  fallback,
  expected: 'text',
  parse: (value) => value,
})

/** A key, token or password that authenticates others to us, or us to them. */
export const secretText = (summary: string): Variable<string> => ({
  ...text(summary, ''),
  secret: true,
  lengthMin: 16,
})

/** The one before, by which others may still authenticate to us while it is changed on both sides. */
export const previousSecret = (name: string): Variable<string> =>
  secretText(`The ${name} before, which counts as well while it is changed at the other side.`)

/** Those by which others may authenticate; none if there is no secret. */
export const acceptedSecrets = (secret: string, previous: string): readonly string[] =>
  secret === '' ? [] : [secret, previous].filter((one) => one !== '')

/** Text that matches a pattern; `expected` describes it. */
export const pattern = (
  summary: string,
  fallback: string,
  expected: string,
  form: RegExp,
): Variable<string> => ({
  summary,
  fallback,
  expected,
  parse: (value) => (form.test(value) ? value : undefined),
})

export const integer = (
  summary: string,
  fallback: number,
  min: number,
  max: number,
): Variable<number> => ({
  summary,
  fallback: String(fallback),
  expected: `a whole number from ${min} to ${max}`,
  parse(value) {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? number : undefined
  },
})

export const choice = <const T extends string>(
  summary: string,
  fallback: NoInfer<T>,
  choices: readonly T[],
): Variable<T> => ({
  summary,
  fallback,
  expected: choices.map((one) => `"${one}"`).join(' or '),
  parse: (value) => choices.find((one) => one === value),
})

export const flag = (summary: string, fallback = false): Variable<boolean> => ({
  summary,
  fallback: String(fallback),
  expected: '"true" or "false"',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
})

export const url = (summary: string, fallback: string, ...schemes: string[]): Variable<string> => ({
  summary,
  fallback,
  expected: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  parse(value) {
    if (value === '') return ''
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : ''
    return schemes.includes(scheme) ? value.replace(/\/+$/, '') : undefined
  },
})

/** An http or https URL, ours or a provider's. */
export const webUrl = (summary: string, fallback = ''): Variable<string> => ({
  ...url(summary, fallback, 'http', 'https'),
  isAddress: true,
})

/** Several values, separated by commas; `expected` is in the plural. */
export const list = (
  summary: string,
  expected: string,
  isGood: (value: string) => boolean,
): Variable<string[]> => ({
  summary,
  fallback: '',
  expected: `${expected}, separated by commas`,
  parse(value) {
    const values = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    return values.every(isGood) ? values : undefined
  },
})

export const isOrigin = (value: string): boolean =>
  URL.canParse(value) && new URL(value).origin === value

/** A certificate or key: as PEM, as PEM on one line with \\n in it, or as base64 of either form. */
export const pemText = <T>(
  summary: string,
  expected: string,
  read: (pem: Buffer) => T | undefined,
): Variable<T | ''> => ({
  summary,
  fallback: '',
  expected: `${expected}: PEM, PEM with \\n for line ends, or base64`,
  secret: true,
  parse(value) {
    if (value === '') return ''
    const isPem = value.includes('-----BEGIN')
    const bytes = isPem ? Buffer.from(value.replaceAll('\\n', '\n')) : Buffer.from(value, 'base64')
    try {
      return read(bytes)
    } catch {
      return undefined
    }
  },
})
