// Child processes of a benchmark: started on free ports, ended whatever happens.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Running {
  readonly url: string
  stop(): Promise<void>
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`${url}: the process ended (${child.exitCode})`)
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer within 30 s`)
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

export async function startHello(): Promise<Running> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(root, 'bench/hello.ts'), String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(url, child)
  return { url, stop: () => end(child) }
}

/** The whole bank as `npm start` runs it, embedded database and logs included; only limits are off. */
export async function startFlorin(): Promise<Running> {
  const port = await findFreePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-bench-'))
  const child = spawn(process.execPath, [join(root, 'bin/florin.js'), 'start'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_HOUR: '0',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(`${url}/health/ready`, child)
  return {
    url,
    async stop() {
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
