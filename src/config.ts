// The settings of the process itself: where it listens, its database, its mail, its limits. All other settings
// belong to a domain and are in its `settings.ts`.
import { resolve } from 'node:path'
import { coversAllAddresses, isAddressRange } from './platform/addresses.ts'
import {
  choice,
  defineSettings,
  type Environment,
  flag,
  integer,
  isThisMachine,
  list,
  previousSecret,
  readSettings,
  secretText,
  text,
  url,
  type Values,
  type Variable,
  webUrl,
} from './platform/settings.ts'
import { StartError } from './platform/start-error.ts'

/** As for libpq; the library of the bank would take the first part for a name. */
const hasSeveralHosts = (address: string): boolean =>
  /^\w+:\/\/([^/?]*@)?[^/?@]*,/.test(address) || /[?&]host=[^&]*,/.test(address)

/** Not parsed as a URL, because the address of a socket has no host. */
const databaseUrl = (summary: string): Variable<string> => ({
  summary,
  fallback: '',
  secret: true,
  expected:
    'a URL that starts with postgres:// or postgresql:// and names one host (docs/high-availability.md)',
  parse: (value) =>
    /^(postgres(ql)?:\/\/\S+)?$/.test(value) && !hasSeveralHosts(value) ? value : undefined,
})

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const variables = {
  PORT: integer('Port of everything: API, docs, console.', 8080, 0, 65535),
  HOST: text('Address to listen on.', '127.0.0.1'),
  PUBLIC_URL: webUrl(
    'Address under which clients reach Florin; default http://localhost:PORT on this machine, otherwise http://HOST:PORT.',
  ),
  FLORIN_MODE: choice('sandbox simulates external providers; production refuses to.', 'sandbox', [
    'sandbox',
    'production',
  ]),
  DATA_DIR: text('Folder of the embedded database, its key and the mail outbox.', './.florin'),
  DATABASE_URL: databaseUrl('PostgreSQL 15 or newer to use instead of the embedded one.'),
  DATABASE: choice(
    'Set it to embedded to use the database in DATA_DIR in production, where it is not the default.',
    '',
    ['', 'embedded'],
  ),
  DATABASE_CONNECTIONS: integer(
    'Connections for writing, and as many for reading; up to 4 more read pages.',
    10,
    2,
    500,
  ),
  WORKERS: integer(
    'Processes that share the port; one per two cores is plenty. Set REDIS_URL with more than one, or each counts rate limits by itself.',
    1,
    1,
    64,
  ),
  STANDBY_URLS: {
    ...list(
      'Standbys of the database that may answer queries (docs/nodes.md); each by its own address, not by that of a proxy.',
      'URLs that start with postgres:// or postgresql://',
      (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    ),
    secret: true,
  },
  FORWARDING: flag(
    'Whether nodes on one DATABASE_URL elect one that writes the ledger and forward to it (docs/nodes.md); the same on every node.',
    true,
  ),
  NODE_HOST: text(
    'Address under which other nodes on the same database reach this one; default HOST, or the first of the machine.',
    '',
  ),
  NODE_PORT: integer('Port for the other nodes; 0 takes any free port.', 0, 0, 65535),
  LOG_LEVEL: choice('How much is logged to standard output, as JSON lines.', 'info', logLevels),
  RETENTION: text(
    'How long rows of a kind are kept that grow old, such as "notifications.notices=30d, a2a.tasks=90d"; docs/reference/retention.md lists the kinds, their periods and the shortest that is allowed.',
    '',
  ),
  FLORIN_SECRET: secretText(
    'Opens the keys of the bank, which encrypt and sign; 32 characters or more; sandbox generates one in DATA_DIR.',
  ),
  FLORIN_SECRET_PREVIOUS: secretText(
    'The FLORIN_SECRET before, while it is changed on one node after the other (docs/keys.md).',
  ),
  BACKUP_KEY: secretText(
    'Key that seals backups, 32 characters or more; keep a copy of it away from the bank and from the backups.',
  ),
  METRICS_TOKEN: secretText(
    'Bearer token with which Prometheus reads /metrics in production, 16 characters or more; operators may read them, too.',
  ),
  METRICS_TOKEN_PREVIOUS: previousSecret('METRICS_TOKEN'),
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
    'All credentials of one user together may use the limits of this many keys; 0 turns it off.',
    10,
    0,
    1_000,
  ),
  CALLS_UNDER_WAY_MIN: integer(
    'Minimum number of concurrent requests per process; above it, half a second’s throughput is admitted and other requests get 503.',
    1_000,
    1,
    1_000_000,
  ),
  GRAPHQL_RATE_LIMIT_USER: integer(
    'GraphQL calls per user in any 60 seconds; 0 turns it off.',
    120,
    0,
    1_000_000,
  ),
  GRAPHQL_RATE_LIMIT_GUEST: integer(
    'GraphQL calls per address without a credential in any 60 seconds; 0 turns it off.',
    30,
    0,
    1_000_000,
  ),
  GRAPHQL_INTROSPECTION: flag('Whether GraphQL clients may ask for the schema.', true),
  WEBHOOK_ALLOW_PRIVATE: flag(
    'Webhooks and pushes to agents may go to plain HTTP and to addresses that are not public; for development only.',
  ),
  REDIS_URL: {
    ...url('Redis that counts limits for several nodes together.', '', 'redis', 'rediss'),
    secret: true,
  },
  TRUSTED_PROXIES: list(
    'Reverse proxies whose X-Forwarded-For is trusted.',
    'IP addresses or CIDR ranges',
    isAddressRange,
  ),
  SMTP_URL: {
    ...url('Mail server; sandbox writes mail to DATA_DIR/outbox instead.', '', 'smtp', 'smtps'),
    secret: true,
  },
  MAIL_FROM: text('Sender of mail.', 'Florin <no-reply@localhost>'),
  DRAIN_SECONDS: integer(
    'How long the bank serves on after SIGTERM while /health/ready answers 503, so that a load balancer stops sending to it; 5 in production unless set.',
    0,
    0,
    600,
  ),
  SHUTDOWN_SECONDS: integer(
    'How long requests may take to finish after that, when no new ones are accepted.',
    10,
    1,
    600,
  ),
} as const

