// What somebody sees who set something wrong: one sentence that names it and says what to do, exit
// code 1, no stack trace, and nothing half-made on the disk.
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
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

describe('a wrong value', () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['PORT=abc', { PORT: 'abc' }, /PORT must be .*65535.*"abc"/],
    ['PORT=99999', { PORT: '99999' }, /PORT must be .*65535.*99999/],
    [
      'FLORIN_MODE=maybe',
      { FLORIN_MODE: 'maybe' },
      /FLORIN_MODE must be "sandbox" or "production"/,
    ],
    ['LOG_LEVEL=loud', { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be .*"info".*"loud"/],
    ['DATABASE_URL=mysql://x', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL must be .*postgres:/],
    [
      'RATE_LIMIT_PER_MINUTE=-1',
      { RATE_LIMIT_PER_MINUTE: '-1' },
      /RATE_LIMIT_PER_MINUTE must be a whole number .*-1/,
    ],
    ['an address of elsewhere as HOST', { HOST: '192.0.2.1' }, /HOST "192\.0\.2\.1".*machine/],
    ['a name of nobody as HOST', { HOST: 'nobody.invalid' }, /HOST "nobody\.invalid"/],
    ['ADMIN_EMAIL without ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@example.com' }, /ADMIN_PASSWORD/],
    ['production without FLORIN_SECRET', { FLORIN_MODE: 'production' }, /FLORIN_SECRET must be/],
    ['a short FLORIN_SECRET', { FLORIN_SECRET: 'short' }, /FLORIN_SECRET must be .*32/],
    [
      'two databases',
      { DATABASE: 'embedded', DATABASE_URL: 'postgres://me@127.0.0.1/bank' },
      /DATABASE=embedded contradicts DATABASE_URL/,
    ],
    ['production on a database by default', { ...production, DATABASE: '' }, /DATABASE=embedded/],
    [
      'production that calls its own network',
      { ...production, WEBHOOK_ALLOW_PRIVATE: 'true' },
      /WEBHOOK_ALLOW_PRIVATE must not be true/,
    ],
    [
      'production in the clear',
      { ...production, PUBLIC_URL: 'http://bank.example' },
      /PUBLIC_URL must start with https/,
    ],
    [
      'production that believes everybody',
      { ...production, TRUSTED_PROXIES: '0.0.0.0/0' },
      /TRUSTED_PROXIES must not cover every address/,
    ],
    [
      'production with a weak password',
      { ...production, ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'password1234' },
      /ADMIN_PASSWORD is too weak/,
    ],
    [
      'production with a short secret',
      { ...production, SMS_REPORT_SECRET: 'short' },
      /SMS_REPORT_SECRET must be at least 16/,
    ],
  ]

  it.each(wrong)('is refused in one sentence that names it: %s', async (_name, env, sentence) => {
    expect(await refuse({ env })).toMatch(sentence)
  })

  it("is refused alike through the machine's own Node, which may hand over", async () => {
    const program = [machineNode, 'bin/florin.js']
    expect(await refuse({ program, env: { LOG_LEVEL: 'loud' } })).toMatch(/LOG_LEVEL/)
  })

  it('is an unknown command, too', async () => {
    const sentence = await refuse({ command: ['stop'] })
    expect(sentence).toMatch(/"stop".*florin help/)
  })

  it('is a command that only every object has', async () => {
    expect(await refuse({ command: ['constructor'] })).toMatch(/"constructor".*florin help/)
  })
})

describe('production', () => {
  it('does not start without an operator', async () => {
    const dataDir = newDataDir()
    const sentence = readSentence(await run({ dataDir, env: production }))
    expect(sentence).toMatch(/No operator exists.*ADMIN_EMAIL and ADMIN_PASSWORD/)
    await expectDatabaseAtRest(dataDir)
  })
})

describe('a port', () => {
  it('that is in use is named, and whoever uses it is left alone', async () => {
    const port = await findPort()
    await listen(createServer(), port)
    expect(await refuse({ port })).toMatch(new RegExp(`[Pp]ort ${port} .*in use.*PORT`))
  })
})

describe('a data folder', () => {
  it('that is a file is named, and the file is left as it was', async () => {
    const dataDir = newDataDir()
    await writeFile(dataDir, 'mine')
    const sentence = readSentence(await run({ dataDir }))
    expect(sentence).toContain(dataDir)
    expect(sentence).toContain('DATA_DIR')
    expect(await readFile(dataDir, 'utf8')).toBe('mine')
  })

  it('that cannot be written is named', async () => {
    const parent = newDataDir()
    await mkdir(parent)
    await chmod(parent, 0o555)
    // Nobody must at least get to it.
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

  it('that is too old is named', async () => {
    const port = await findPort()
    await listen(createServer(answerAsPostgres14), port)
    const env = { DATABASE_URL: `postgres://me@127.0.0.1:${port}/bank` }
    expect(await refuse({ env })).toMatch(/PostgreSQL 14\.9.* 15 or newer.*DATABASE_URL/)
  })

  it('that asks for a password that was not given is named', async () => {
    const port = await findPort()
    await listen(createServer(answerThatThePasswordIsWrong), port)
    const env = { DATABASE_URL: `postgres://me@127.0.0.1:${port}/bank` }
    const sentence = await refuse({ env })
    expect(sentence).toMatch(/password authentication failed.*DATABASE_URL/)
  })

  it('that was set up with another FLORIN_SECRET is left alone, and opens with the right one', async () => {
    const dataDir = newDataDir()
    const right = { FLORIN_SECRET: 'the secret this bank was set up with' }
    const florin = await start({ dataDir, env: right })
    expect(await stop(florin)).toMatchObject({ code: 0 })

    const wrong = { FLORIN_SECRET: 'another secret, which is as long as the first' }
    expect(readSentence(await run({ dataDir, env: wrong }))).toMatch(/FLORIN_SECRET/)
    await expectDatabaseAtRest(dataDir)

    const again = await start({ dataDir, env: right })
    expect(await stop(again)).toMatchObject({ code: 0 })
  })
})

// Just enough of PostgreSQL's protocol to be asked for the version.

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const readyForQuery = message('Z', Buffer.from('I'))
const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function answerAsPostgres14(socket: Socket): void {
  const version = Buffer.from('14.9')
  const column = Buffer.concat([Buffer.from('server_version\0'), Buffer.alloc(18)])
  column.writeInt32BE(25, column.length - 12) // text
  const length = Buffer.alloc(4)
  length.writeInt32BE(version.length)
  const row = [int16(1), length, version]
  const answer = Buffer.concat([
    message('T', Buffer.concat([int16(1), column])),
    message('D', Buffer.concat(row)),
    message('C', Buffer.from('SHOW\0')),
    readyForQuery,
  ])
  socket.on('error', () => {})
  socket.on('data', (data) => {
    // The first message of a connection bears no type.
    if (data[0] === 0) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), readyForQuery]))
    else if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer)
  })
}

function answerThatThePasswordIsWrong(socket: Socket): void {
  const fields = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed for user "me"', '']
  socket.on('error', () => {})
  socket.once('data', () => socket.end(message('E', Buffer.from(`${fields.join('\0')}\0`))))
}
