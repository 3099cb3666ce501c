// What a wrong setting produces: one sentence that names it and says what to do, exit code 1, no stack trace, and
// nothing half-made on the disk.
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { becomeOrdinary } from './checkout.ts'
import { expectDatabaseAtRest } from './database.ts'
import { type Ending, type Launch, run, start, stop } from './florin.ts'
import { atCleanUp, cleanUp, findPort, machineNode, makeFolder } from './support.ts'

/** The one sentence, after it was checked that there is nothing else. */
function readSentence({ code, signal, stdout, stderr }: Ending): string {
  expect({ code, signal }, stderr).toEqual({ code: 1, signal: null })
  expect(stderr).toMatch(/^florin: [^\n]+\.\n$/)
  expect(stdout).not.toContain('Florin is ready')
  expect(stdout).not.toMatch(/^\s+at /m)
  return stderr
}

let folder: string
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(cleanUp)

let folders = 0
const newDataDir = (): string => join(folder, `bank${++folders}`)

/** Nothing, or only an empty folder, where nothing was before. */
async function expectNothingMade(dataDir: string): Promise<void> {
  expect(existsSync(dataDir) ? await readdir(dataDir) : []).toEqual([])
}

async function refuse(options: Omit<Launch, 'dataDir'>): Promise<string> {
  const dataDir = newDataDir()
  const sentence = readSentence(await run({ dataDir, ...options }))
  await expectNothingMade(dataDir)
  return sentence
}

function listen(server: Server, port: number): Promise<void> {
  atCleanUp(() => new Promise((done) => server.close(done)))
  return new Promise((done) => server.listen(port, '127.0.0.1', done))
}

const production = {
  FLORIN_MODE: 'production',
  FLORIN_SECRET: 'the secret this bank was set up with',
  DATABASE: 'embedded',
}

it('is found by "florin doctor", which exits with 1 and makes nothing', async () => {
  const dataDir = newDataDir()
  const env = { LOG_LEVEL: 'loud', FLORIN_SECRET: 'short' }
  const { code, stdout, stderr } = await run({ dataDir, command: ['doctor', '--json'], env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const { ok, findings } = JSON.parse(stdout) as {
    readonly ok: boolean
    readonly findings: readonly { readonly state: string; readonly message: string }[]
  }
  expect(ok).toBe(false)
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/^LOG_LEVEL must be/) }),
    expect.objectContaining({ message: expect.stringMatching(/^FLORIN_SECRET must be/) }),
  ])
  await expectNothingMade(dataDir)
})

describe('a wrong value', () => {
  // What else is wrong is asked of the functions that refuse it, in src/start-errors.test.ts.
  it("is refused in one sentence that names it, also through the machine's own Node, which may hand over", async () => {
    const program = [machineNode, 'bin/florin.js']
    expect(await refuse({ program, env: { LOG_LEVEL: 'loud' } })).toMatch(
      /LOG_LEVEL must be .*"info".*"loud"/,
    )
  })

  it('of a domain is refused before anything is made', async () => {
    const env = { ...production, SMS_REPORT_SECRET: 'short' }
    expect(await refuse({ env })).toMatch(/SMS_REPORT_SECRET must be at least 16/)
  })

  it('is an unknown command, too', async () => {
    const sentence = await refuse({ command: ['stop'] })
    expect(sentence).toMatch(/"stop".*florin help/)
  })

  it('is a command that only every object has', async () => {
    expect(await refuse({ command: ['constructor'] })).toMatch(/"constructor".*florin help/)
  })
})

describe('a port', () => {
  it('that is in use is named, and the process that uses it is not disturbed', async () => {
    const port = await findPort()
    await listen(createServer(), port)
    expect(await refuse({ port })).toMatch(new RegExp(`[Pp]ort ${port} .*in use.*PORT`))
  })
})

describe('a data folder', () => {
  it('that cannot be written is named', async () => {
    const parent = newDataDir()
    await mkdir(parent)
    await chmod(parent, 0o555)
    // The user `nobody` must at least reach it.
    await chmod(folder, 0o755)
    const dataDir = join(parent, 'bank')
    const options = { ...(await becomeOrdinary()), dataDir, env: { HOME: parent } }
    const sentence = readSentence(await run(options))
    expect(sentence).toContain(dataDir)
    expect(sentence).toContain('DATA_DIR')
    expect(await readdir(parent)).toEqual([])
  })
})

describe('a database', () => {
  it('that cannot be reached is named', async () => {
    const env = { DATABASE_URL: `postgres://me@127.0.0.1:${await findPort()}/bank` }
    expect(await refuse({ env })).toMatch(/database cannot be reached .*DATABASE_URL/)
  })
})

describe('a bank in production', () => {
  it('starts with an operator and the FLORIN_SECRET it was set up with, and else leaves its database alone', async () => {
    const dataDir = newDataDir()
    const withoutOperator = readSentence(await run({ dataDir, env: production }))
    expect(withoutOperator).toMatch(/No operator exists.*ADMIN_EMAIL and ADMIN_PASSWORD/)
    await expectDatabaseAtRest(dataDir)

    const env = {
      ...production,
      ADMIN_EMAIL: 'grace@bank.example',
      ADMIN_PASSWORD: 'Wanderer-7-Kupferdach',
    }
    const FLORIN_SECRET = 'another secret, which is as long as the first'
    const sentence = readSentence(await run({ dataDir, env: { ...env, FLORIN_SECRET } }))
    expect(sentence).toMatch(/FLORIN_SECRET/)
    await expectDatabaseAtRest(dataDir)

    const florin = await start({ dataDir, env })
    expect(await stop(florin)).toMatchObject({ code: 0 })
  })
})
