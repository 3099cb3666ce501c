// The environment, read once into one frozen value. Each variable is declared here and nowhere else:
// its name, its meaning, its default and how a wrong value is refused.
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { holdsEverybody, isAddressRange } from './platform/addresses.ts'
import { StartError } from './platform/start-error.ts'
import { findWeakness } from './weak-password.ts'

interface Variable<T> {
  readonly summary: string
  readonly fallback: string
  /** Returns undefined when the text is no such value; `expected` then completes the sentence. */
  parse(text: string): T | undefined
  readonly expected: string
  /** Its value is never shown, not even to say that it is wrong. */
  readonly secret?: boolean
  /** Somebody could guess it: in production it is this long at least, where it is set. */
  readonly lengthMin?: number
  /** Called or shown to others: in production not in the clear, except on this machine. */
  readonly isAddress?: boolean
}

const text = (summary: string, fallback: string): Variable<string> => ({
  summary,
  fallback,
  expected: 'text',
  parse: (value) => value,
})

/** A key, token or secret that others prove themselves with, or we to them. */
const secretText = (summary: string): Variable<string> => ({
  ...text(summary, ''),
  secret: true,
  lengthMin: 16,
})

const integer = (
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

const choice = <T extends string>(
  summary: string,
  fallback: T,
  choices: readonly T[],
): Variable<T> => ({
  summary,
  fallback,
  expected: choices.map((one) => `"${one}"`).join(' or '),
  parse: (value) => choices.find((one) => one === value),
})

const url = (summary: string, fallback: string, ...schemes: string[]): Variable<string> => ({
  summary,
  fallback,
  expected: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  parse(value) {
    if (value === '') return ''
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : ''
    return schemes.includes(scheme) ? value.replace(/\/+$/, '') : undefined
  },
})

/** Where something is served: ours or a provider's. */
const webUrl = (summary: string, fallback = ''): Variable<string> => ({
  ...url(summary, fallback, 'http', 'https'),
  isAddress: true,
})

/** Not every address of a database is a URL to the letter: behind a socket it has no host. */
const databaseUrl = (summary: string): Variable<string> => ({
  summary,
  fallback: '',
  secret: true,
  expected: 'a URL that starts with postgres:// or postgresql://',
  parse: (value) => (/^(postgres(ql)?:\/\/\S+)?$/.test(value) ? value : undefined),
})

const addresses = (summary: string): Variable<string[]> => ({
  summary,
  fallback: '',
  expected: 'IP addresses or CIDR ranges, separated by commas',
  parse(value) {
    const list = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    return list.every(isAddressRange) ? list : undefined
  },
})

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value

const origins = (
  summary: string,
  expected = 'origins such as https://app.example.com, separated by commas',
  isGood = isOrigin,
): Variable<string[]> => ({
  summary,
  fallback: '',
  expected,
  parse(value) {
    const list = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    return list.every(isGood) ? list : undefined
  },
})

/** An Android app has no address: it is known by the hash of its signing certificate. */
const isPageOrApp = (value: string): boolean =>
  isOrigin(value) || /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/.test(value)

const flag = (summary: string): Variable<boolean> => ({
  summary,
  fallback: 'false',
  expected: '"true" or "false"',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
})

const secondsList = (summary: string, fallback: string): Variable<number[]> => ({
  summary,
  fallback,
  expected: 'one to ten whole numbers of seconds up to 86400, separated by commas',
  parse(value) {
    const parts = value.split(',').map((part) => part.trim())
    const isGood = parts.length <= 10 && parts.every((part) => /^\d{1,5}$/.test(part))
    const list = parts.map(Number)
    return isGood && list.every((seconds) => seconds <= 86_400) ? list : undefined
  },
})

/** A certificate or key: as PEM, as PEM on one line with \\n in it, or as base64 of either form. */
const pemText = <T>(
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

const serviceAccount = (summary: string): Variable<string> => ({
  summary,
  fallback: '',
  expected: 'the JSON key file of a service account, with client_email and private_key',
  secret: true,
  parse(value) {
    if (value === '') return ''
    try {
      const { client_email, private_key } = JSON.parse(value) as Record<string, unknown>
      return typeof client_email === 'string' && createPrivateKey(String(private_key))
        ? value
        : undefined
    } catch {
      return undefined
    }
  },
})

/** Undefined unless it is an RSA key, and not a private one that was put here by mistake. */
function readRsaKey(pem: Buffer) {
  const key = pem.includes('PRIVATE') ? undefined : createPublicKey(pem)
  return key?.asymmetricKeyType === 'rsa' ? key : undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const variables = {
  PORT: integer('Port of everything: API, docs, console.', 8080, 0, 65535),
  HOST: text('Address to listen on.', '127.0.0.1'),
  PUBLIC_URL: webUrl('Address under which clients reach Florin; default http://HOST:PORT.'),
  FLORIN_MODE: choice('sandbox simulates outside providers; production refuses to.', 'sandbox', [
    'sandbox',
    'production',
  ]),
  DATA_DIR: text('Folder of the embedded database, its key and the mail outbox.', './.florin'),
  DATABASE_URL: databaseUrl('PostgreSQL 15 or newer to use instead of the embedded one.'),
  DATABASE: choice(
    'embedded says that the database in DATA_DIR is meant: production does not use it by mere default.',
    '',
    ['', 'embedded'],
  ),
  DATABASE_CONNECTIONS: integer('Connections for writing, and as many for reading.', 10, 2, 500),
  LOG_LEVEL: choice('How much is logged to standard output, as JSON lines.', 'info', logLevels),
  FLORIN_SECRET: secretText(
    'Key that seals two-factor secrets and stored replies, 32 characters or more; sandbox makes one in DATA_DIR.',
  ),
  FUNDING: choice(
    'Who may bring cash in and take it out: open (the owner) or operators (and the tellers they name); default: open in sandbox, operators in production.',
    '',
    ['', 'open', 'operators'],
  ),
  ADMIN_EMAIL: text('E-mail of the operator, created at start.', ''),
  ADMIN_PASSWORD: {
    ...text(
      'Password of the operator; in production 12 characters or more that nobody guesses.',
      '',
    ),
    secret: true,
  },
  RATE_LIMIT_PER_MINUTE: integer(
    'Requests per credential in any 60 seconds; 0 turns it off.',
    100,
    0,
    1_000_000,
  ),
  RATE_LIMIT_PER_HOUR: integer(
    'Requests per credential in any hour; 0 turns it off.',
    1000,
    0,
    1_000_000,
  ),
  RATE_LIMIT_KEYS_PER_USER: integer(
    'All credentials of one user together have the room of this many keys; 0 turns it off.',
    10,
    0,
    1_000,
  ),
  TRANSFER_FEE_BASIS_POINTS: integer(
    'Hundredths of a percent of a transfer, taken from the sender on top; 0 is none.',
    0,
    0,
    10_000,
  ),
  ESCROW_FEE_BASIS_POINTS: integer(
    'Hundredths of a percent of what an escrow pays its seller, kept of it and rounded down; 0 is none.',
    0,
    0,
    5_000,
  ),
  AGENT_PAYMENT_FEE_BASIS_POINTS: integer(
    'Hundredths of a percent of a payment between agents, taken from the sender on top, rounded down; 0 is none.',
    0,
    0,
    10_000,
  ),
  AGENT_PAYMENT_EXPIRY_SECONDS: integer(
    'How long a payment between agents waits to be confirmed; then it fails.',
    86_400,
    60,
    2_592_000,
  ),
  WEBHOOK_ALLOW_PRIVATE: flag(
    'Webhooks and pushes to agents may go to plain HTTP and to addresses that are not public; for development only.',
  ),
  WEBHOOK_RETRY_SECONDS: secondsList(
    'How long after each failure a webhook is tried again; the last one repeats.',
    '60,300,900',
  ),
  WEBHOOK_DELIVERIES_PER_MINUTE: integer(
    'Deliveries per webhook in any 60 seconds, the surplus waits; 0 turns it off.',
    100,
    0,
    1_000_000,
  ),
  OAUTH_REGISTRATIONS_PER_HOUR: integer(
    'Programs that may register from one address, or one /64 network of IPv6, in any hour; 0 turns it off.',
    100,
    0,
    1_000_000,
  ),
  MCP_ALLOWED_ORIGINS: origins('Web pages of other origins that may call the tool door (/mcp).'),
  WEBAUTHN_ORIGINS: origins(
    'Pages and apps, beside those of PUBLIC_URL, in which its passkeys may be used.',
    'origins such as https://app.example.com or android:apk-key-hash:…, separated by commas',
    isPageOrApp,
  ),
  SMS_FLAT_CHARGE_MINOR: integer(
    'What a text message sent by a connected program is charged, and counts against the daily limit, in cents.',
    5,
    0,
    100_000,
  ),
  RATE_FEED_URL: webUrl(
    'Where exchange rates of money come from, in the form of the ECB reference rates (XML); sandbox has a table, production none.',
  ),
  RAMP_PROVIDER: choice(
    'Who buys and sells crypto; production has nobody unless a real one is chosen.',
    'mock',
    ['mock', 'stripe_bridge'],
  ),
  RAMP_PROVIDER_URL: webUrl('Where the interface of the ramp provider begins.'),
  RAMP_PROVIDER_KEY: secretText('Key of the bank at the ramp provider.'),
  RAMP_WEBHOOK_SECRET: secretText(
    'Signs the calls of the ramp provider; without it none is believed.',
  ),
  RAMP_SIMULATED_SECONDS: integer('How long the simulated ramp provider takes.', 5, 0, 3_600),
  APPLE_BUNDLE_ID: text('The app in the App Store whose receipts are taken.', 'app.zelta'),
  APPLE_APP_ID: integer(
    'Its number in the App Store; without it sandbox believes any receipt, production none.',
    0,
    0,
    9_999_999_999,
  ),
  APPLE_ROOT_CERTIFICATE: pemText(
    'To which receipts of the App Store must chain, if not to Apple Root CA - G3.',
    'a certificate',
    (bytes) => new X509Certificate(bytes).raw,
  ),
  APPLE_ONLINE_CHECKS: flag('Apple is asked whether its certificates were revoked.'),
  GOOGLE_PLAY_PACKAGE: text('The app at Google Play whose purchases are taken.', 'app.zelta'),
  GOOGLE_PLAY_SERVICE_ACCOUNT: serviceAccount(
    'Key file with which Google Play is asked; without it sandbox simulates, production refuses.',
  ),
  GOOGLE_PLAY_URL: webUrl(
    'Where the interface of Google Play begins.',
    'https://androidpublisher.googleapis.com',
  ),
  CARD_PLATFORM_PUBLIC_KEY: pemText(
    'With which calls of the card platform are checked; without it none is believed.',
    'an RSA public key',
    readRsaKey,
  ),
  REDIS_URL: {
    ...url('Redis that counts limits for several nodes together.', '', 'redis', 'rediss'),
    secret: true,
  },
  TRUSTED_PROXIES: addresses('Reverse proxies whose X-Forwarded-For is believed.'),
  SMTP_URL: {
    ...url('Mail server; sandbox writes mail to DATA_DIR/outbox instead.', '', 'smtp', 'smtps'),
    secret: true,
  },
  SMS_PROVIDER: choice(
    'Who carries text messages; sandbox has a simulated one (mock), production none.',
    '',
    ['', 'mock', 'vertexsms'],
  ),
  SMS_PROVIDER_URL: webUrl('Address of the SMS provider.'),
  SMS_PROVIDER_TOKEN: secretText('Token with which the SMS provider knows us.'),
  SMS_REPORT_SECRET: secretText(
    'With which the SMS provider proves that a delivery report is its own.',
  ),
  SMS_SENDER: {
    summary: 'Sender of text messages that name none.',
    fallback: 'Florin',
    expected: '1 to 20 letters, digits and spaces',
    parse: (value: string) => (/^[A-Za-z0-9 ]{1,20}$/.test(value) ? value : undefined),
  },
  X402_FACILITATOR_URL: webUrl(
    'Who settles payments by x402; sandbox settles them in its own books, production takes none without.',
  ),
  X402_PAY_TO: {
    summary: 'The address to which payments by x402 go; sandbox has one that nobody owns.',
    fallback: '',
    expected: 'an address: 0x and 40 hexadecimal digits',
    parse: (value: string) => (/^(0x[0-9a-fA-F]{40})?$/.test(value) ? value : undefined),
  },
  MAIL_FROM: text('Sender of mail.', 'Florin <no-reply@localhost>'),
  SHUTDOWN_SECONDS: integer('How long requests may take to finish after SIGTERM.', 10, 1, 600),
} as const

type Values = {
  readonly [Name in keyof typeof variables]: Exclude<
    ReturnType<(typeof variables)[Name]['parse']>,
    undefined
  >
}

export interface Config extends Values {
  readonly production: boolean
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      readVariable(name, variable, env[name]),
    ]),
  ) as unknown as Values
  const config: Config = {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    production: values.FLORIN_MODE === 'production',
  }
  checkTogether(config)
  return Object.freeze(config)
}

