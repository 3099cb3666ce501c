// Forgotten passwords: one token at a time, few mails, and nothing that reveals who is a customer.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const ask = (email: string) => bank.call('POST /api/auth/forgot-password', { email })

const reset = (person: Person, token: string, password = 'R3set-password') =>
  bank.call('POST /api/auth/reset-password', { token, email: person.email, password })

/** The tokens that were sent to an address, in the order of their mails. */
async function tokensTo(email: string): Promise<string[]> {
  const folder = join(bank.dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).toSorted()
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => /token: (\w+)/.exec(mail)![1]!)
}

async function askAndRead(person: Person): Promise<string> {
  const before = (await tokensTo(person.email)).length
  expect((await ask(person.email)).status).toBe(200)
  await expect
    .poll(() => tokensTo(person.email), { timeout: 120_000, interval: 50 })
    .toHaveLength(before + 1)
  return (await tokensTo(person.email)).at(-1)!
}

/** The rows that a request leaves behind before the address is looked up. */
async function countTraces() {
  const [row] = await bank.sql<{ mails: number; jobs: number; audits: number }>(
    `select (select count(*)::int from identity.reset_mails) as mails,
       (select count(*)::int from jobs.job where name = 'identity.send_reset') as jobs,
       (select count(*)::int from platform.audit where operation = 'auth.forgot_password') as audits`,
  )
  return row!
}

async function tracesOf(work: () => Promise<unknown>) {
  const before = await countTraces()
  await work()
  const after = await countTraces()
  return {
    mails: after.mails - before.mails,
    jobs: after.jobs - before.jobs,
    audits: after.audits - before.audits,
  }
}

describe('a reset token', () => {
  it('ends when another is asked for', async () => {
    const person = await bank.person()
    const first = await askAndRead(person)
    const second = await askAndRead(person)
    expect((await reset(person, first)).status).toBe(422)
    expect((await reset(person, second)).status).toBe(200)
  })

  it('works once, and the answer counts the access that is still active', async () => {
    const person = await bank.person()
    await bank.call('POST /api/v2/api-keys', { name: 'Key' }, person)
    const token = await askAndRead(person)
    const done = await reset(person, token)
    expect(done.status).toBe(200)
    expect(done.body.still_active).toMatchObject({ api_keys: 1, webhooks: 0 })
    expect((await reset(person, token)).status).toBe(422)
    const again = {
      token: await askAndRead(person),
      email: person.email,
      password: 'R3set-again',
      end_everything: true,
    }
    const ended = await bank.call('POST /api/auth/reset-password', again)
    expect(ended.body.still_active).toMatchObject({ api_keys: 0 })
  })

  it('ends with a change of the password', async () => {
    const person = await bank.person()
    const token = await askAndRead(person)
    const change = { current_password: person.password, new_password: 'N3w-password' }
    const changed = await bank.call('POST /api/auth/change-password', change, person)
    expect(changed.status).toBe(200)
    expect((await reset(person, token)).status).toBe(422)
    const login = { email: person.email, password: 'N3w-password' }
    expect((await bank.call('POST /api/auth/login', login)).status).toBe(200)
  })

  it('ends after an hour', async () => {
    const person = await bank.person()
    const token = await askAndRead(person)
    bank.clock.advance(3_601)
    expect((await reset(person, token)).status).toBe(422)
  })
})

describe('asking', () => {
  it('gives the same answer and leaves the same rows for known and unknown addresses', async () => {
    const person = await bank.person()
    const answers: unknown[] = []
    const known = await tracesOf(async () => answers.push((await ask(person.email)).body))
    const unknown = await tracesOf(async () => answers.push((await ask('nobody@example.com')).body))
    expect(known).toEqual({ mails: 1, jobs: 1, audits: 1 })
    expect(unknown).toEqual(known)
    expect(answers[0]).toEqual(answers[1])
  })

  it.each(['a customer', 'nobody'])(
    'sends %s five mails an hour, in any spelling of the address, with the same answer',
    async (who) => {
      const email = who === 'nobody' ? 'nobody.either@example.com' : (await bank.person()).email
      const first = await ask(email)
      const traces = await tracesOf(async () => {
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, i) => ask(i % 2 === 0 ? email : email.toUpperCase())),
        )
        for (const answer of answers)
          expect([answer.status, answer.body]).toEqual([200, first.body])
      })
      expect(traces).toEqual({ mails: 0, jobs: 4, audits: 12 })
      bank.clock.advance(3_600)
      expect((await tracesOf(() => ask(email))).jobs).toBe(1)
    },
  )
})
