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
    const connect = () => connectRedisLimiter(url, log)
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
    const node = await connectRedisLimiter(url, log)
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
