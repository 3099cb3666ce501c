// Limits shared by nodes, against a real Redis where the machine has one.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MemoryLimiter } from './limiter.ts'
import { connectRedisLimiter, type RedisLimiter } from './redis-limiter.ts'

const log = pino({ level: 'silent' })
/** On a busy machine a Redis that is well answers late. */
const patient = { answerMs: 120_000, connectMs: 120_000, reconnectMs: 100 }
const impatient = { answerMs: 250, connectMs: 250, reconnectMs: 100 }

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe.skipIf(!hasRedis)('RedisLimiter (needs redis-server)', () => {
  let folder: string
  let url: string
  let nodes: RedisLimiter[]
  let server: ReturnType<typeof spawn>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'florin-redis-'))
    const port = await findFreePort()
    url = `redis://127.0.0.1:${port}`
    server = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder])
    const connect = () => connectRedisLimiter(url, log, patient)
    nodes = [await vi.waitFor(connect, { timeout: 120_000 }), await connect()]
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it('counts exactly as one memory would, whichever node is called', async () => {
    const memory = new MemoryLimiter()
    const windows = [
      { limit: 5, seconds: 60 },
      { limit: 12, seconds: 3600 },
    ]
    let now = Date.UTC(2026, 0, 1)
    for (let i = 0; i < 60; i++) {
      now += (i * 7919) % 25_000
      const shared = await nodes[i % 2]!.take('same', windows, now)
      expect({ i, ...shared }).toEqual({ i, ...memory.take('same', windows, now) })
    }
  })

  it('lets no more pass when many ask at once', async () => {
    const windows = [{ limit: 10, seconds: 60 }]
    const now = Date.UTC(2026, 0, 2)
    const asked = Array.from({ length: 40 }, async (_, i) =>
      nodes[i % 2]!.take('burst', windows, now),
    )
    const standings = await Promise.all(asked)
    expect(standings.filter((standing) => standing.allowed)).toHaveLength(10)
  })

  it('can be closed while Redis does not answer, and pending calls count alone', async () => {
    const node = await connectRedisLimiter(url, log, patient)
    server.kill('SIGSTOP')
    try {
      const waiting = node.take('stopped', [{ limit: 1, seconds: 60 }], Date.UTC(2026, 0, 3))
      await node.close()
      expect((await waiting).allowed).toBe(true)
      await node.close()
    } finally {
      server.kill('SIGCONT')
    }
  })

  it('counts alone while Redis hangs, with one warning, and with the others again afterwards', async () => {
    const lines: string[] = []
    const toLines = pino({ level: 'info' }, { write: (line) => lines.push(line) })
    const node = await vi.waitFor(() => connectRedisLimiter(url, toLines, impatient))
    const windows = [{ limit: 1, seconds: 60 }]
    const now = Date.UTC(2026, 0, 4)
    const isAllowed = async (key: string) => (await node.take(key, windows, now)).allowed
    server.kill('SIGSTOP')
    try {
      // The calls that were sent before the outage was noticed, and those after it.
      expect(await Promise.all([isAllowed('a'), isAllowed('b'), isAllowed('a')])).toEqual([
        true,
        true,
        false,
      ])
      expect([await isAllowed('a'), await isAllowed('c')]).toEqual([false, true])
      // Redis takes no connection while it hangs, also none that its system accepts for it.
      await expect(connectRedisLimiter(url, log, impatient)).rejects.toThrow(/no answer within/)
    } finally {
      server.kill('SIGCONT')
    }
    let keys = 0
    await vi.waitFor(
      async () => {
        const key = `again ${++keys}`
        await node.take(key, windows, now)
        // Counted by another node, too.
        expect((await nodes[1]!.take(key, windows, now)).allowed).toBe(false)
      },
      { timeout: 120_000 },
    )
    // Later lines are those of a machine that is too busy to answer in time.
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages.slice(0, 2)).toEqual([
      'Redis does not answer; this node counts limits alone',
      'Redis answers again; limits are counted for all nodes together',
    ])
    await node.close()
  })

  it('counts alone when Redis is gone', async () => {
    server.kill('SIGKILL')
    const windows = [{ limit: 1, seconds: 60 }]
    const now = Date.UTC(2026, 0, 3)
    expect((await nodes[0]!.take('alone', windows, now)).allowed).toBe(true)
    expect((await nodes[0]!.take('alone', windows, now)).allowed).toBe(false)
  })
})

describe('connectRedisLimiter', () => {
  it('says in a sentence that Redis cannot be reached', async () => {
    await expect(connectRedisLimiter('redis://127.0.0.1:1', log)).rejects.toThrow(/check REDIS_URL/)
  })
})
