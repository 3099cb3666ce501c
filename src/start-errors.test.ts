// Settings that prevent a start, checked through the functions that reject them: one sentence names the setting and
// says what to do. test/process/wrong-environment.test.ts checks that the process exits with it.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readAllSettings } from '../test/harness/settings.ts'
import { refusalOf } from '../test/harness/start-refusal.ts'
import { explainLostConnection } from './lost-connection.ts'
import { checkDatabase } from './platform/migrations.ts'
import { checkPort } from './server.ts'

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
      'several hosts',
      { DATABASE_URL: 'postgres://me:a,b@db1:5432,db2:5432/bank?target_session_attrs=primary' },
      /DATABASE_URL must be .*one host/,
    ],
    ['several hosts of sockets', { DATABASE_URL: 'postgres:///bank?host=/a,/b' }, /one host/],
    [
      'RATE_LIMIT_PER_MINUTE=-1',
      { RATE_LIMIT_PER_MINUTE: '-1' },
      /RATE_LIMIT_PER_MINUTE must be a whole number .*-1/,
    ],
    ['an address of elsewhere as HOST', { HOST: '192.0.2.1' }, /HOST "192\.0\.2\.1".*machine/],
    ['an unknown name as HOST', { HOST: 'nobody.invalid' }, /HOST "nobody\.invalid"/],
    ['ADMIN_EMAIL without ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@example.com' }, /ADMIN_PASSWORD/],
    ['production without FLORIN_SECRET', { FLORIN_MODE: 'production' }, /FLORIN_SECRET must be/],
    [
      'production that confirms addresses at once',
      { ...production, EMAIL_CONFIRMATION: 'at_once' },
      /EMAIL_CONFIRMATION=at_once is for the sandbox/,
    ],
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
      'production that trusts every proxy',
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
    // Read in this order before anything is made.
    const reading = async () => checkPort(readAllSettings({ PORT: '0', ...env }).config)
    expect(await refusalOf(reading())).toMatch(sentence)
  })
})

describe('a database', () => {
  /** The message for a server that answers like this. */
  async function refuseServer(answer: (socket: Socket) => void): Promise<string> {
    const server = createServer(answer)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    try {
      const connectionString = `postgres://me@127.0.0.1:${port}/bank`
      return await refusalOf(
        checkDatabase({ connectionString }).catch((error: unknown) => {
          throw explainLostConnection(error)
        }),
      )
    } finally {
      server.close()
    }
  }

  it('that is too old is named', async () => {
    const sentence = await refuseServer(answerAsPostgres14)
    expect(sentence).toMatch(/PostgreSQL 14\.9.* 15 or newer.*DATABASE_URL/)
  })

  it.each([
    [
      'that ends the connection while it starts',
      (socket: Socket) => socket.resetAndDestroy(),
      /^The connection to the database was lost \(.+\); check that the server runs/,
    ],
    [
      'that accepts no writes',
      (socket: Socket) => void socket.write(refusal('25006', 'read-only transaction')),
      /^The database accepts no writes \(.+\); check that DATABASE_URL leads to the primary/,
    ],
  ])('%s is told in a sentence', async (_what, answer, sentence) => {
    const told = await refuseServer((socket) => answerQueries(socket, () => answer(socket)))
    expect(told).toMatch(sentence)
  })

  it('that asks for a password that was not given is named', async () => {
    const sentence = await refuseServer(answerThatThePasswordIsWrong)
    expect(sentence).toMatch(/password authentication failed.*DATABASE_URL/)
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
  answerQueries(socket, () => socket.write(answer))
}

function answerQueries(socket: Socket, answer: () => void): void {
  socket.on('error', () => {})
  socket.on('data', (data) => {
    // The first message of a connection bears no type.
    if (data[0] === 0) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), readyForQuery]))
    else if (data[0] === 'Q'.charCodeAt(0)) answer()
  })
}

const refusal = (code: string, text: string): Buffer => {
  const fields = ['SERROR', 'VERROR', `C${code}`, `M${text}`, '']
  return Buffer.concat([message('E', Buffer.from(`${fields.join('\0')}\0`)), readyForQuery])
}

function answerThatThePasswordIsWrong(socket: Socket): void {
  const fields = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed for user "me"', '']
  socket.on('error', () => {})
  socket.once('data', () => socket.end(message('E', Buffer.from(`${fields.join('\0')}\0`))))
}