/** Longer than load balancers usually take to notice; nobody waits for a bank on their own machine. */
const DRAIN_SECONDS_IN_PRODUCTION = 5

type ProcessValues = Values<typeof variables>

export interface Config extends ProcessValues {
  readonly production: boolean
}

export function readConfig(env: Environment): Config {
  const production = env.FLORIN_MODE === 'production'
  const values = readSettings(defineSettings(variables, checkTogether), env, { production })
  return Object.freeze({
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    DRAIN_SECONDS:
      production && !env.DRAIN_SECONDS ? DRAIN_SECONDS_IN_PRODUCTION : values.DRAIN_SECONDS,
    production,
  })
}

/** Checks rules between variables; throws for the first that is violated. */
function checkTogether(config: ProcessValues, { production }: { production: boolean }): void {
  if (config.STANDBY_URLS.length > 0 && config.DATABASE_URL === '')
    throw new StartError(
      'STANDBY_URLS needs a DATABASE_URL, because the embedded database has no standbys.',
    )
  if (config.FLORIN_SECRET !== '' && config.FLORIN_SECRET.length < 32)
    throw new StartError('FLORIN_SECRET must be at least 32 characters long.')
  if (config.FLORIN_SECRET_PREVIOUS !== '' && config.FLORIN_SECRET === '')
    throw new StartError('FLORIN_SECRET must be set when FLORIN_SECRET_PREVIOUS is.')
  if (config.DATABASE === 'embedded' && config.DATABASE_URL !== '')
    throw new StartError('DATABASE=embedded contradicts DATABASE_URL: unset one of them.')
  if (production) checkProduction(config)
}

/** Refuses settings that are convenient for development and unsafe with real money. */
function checkProduction(config: ProcessValues): void {
  if (config.FLORIN_SECRET === '')
    throw new StartError(
      'FLORIN_SECRET must be set in production (32 random characters or more, the same on every node).',
    )
  if (config.DATABASE_URL === '' && config.DATABASE === '')
    throw new StartError(
      'DATABASE_URL must be set in production, or DATABASE=embedded to use the database in DATA_DIR.',
    )
  if (config.WEBHOOK_ALLOW_PRIVATE)
    throw new StartError(
      'WEBHOOK_ALLOW_PRIVATE must not be true in production, because customers could make the bank call its own network; unset it.',
    )
  if (coversAllAddresses(config.TRUSTED_PROXIES))
    throw new StartError(
      'TRUSTED_PROXIES must not cover every address in production, because then any client could fake its address; list only your proxies.',
    )
  if (config.PUBLIC_URL === '' && !isThisMachine(config.HOST))
    throw new StartError(
      `PUBLIC_URL must be set in production when HOST is "${config.HOST}": the https:// address under which clients reach Florin.`,
    )
}

/** On the developer's own machine it is a name, because browsers make no passkeys for numeric addresses. */
export function baseUrl({ PUBLIC_URL, HOST }: Pick<Config, 'PUBLIC_URL' | 'HOST'>, port: number) {
  if (PUBLIC_URL !== '') return PUBLIC_URL
  const host = isThisMachine(HOST) ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${host}:${port}`
}
