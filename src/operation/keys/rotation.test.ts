// Tests a change of FLORIN_SECRET and of the root key on two nodes, while calls come in, and what a thief can open then.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  createDatabase,
  openTestPool,
  type Person,
  startBank,
  TestClock,
} from '../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../platform/database.ts'
import {
  headerOf,
  type KeyRing,
  makeSealer,
  makeWrapper,
  ROOT,
  SIGN,
} from '../../platform/key-ring.ts'
import { Reseal } from './reseal.ts'
import {
  ACTIVE_AFTER_SECONDS,
  EARLIER_SECONDS,
  openKeys,
  readKeyStatus,
  renewKey,
  retireSecrets,
  revokeSigningKeys,
} from './service.ts'

const OLD = 'the secret of before, which somebody may have seen'
const NEW = 'the secret of today, which only the nodes have'
const clock = new TestClock()
const LEAKED = { secret: OLD, previous: '' }
const BOTH = { secret: NEW, previous: OLD }
const ONLY_NEW = { secret: NEW, previous: '' }

let home: Awaited<ReturnType<typeof createDatabase>>
let database: Database
let sql: ReturnType<typeof openTestPool>
let a: Bank
let b: Bank
let person: Person
let totp: TOTP
let webhook: string

const start = ({ secret, previous } = LEAKED): Promise<Bank> =>
  startBank({
    address: home.address,
    clock,
    secret,
    isNode: true,
    env: { FLORIN_SECRET: secret, FLORIN_SECRET_PREVIOUS: previous },
  })

const ringOf = (bank: Bank): KeyRing => bank.app.bank.sealer as KeyRing

const resealOn = (
  bank: Bank,
  rowsMax = 3,
  ring: Pick<KeyRing, 'seal' | 'open' | 'knows'> = ringOf(bank),
) =>
  new Reseal({
    ring,
    columns: bank.app.registry.sealed,
    clock,
    log: bank.app.bank.log,
    jobs: bank.app.bank.jobs,
    reload: () => Promise.resolve(),
    rowsMax,
  })

/** Makes both nodes read the keys, as they do every half minute. */
async function reread(isRead: (ring: KeyRing) => boolean): Promise<void> {
  await sql.query("select pg_notify('florin_nodes', 'platform.keys ')")
  for (const bank of [a, b]) await expect.poll(() => isRead(ringOf(bank)), POLLED).toBe(true)
}

const POLLED = { timeout: 60_000, interval: 10 }

const deposit = (bank: Bank, key: string, amount = '1.00') =>
  bank.call(
    `POST /api/v2/accounts/${account}/deposit`,
    { amount, asset_code: 'USD' },
    { token: person.token, key },
  )
let account: string

/** A command whose reply is sealed. */
const rename = (bank: Bank, key: string, description = 'as before') =>
  bank.call(`PATCH /api/v2/webhooks/${webhook}`, { description }, { token: person.token, key })

const signIn = async (bank: Bank) => {
  const { email, password } = person
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  clock.advance(30)
  return bank.call(
    'POST /api/auth/2fa/verify',
    { code: totp.generate({ timestamp: clock.now().getTime() }) },
    { token: body.data.access_token },
  )
}

/** Every value in a sealed column. */
async function listSealed(): Promise<Buffer[]> {
  const values: Buffer[] = []
  for (const { table, column } of a.app.registry.sealed) {
    const { rows } = await sql.query<{ value: Buffer }>(
      `select ${column} as value from ${table} where ${column} is not null`,
    )
    values.push(...rows.map(({ value }) => value))
  }
  return values
}

const isOpenedBy = (ring: Pick<KeyRing, 'open'>) => (value: Buffer) => {
  try {
    ring.open(value)
    return true
  } catch {
    return false
  }
}

/** Calls the nodes that run, over and over, until it is stopped; returns the answers that were no success. */
function keepCalling() {
  const running = new Set([a, b])
  const wrong: unknown[] = []
  const over = new AbortController()
  let count = 0
  let round: Promise<void> | undefined
  const callAll = async (): Promise<void> => {
    for (const bank of running) {
      const key = `load-${count++}`
      for (const { status, body } of [await deposit(bank, key), await rename(bank, key)])
        if (status >= 300) wrong.push({ status, body })
    }
  }
  const ended = (async () => {
    while (!over.signal.aborted) {
      round = callAll()
      await round
    }
  })()
  return {
    join: (bank: Bank) => void running.add(bank),
    /** Resolves when the node has answered all. */
    async leave(bank: Bank) {
      running.delete(bank)
      await round
    },
    count: () => count,
    async stop() {
      over.abort()
      await ended
      return wrong
    },
  }
}