function readVariable(
  name: string,
  variable: Variable<unknown>,
  value: string | undefined,
): unknown {
  const given = value === undefined || value === '' ? variable.fallback : value
  const parsed = variable.parse(given)
  if (parsed === undefined)
    throw new StartError(
      `${name} must be ${variable.expected}${variable.secret ? '' : `, but is "${given}"`}.`,
    )
  return parsed
}

/** Rules between variables; the first broken one is the sentence that is shown. */
function checkTogether(config: Config): void {
  if ((config.ADMIN_EMAIL === '') !== (config.ADMIN_PASSWORD === ''))
    throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  if (config.ADMIN_EMAIL !== '' && !/^\S+@\S+$/.test(config.ADMIN_EMAIL))
    throw new StartError(`ADMIN_EMAIL must be an e-mail address, but is "${config.ADMIN_EMAIL}".`)
  if (config.ADMIN_PASSWORD !== '' && config.ADMIN_PASSWORD.length < 8)
    throw new StartError('ADMIN_PASSWORD must be at least 8 characters long.')
  if (config.X402_FACILITATOR_URL !== '' && config.X402_PAY_TO === '')
    throw new StartError('X402_FACILITATOR_URL needs X402_PAY_TO: the address to pay to.')
  if (
    config.SMS_PROVIDER === 'vertexsms' &&
    [config.SMS_PROVIDER_URL, config.SMS_PROVIDER_TOKEN, config.SMS_REPORT_SECRET].includes('')
  )
    throw new StartError(
      'SMS_PROVIDER "vertexsms" needs SMS_PROVIDER_URL, SMS_PROVIDER_TOKEN and SMS_REPORT_SECRET.',
    )
  if (config.FLORIN_SECRET !== '' && config.FLORIN_SECRET.length < 32)
    throw new StartError('FLORIN_SECRET must be at least 32 characters long.')
  if (config.DATABASE === 'embedded' && config.DATABASE_URL !== '')
    throw new StartError('DATABASE=embedded contradicts DATABASE_URL: unset one of them.')
  checkRamp(config)
  if (config.production) checkProduction(config)
}

