// Rate limits over sliding windows, counted in Redis for all nodes together, with one script call per request.
// When Redis does not answer, each node counts alone, because a limiter must not take the bank down.
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

export interface RedisLimiter extends Limiter {
  close(): Promise<void>
}

export async function connectRedisLimiter(url: string, log: Logger): Promise<RedisLimiter> {
  const client = createClient({
    url,
    // A request waits for the answer, so counting alone is better than a long wait.
    commandOptions: { timeout: 250 },
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000 },
  })
  let complained = false
  client.on('error', (error: Error) => {
    if (!complained)
      log.warn({ err: error }, 'Redis does not answer; this node counts limits alone')
    complained = true
  })
  client.on('ready', () => {
    complained = false
  })
  try {
    // The client would retry for ever; at the start the first failure is reported.
    const failed = new Promise<never>((_, reject) => client.once('error', reject))
    await Promise.race([client.connect(), failed])
  } catch (cause) {
    client.destroy()
    throw new StartError(
      `Redis cannot be reached (${(cause as Error).message}); check REDIS_URL or leave it unset.`,
      { cause },
    )
  }
  const alone = new MemoryLimiter()
  let calls = 0
  return {
    async take(key, windows, nowMs) {
      try {
        const args = windows.flatMap(({ limit, seconds }) => [
          String(limit),
          String(seconds * 1000),
        ])
        const reply = await client.eval(SCRIPT, {
          keys: [`florin:limit:${key}`],
          arguments: [String(nowMs), `${nowMs}-${process.pid}-${++calls}`, ...args],
        })
        return readReply(reply as (number | string)[], windows, nowMs)
      } catch {
        return alone.take(key, windows, nowMs)
      }
    },
    // `client.close()` would wait for pending replies, for ever if Redis is gone. Pending calls fall back to this node's
    // own count.
    async close() {
      if (client.isOpen) client.destroy()
    },
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
