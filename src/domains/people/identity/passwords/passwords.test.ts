// Hashing passwords is slow, but it holds no database connection, and requests beyond the queue are rejected
// early.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import type { Hasher } from '../../../../platform/hasher.ts'
import { WorkQueue } from './work-queue.ts'

/** Hashes at once, or when the test says so. */
class GatedHasher implements Hasher {
  gate: Promise<void> | undefined
  verified: string[] = []

  async hash(password: string): Promise<string> {
    await this.gate
    return `hash of ${password}`
  }

  async verify(stored: string, password: string): Promise<boolean> {
    this.verified.push(stored)
    await this.gate
    return stored === `hash of ${password}`
  }
}

const hasher = new GatedHasher()
let bank: Bank
let person: Person
beforeAll(async () => {
  bank = await startBank({ hasher })
  person = await bank.person()
})
afterAll(() => bank.stop())
beforeEach(() => {
  hasher.verified = []
})

const login = (email: string, password: string) =>
  bank.call('POST /api/auth/login', { email, password })

describe('400 logins at once', { timeout: 90_000 }, () => {
  it('do not block other requests, and those beyond the queue are asked to retry', async () => {
    const { promise, resolve: open } = Promise.withResolvers<void>()
    hasher.gate = promise
    const answers: Answer[] = []
    const logins = Array.from({ length: 400 }, async () => {
      answers.push(await login(person.email, person.password))
    })
    // Two are being hashed and 200 wait; all others are rejected before any is answered.
    await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(198)
    for (const { status, body, headers } of answers) {
      expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const opened = await bank.call('POST /api/v2/accounts', { name: 'Opened meanwhile' }, person)
    expect(opened.status).toBe(201)
    expect(answers).toHaveLength(198)
    hasher.gate = undefined
    open()
    await Promise.all(logins)
    expect(answers.slice(198).map(({ status }) => status)).toEqual(
      Array.from({ length: 202 }, () => 200),
    )
  })
})

describe('a login', () => {
  it('is hashed for unknown users as for known ones', async () => {
    expect((await login(person.email, 'wrong')).status).toBe(401)
    expect((await login('unknown@example.com', 'wrong')).status).toBe(401)
    expect(hasher.verified).toEqual(['hash of Corr3ct-horse', 'hash of nobody has this password'])
    expect((await login('unknown@example.com', 'nobody has this password')).status).toBe(401)
  })

  it('is not hashed for a caller who is locked out', async () => {
    const { email, password } = await bank.person()
    const guesses = await Promise.all(Array.from({ length: 30 }, () => login(email, 'wrong')))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    hasher.verified = []
    expect((await login(email, password)).status).toBe(429)
    expect(hasher.verified).toEqual([])
  })

  it('rejects a right password that comes after ten concurrent wrong ones', async () => {
    const { email, password } = await bank.person()
    const { promise, resolve: open } = Promise.withResolvers<void>()
    hasher.gate = promise
    const wrong = Array.from({ length: 12 }, () => login(email, 'wrong'))
    // All are checked before any is counted; only then does the right one arrive.
    await expect.poll(() => hasher.verified.length, { timeout: 120_000 }).toBe(2)
    hasher.gate = undefined
    open()
    await Promise.all(wrong)
    expect((await login(email, password)).status).toBe(429)
  })

  it('is valid for the password that was checked, not for a concurrent replacement', async () => {
    const { email, password, token } = await bank.person()
    const { promise, resolve: open } = Promise.withResolvers<void>()
    hasher.gate = promise
    const late = login(email, password)
    await expect.poll(() => hasher.verified.length, { timeout: 120_000 }).toBe(1)
    hasher.gate = undefined
    const change = { current_password: password, new_password: 'N3w-password' }
    const changed = await bank.call('POST /api/auth/change-password', change, { token })
    expect(changed.status).toBe(200)
    open()
    expect((await late).status).toBe(401)
  })
})

describe('the queue', () => {
  const makeQueue = () =>
    new WorkQueue({ atOnce: 1, waitingMax: 4, refuse: () => new Error('no room') })

  /** Starts work that ends when the test says so, and records what was started. */
  function start(queue: WorkQueue, address: string, begun: string[]) {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const done = queue.run(address, async () => {
      begun.push(address)
      await promise
    })
    done.catch(() => {})
    return { done, end }
  }

  it('serves one of each address in turn', async () => {
    const queue = makeQueue()
    const begun: string[] = []
    const work = ['a', 'a', 'a', 'b', 'c'].map((address) => start(queue, address, begun))
    for (const { end } of work) end()
    await Promise.all(work.map(({ done }) => done))
    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a'])
  })

  it('admits a new address and rejects the last task of the longest line', async () => {
    const queue = makeQueue()
    const begun: string[] = []
    const flood = Array.from({ length: 5 }, () => start(queue, 'a', begun))
    const more = start(queue, 'a', begun)
    await expect(more.done).rejects.toThrow('no room')
    const newcomer = start(queue, 'b', begun)
    await expect(flood[4]!.done).rejects.toThrow('no room')
    for (const { end } of [...flood, newcomer]) end()
    await newcomer.done
    await Promise.all(flood.slice(0, 4).map(({ done }) => done))
    expect(begun).toEqual(['a', 'a', 'b', 'a', 'a'])
  })

  it('continues after work that fails', async () => {
    const queue = makeQueue()
    const failed = queue.run('a', () => Promise.reject(new Error('broken')))
    await expect(failed).rejects.toThrow('broken')
    expect(await queue.run('a', () => Promise.resolve('fine'))).toBe('fine')
  })
})
