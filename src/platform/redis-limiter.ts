// Rate limits over sliding windows, counted in Redis for all nodes together, with one script call per request.
// When Redis does not answer in time, each node counts alone, because a limiter must not take the bank down.
import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import {
  type Limiter,
  MemoryLimiter,
  type RateLimitStatus,
  rateLimitStatus,
  strictest,
  type Window,
} from './limiter.ts'
import { StartError } from './start-error.ts'
import { within } from './within.ts'

/**
 * A sorted set per key holds the times of the calls that passed. The call is refused when any window is full.
 * Returns for each window the number of calls before this one and the oldest time in it.
 */
const SCRIPT = `
local now, longest, refused = tonumber(ARGV[1]), 0, 0
local answer = {}
for i = 3, #ARGV, 2 do
  local limit, ms = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  longest = math.max(longest, ms)
  local count = redis.call('ZCOUNT', KEYS[1], '(' .. (now - ms), '+inf')
  if count >= limit then refused = 1 end
  answer[#answer + 1] = count
end
if refused == 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - longest)
  redis.call('ZADD', KEYS[1], now, ARGV[2])
  redis.call('PEXPIRE', KEYS[1], longest)
end
for i = 3, #ARGV, 2 do
  local oldest = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. (now - tonumber(ARGV[i + 1])), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  answer[#answer + 1] = oldest[2] or ARGV[1]
end
answer[#answer + 1] = refused
return answer`

export interface Patience {
  readonly answerMs: number
  readonly connectMs: number
  readonly reconnectMs: number
}

/** A call waits for the answer, so counting alone is better than a long wait. */
const PATIENCE: Patience = { answerMs: 250, connectMs: 2_000, reconnectMs: 1_000 }

export interface RedisLimiter extends Limiter {
  close(): Promise<void>
}

export async function connectRedisLimiter(
  url: string,
  log: Logger,
  patience = PATIENCE,
): Promise<RedisLimiter> {
  const open = () => connect(url, patience.connectMs)
  try {
    return new SharedLimiter({ open, log, patience }, await open())
  } catch (cause) {
    throw new StartError(
      `Redis cannot be reached (${(cause as Error).message}); check REDIS_URL or leave it unset.`,
      { cause },
    )
  }
}

interface SharedOptions {
  readonly open: () => Promise<Client>
  readonly log: Logger
  readonly patience: Patience
}

/**
 * Counts in Redis while it answers in time. The first call that gets no answer drops the connection, and with it all
 * calls that wait on it; from then on this node counts alone until a new connection is open.
 */
class SharedLimiter implements RedisLimiter {
  private readonly options: SharedOptions
  private readonly alone = new MemoryLimiter()
  private client: Client | undefined
  private timer: NodeJS.Timeout | undefined
  private calls = 0
  /** Each outage is logged once, however often a new connection fails again. */
  private isOut = false
  private isClosed = false

  constructor(options: SharedOptions, client: Client) {
    this.options = options
    this.use(client)
  }

  async take(key: string, windows: readonly Window[], nowMs: number): Promise<RateLimitStatus> {
    const { client } = this
    if (!client) return this.alone.take(key, windows, nowMs)
    try {
      const args = windows.flatMap(({ limit, seconds }) => [String(limit), String(seconds * 1000)])
      // The timeout of the client does not cover commands that are written already.
      const reply = await within(
        this.options.patience.answerMs,
        client.eval(SCRIPT, {
          keys: [`florin:limit:${key}`],
          arguments: [String(nowMs), `${nowMs}-${process.pid}-${++this.calls}`, ...args],
        }),
      )
      if (this.isOut)
        this.options.log.info('Redis answers again; limits are counted for all nodes together')
      this.isOut = false
      return readReply(reply as (number | string)[], windows, nowMs)
    } catch (error) {
      this.drop(client, error)
      return this.alone.take(key, windows, nowMs)
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    this.client?.destroy()
    this.client = undefined
  }

  private use(client: Client): void {
    this.client = client
    client.on('error', (error: Error) => this.drop(client, error))
  }

  private drop(client: Client, error: unknown): void {
    if (client !== this.client) return
    this.client = undefined
    // `client.close()` would wait for pending replies, for ever if Redis is gone.
    if (client.isOpen) client.destroy()
    if (!this.isOut)
      this.options.log.warn({ err: error }, 'Redis does not answer; this node counts limits alone')
    this.isOut = true
    this.connectLater()
  }

  private connectLater(): void {
    if (this.isClosed) return
    this.timer = setTimeout(() => {
      this.options.open().then(
        (client) => (this.isClosed ? client.destroy() : this.use(client)),
        () => this.connectLater(),
      )
    }, this.options.patience.reconnectMs)
    this.timer.unref()
  }
}

type Client = Awaited<ReturnType<typeof connect>>

/** Resolves when Redis has answered over the connection: one that hangs takes connections all the same. */
async function connect(url: string, connectMs: number) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  })
  // A failure of the connection rejects the call that meets it.
  client.on('error', () => {})
  try {
    await within(
      connectMs,
      client.connect().then(() => client.ping()),
    )
    return client
  } catch (error) {
    if (client.isOpen) client.destroy()
    throw error
  }
}

function readReply(
  reply: readonly (number | string)[],
  windows: readonly Window[],
  nowMs: number,
): RateLimitStatus {
  const refused = reply.at(-1) === 1
  const standings = windows.map((window, index) => {
    const before = Number(reply[index])
    return rateLimitStatus(window, before, Number(reply[windows.length + index] ?? nowMs), nowMs)
  })
  if (!refused) return strictest(standings)
  return standings.find(({ allowed }) => !allowed)!
}