beforeAll(async () => {
  home = await createDatabase()
  database = openDatabase(home.address, { connectionsMax: 2, onError: () => {} })
  sql = openTestPool(home.address)
  // As an earlier version of Florin leaves it: everything is derived from the secret.
  await sql.query('insert into platform.settings (name, value) values ($1, $2)', [
    'secret_fingerprint',
    makeWrapper(OLD).fingerprint,
  ])
  a = await start()
  b = await start()
  person = await a.person()
  const { body } = await a.call('GET /api/v2/accounts', undefined, person)
  account = body.data[0].uuid
  const setup = await a.call('POST /api/auth/2fa/enable', {}, person)
  totp = new TOTP({ secret: setup.body.secret })
  const code = totp.generate({ timestamp: clock.now().getTime() })
  await a.call('POST /api/auth/2fa/confirm', { code }, person)
  for (let i = 0; i < 8; i++) {
    const made = await a.call(
      'POST /api/v2/webhooks',
      { url: `https://shop.example/${i}`, events: ['account.created'] },
      { token: person.token, key: `hook-${i}` },
    )
    webhook = made.body.data.id
  }
})
afterAll(async () => {
  await Promise.all([a.stop(), b.stop()])
  await sql.end()
  await database.close()
  await home.drop()
})

describe('another FLORIN_SECRET', () => {
  it('is taken by one node after the other, while both serve calls', async () => {
    expect(isOpenedBy(makeSealer(OLD))((await listSealed())[0]!)).toBe(true)
    const load = keepCalling()
    await load.leave(a)
    await a.stop()
    a = await start(BOTH)
    load.join(a)
    // The other node still has the old secret only, and may start again with it.
    await load.leave(b)
    await b.stop()
    b = await start()
    load.join(b)
    const since = load.count()
    await expect.poll(load.count, POLLED).toBeGreaterThan(since + 4)
    await load.leave(b)
    await b.stop()
    b = await start(BOTH)
    load.join(b)
    const last = load.count()
    await expect.poll(load.count, POLLED).toBeGreaterThan(last + 4)
    expect(await load.stop()).toEqual([])
    expect((await signIn(a)).status).toBe(200)
    expect((await readKeyStatus(database.read)).secrets).toBe(2)
  })

  it('is the only one when the previous one is retired', async () => {
    await expect(
      renewKey(database.write, ONLY_NEW, { purpose: ROOT, isCompromised: false }, clock.now()),
    ).rejects.toThrow(/previous FLORIN_SECRET still opens/)
    expect(await retireSecrets(database.write, ONLY_NEW, clock.now())).toBe(3)
    expect(await retireSecrets(database.write, ONLY_NEW, clock.now())).toBe(0)
    await expect(start(LEAKED)).rejects.toThrow(/FLORIN_SECRET differs from the one/)
    // A version without stored keys refuses as well, because its check reads this.
    const { rows } = await sql.query(
      "select value from platform.settings where name = 'secret_fingerprint'",
    )
    expect(rows).toEqual([{ value: 'platform.keys' }])
    await b.stop()
    b = await start(ONLY_NEW)
    expect((await signIn(b)).status).toBe(200)
  })
})