/** What is handy while trying things out, and a hole where there is real money. */
function checkProduction(config: Config): void {
  if (config.FLORIN_SECRET === '')
    throw new StartError(
      'FLORIN_SECRET must be set in production (32 random characters or more, the same on every node).',
    )
  if (config.DATABASE_URL === '' && config.DATABASE === '')
    throw new StartError(
      'DATABASE_URL must be set in production, or DATABASE=embedded to say that the database in DATA_DIR is meant.',
    )
  if (config.SMS_PROVIDER === 'mock')
    throw new StartError('SMS_PROVIDER must not be "mock" in production: it sends nothing.')
  if (config.WEBHOOK_ALLOW_PRIVATE)
    throw new StartError(
      'WEBHOOK_ALLOW_PRIVATE must not be true in production: customers could make the bank call its own network.',
    )
  if (holdsEverybody(config.TRUSTED_PROXIES))
    throw new StartError(
      'TRUSTED_PROXIES must not hold every address in production: anybody could claim to come from anywhere, so name your proxies only.',
    )
  const weakness =
    config.ADMIN_PASSWORD === ''
      ? undefined
      : findWeakness(config.ADMIN_PASSWORD, config.ADMIN_EMAIL)
  if (weakness !== undefined)
    throw new StartError(`ADMIN_PASSWORD is too weak for production: ${weakness}.`)
  for (const [name, variable] of Object.entries<Variable<unknown>>(variables))
    checkForProduction(name, variable, config[name as keyof Values])
  if (config.PUBLIC_URL === '' && !isThisMachine(config.HOST))
    throw new StartError(
      `PUBLIC_URL must be set in production when HOST is "${config.HOST}": the https:// address under which clients reach Florin.`,
    )
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

const isThisMachine = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/.test(host)

function checkRamp(config: Config): void {
  const { RAMP_PROVIDER_URL, RAMP_PROVIDER_KEY, RAMP_WEBHOOK_SECRET } = config
  if (config.RAMP_PROVIDER === 'mock') return
  const needed = { RAMP_PROVIDER_URL, RAMP_PROVIDER_KEY, RAMP_WEBHOOK_SECRET }
  for (const [name, value] of Object.entries(needed))
    if (value === '')
      throw new StartError(`${name} must be set when RAMP_PROVIDER is ${config.RAMP_PROVIDER}.`)
}

export const baseUrl = (config: Config, port: number): string =>
  config.PUBLIC_URL ||
  `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
