// The services beside the database: Redis, the mail server, and, if asked for, the addresses of providers.
import { pino } from 'pino'
import { variables as processVariables } from '../config.ts'
import { domains } from '../domains/index.ts'
import { checkMailServer } from '../platform/mail.ts'
import { StartError } from '../platform/start-error.ts'
import { reasonOf } from '../platform/reason.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'

const ANSWER_MS = 5_000

export const redisCheck: Check = {
  name: 'redis',
  needs: ['REDIS_URL', 'WORKERS'],
  async run({ config: { REDIS_URL, WORKERS } }) {
    if (REDIS_URL === '')
      return WORKERS > 1
        ? [
            warning(
              `Each of ${WORKERS} processes counts rate limits by itself; set REDIS_URL to count them together.`,
            ),
          ]
        : []
    const { connectRedisLimiter } = await import('../platform/redis-limiter.ts')
    try {
      const limiter = await connectRedisLimiter(REDIS_URL, pino({ level: 'silent' }))
      await limiter.close()
      return [ok('Redis answers.')]
    } catch (error) {
      if (error instanceof StartError) return [problem(error.message)]
      throw error
    }
  },
}

export const mailCheck: Check = {
  name: 'mail',
  needs: ['SMTP_URL'],
  async run({ config: { SMTP_URL, DATA_DIR, production } }) {
    if (SMTP_URL === '')
      return [
        production
          ? warning(
              'SMTP_URL is not set, so no mail is sent: customers cannot confirm addresses or reset passwords.',
            )
          : ok(`Mail is written to ${DATA_DIR}/outbox.`),
      ]
    try {
      await checkMailServer(SMTP_URL, ANSWER_MS)
      return [ok('The mail server answers and accepts the sign-in.')]
    } catch (error) {
      return [
        problem(`The mail server refuses or does not answer (${reasonOf(error)}); check SMTP_URL.`),
      ]
    }
  },
}

/** Settings that hold the address of a provider. */
const addresses: readonly string[] = [
  processVariables,
  ...domains.map(({ settings }) => settings?.variables ?? {}),
].flatMap((some) =>
  Object.entries(some).flatMap(([name, { isAddress }]) =>
    isAddress === true && name !== 'PUBLIC_URL' ? [name] : [],
  ),
)

export const outboundCheck: Check = {
  name: 'outbound',
  async run({ env, invalid, outbound }) {
    if (!outbound) return []
    const given = addresses.flatMap((name) => {
      const url = env[name] ?? ''
      return url === '' || invalid.has(name) ? [] : [{ name, url }]
    })
    if (given.length === 0) return [ok('No setting names an address that the bank calls.')]
    return Promise.all(given.map(({ name, url }) => call(name, url)))
  },
}

/** Any answer will do: what a provider says to a stranger at its root means nothing. */
async function call(name: string, url: string): Promise<Finding> {
  const { origin } = new URL(url)
  try {
    await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return ok(`${name}: ${origin} answers.`)
  } catch (error) {
    return problem(
      `${name}: ${origin} cannot be reached (${reasonOf(error)}); check the address, the firewall and the name server.`,
    )
  }
}