describe('another root key', () => {
  const before = { deposit: 'before-deposit', rename: 'before-rename' }

  it('is used from its time on, and the nodes open what either of them sealed', async () => {
    await deposit(a, before.deposit)
    await rename(a, before.rename)
    const request = { purpose: ROOT, isCompromised: false } as const
    const { generation } = await renewKey(database.write, ONLY_NEW, request, clock.now())
    expect(generation).toBe(2)
    for (const bank of [a, b]) await expect.poll(() => ringOf(bank).knows(2), POLLED).toBe(true)
    await expect(renewKey(database.write, ONLY_NEW, request, clock.now())).rejects.toThrow(
      /still sealed anew under generation 2/,
    )
    // One node is ahead of the other.
    clock.advance(ACTIVE_AFTER_SECONDS)
    ringOf(a).load(await openKeys(database.write, ONLY_NEW, clock.now()), clock.now())
    const sealed = ringOf(a).seal('by the new key')
    expect(ringOf(b).open(sealed)).toBe('by the new key')
    expect(ringOf(b).seal('x').subarray(0, 6)).not.toEqual(sealed.subarray(0, 6))
    expect((await rename(a, 'ahead')).status).toBe(200)
    expect((await rename(b, 'ahead')).status).toBe(200)
    await reread((ring) => ring.seal('x').subarray(0, 6).equals(headerOf(2)))
    expect(ringOf(b).seal('x').subarray(0, 6)).toEqual(sealed.subarray(0, 6))
  })

  it('leaves replies to earlier requests, and refuses other requests with their keys', async () => {
    for (const bank of [a, b]) {
      expect((await deposit(bank, before.deposit)).headers.get('x-idempotency-replayed')).toBe(
        'true',
      )
      expect((await rename(bank, before.rename)).headers.get('x-idempotency-replayed')).toBe('true')
      expect((await deposit(bank, before.deposit, '2.00')).status).toBe(409)
      expect((await rename(bank, before.rename, 'else')).status).toBe(409)
    }
  })

  it('seals nothing anew before every node uses it', async () => {
    expect(await resealOn(a).advance(database.write)).toBe('idle')
    expect((await readKeyStatus(database.read)).reseals).toEqual([])
  })

  it('seals the rows anew in batches, also after a crash and on another node, while calls come in', async () => {
    clock.advance(ACTIVE_AFTER_SECONDS)
    const load = keepCalling()
    const first = resealOn(a)
    for (let batch = 0; batch < 3; batch++) expect(await first.advance(database.write)).toBe('more')
    // A crash in the middle of a batch leaves nothing of it.
    let left = 1
    const seal = (plain: string): Buffer => {
      if (left-- <= 0) throw new Error('the power failed')
      return ringOf(a).seal(plain)
    }
    const failing = { seal, open: (x: Buffer) => ringOf(a).open(x), knows: () => true }
    const crash = async () => {
      while ((await resealOn(a, 3, failing).advance(database.write)) === 'more');
    }
    await expect(crash()).rejects.toThrow('the power failed')
    const second = resealOn(b)
    while ((await second.advance(database.write)) === 'more');
    expect(await load.stop()).toEqual([])
    // What the calls had locked is done by the next run.
    while ((await second.advance(database.write)) === 'more');
    const { reseals } = await readKeyStatus(database.read)
    expect(reseals).toHaveLength(a.app.registry.sealed.length)
    expect(reseals.filter(({ ended_at }) => ended_at === null)).toEqual([])
    const of = (table: string) => Number(reseals.find((row) => row.table_name === table)!.resealed)
    expect(of('identity.users')).toBe(1)
    expect(
      reseals.find((row) => row.column_name === 'secret' && row.table_name === 'webhooks.webhooks'),
    ).toMatchObject({ resealed: '8' })
    const values = await listSealed()
    expect(values.length).toBeGreaterThan(10)
    expect(values.every(isOpenedBy(ringOf(a)))).toBe(true)
    // The earlier key counts for a day, and is kept.
    expect(values.some(isOpenedBy(makeSealer(OLD)))).toBe(false)
    expect(isOpenedBy(ringOf(a))(makeSealer(OLD).seal('x'))).toBe(true)
  })

  it('finds by a further pass what was locked', async () => {
    const old = makeSealer(OLD).seal('left by a slow node')
    await sql.query('update webhooks.webhooks set secret = $1 where id = $2', [old, webhook])
    clock.advance(EARLIER_SECONDS)
    const reseal = resealOn(a)
    const client = await sql.connect()
    try {
      await client.query('begin')
      await client.query('select from webhooks.webhooks where id = $1 for update', [webhook])
      // It neither waits for the row nor deletes the key.
      while ((await reseal.advance(database.write)) === 'more');
      expect(await listRoots()).toEqual([1, 2])
    } finally {
      // The lock ends with the connection.
      client.release(true)
    }
    while ((await reseal.advance(database.write)) === 'more');
    expect(await listRoots()).toEqual([2])
  })

  it('leaves nothing to a thief with the old secret and a new copy of the database', async () => {
    await reread((ring) => !ring.knows(1))
    await expect(openKeys(database.write, LEAKED, clock.now())).rejects.toThrow(
      /FLORIN_SECRET differs/,
    )
    const values = await listSealed()
    expect(values.filter(isOpenedBy(makeSealer(OLD)))).toEqual([])
    // What the thief makes with the leaked key opens nowhere, and proves nothing.
    const forged = makeSealer(OLD)
    for (const bank of [a, b]) {
      expect(isOpenedBy(ringOf(bank))(forged.seal('x'))).toBe(false)
      expect(ringOf(bank).digests('x')).not.toContainEqual(forged.digest('x'))
    }
    // The second factor and the books are as they were.
    const { body } = await signIn(a)
    person = { ...person, token: body.access_token ?? body.data.access_token }
    expect((await deposit(b, 'at the end')).status).toBe(200)
  })

  it('does not change what must stay', () => {
    for (const bank of [a, b])
      expect(ringOf(bank).constantDigest('x')).toEqual(makeSealer(OLD).digest('x'))
  })
})

describe('another key for mandates', () => {
  it('is published before it signs; the earlier one counts until it is revoked', async () => {
    const keys = async () => {
      const { body } = await b.call('GET /api/agent-protocol/mandates/issuer-key')
      return [body.data, ...body.data.other_keys].map(({ id }: { id: string }) => id)
    }
    const [first] = await keys()
    await renewKey(database.write, ONLY_NEW, { purpose: SIGN, isCompromised: false }, clock.now())
    await expect.poll(keys, POLLED).toHaveLength(2)
    const [, second] = await keys()
    expect((await keys())[0]).toBe(first)
    // What the thief of the first key signs would count on, if this said that it was done.
    await expect(revokeSigningKeys(database.write, clock.now())).rejects.toThrow(/run this again/)
    clock.advance(ACTIVE_AFTER_SECONDS)
    await sql.query("select pg_notify('florin_nodes', 'platform.keys ')")
    await expect.poll(keys, POLLED).toEqual([second, first])
    expect(await revokeSigningKeys(database.write, clock.now())).toBe(1)
    await expect.poll(keys, POLLED).toEqual([second])
  })
})

async function listRoots(): Promise<number[]> {
  const { keys } = await readKeyStatus(database.read)
  return keys.filter(({ purpose }) => purpose === ROOT).map(({ generation }) => generation)
}
