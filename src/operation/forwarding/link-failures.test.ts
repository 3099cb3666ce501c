// The link between a forwarder and the writer is cut at each moment of a call: before it is sent, while it is decided,
// after the forwarder has given up on it, after the commit, and after the answer. The writer keeps running each time,
// as in a network partition. In every case the call is executed exactly once, or not at all and refused.
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  type Bank,
  createDatabase,
  type Person,
  startBank,
} from '../../../test/harness/bank.ts'

const SOON = { timeout: 120_000, interval: 5 }
/** A heartbeat is shorter than a call or an answer. */
const CALL_BYTES_MIN = 150

/** A proxy between the forwarder and the writer that passes bytes, holds them back, and cuts connections. */
class Between {
  readonly #server: Server
  readonly #pairs = new Set<{ readonly forwarder: Socket; readonly writer: Socket }>()
  #heldToWriter: { writer: Socket; bytes: Buffer }[] | undefined
  #isHoldingToForwarder = false
  /** The bytes that came from the writer. */
  fromWriter = 0
  /** How often the forwarder has connected. */
  ways = 0
  /** Whether the writer has answered a call over a link that the forwarder has left. */
  hasAnsweredInVain = false

  constructor(writerPort: () => number) {
    this.#server = createServer((forwarder) => {
      const writer = connect(writerPort(), '127.0.0.1')
      const pair = { forwarder, writer }
      this.#pairs.add(pair)
      this.ways++
      for (const socket of [forwarder, writer]) {
        socket.on('error', () => socket.destroy())
        socket.setNoDelay(true)
      }
      forwarder.on('data', (bytes: Buffer) => {
        if (this.#heldToWriter) this.#heldToWriter.push({ writer, bytes })
        else writer.write(bytes)
      })
      writer.on('data', (bytes: Buffer) => {
        this.fromWriter += bytes.length
        if (forwarder.destroyed) this.hasAnsweredInVain ||= bytes.length > CALL_BYTES_MIN
        else if (!this.#isHoldingToForwarder) forwarder.write(bytes)
      })
      writer.on('close', () => forwarder.destroy())
      writer.on('close', () => this.#pairs.delete(pair))
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }

  holdToWriter(): void {
    this.#heldToWriter = []
  }

  holdToForwarder(): void {
    this.#isHoldingToForwarder = true
  }

  get holdsACall(): boolean {
    return (this.#heldToWriter ?? []).some(({ bytes }) => bytes.length > CALL_BYTES_MIN)
  }

  /** Closes the connection to the forwarder; the writer does not notice. */
  cutForwarder(): void {
    for (const { forwarder } of this.#pairs) forwarder.destroy()
  }

  /** Delivers the bytes that were held back, over the old connection. */
  release(): void {
    for (const { writer, bytes } of this.#heldToWriter ?? []) writer.write(bytes)
    this.#heldToWriter = undefined
  }

  /** Closes both connections and drops the bytes held back. New connections are accepted again. */
  cut(): void {
    this.#heldToWriter = undefined
    this.#isHoldingToForwarder = false
    this.hasAnsweredInVain = false
    for (const { forwarder, writer } of this.#pairs) {
      forwarder.destroy()
      writer.destroy()
    }
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

let database: Awaited<ReturnType<typeof createDatabase>>
let writer: Bank
let forwarder: Bank
let between: Between
let ada: Person
let from: string
let to: string
let keys = 0

beforeAll(async () => {
  database = await createDatabase()
  writer = await startBank({ address: database.address, isNode: true })
  const [elected] = await writer.sql<{ address: string }>('select address from platform.writer')
  between = new Between(() => Number(elected!.address.split(' ')[1]))
  const port = await between.listen()
  await writer.sql('update platform.writer set address = $1', [`127.0.0.1 ${port}`])
  forwarder = await startBank({ address: database.address, isNode: true, clock: writer.clock })
  ada = await writer.person()
})

afterAll(async () => {
  await forwarder.stop()
  await writer.stop()
  await between.close()
  await database.drop()
})

beforeEach(async () => {
  const open = async (initial_balance: number): Promise<string> => {
    const wish = { name: 'Test', initial_balance }
    return (await writer.call('POST /api/v2/accounts', wish, ada)).body.data.uuid
  }
  from = await open(100_00)
  to = await open(0)
  between.cut()
  // The forwarder is linked again when its calls arrive, not only its first message.
  await vi.waitFor(async () => {
    for (let calls = 0; calls < 2; calls++) {
      const { fromWriter, ways } = between
      await forwarder.call('POST /api/v2/transfers', { ...wish(), simulate: true }, ada)
      expect(between.ways).toBe(ways)
      expect(between.fromWriter).toBeGreaterThan(fromWriter + CALL_BYTES_MIN)
    }
  }, SOON)
})

const wish = () => ({
  from_account: from,
  to_account: to,
  amount: '10.00',
  asset_code: 'USD',
  workflow_enabled: false,
})

const pay = (bank: Bank, key?: string): Promise<Answer> =>
  bank.call('POST /api/v2/transfers', wish(), { ...ada, ...(key !== undefined && { key }) })

const newKey = (): string => `cut ${++keys}`

async function received(): Promise<number> {
  const [row] = await writer.sql<{ units: string }>(
    'select units from ledger.balances where account_id = $1',
    [to],
  )
  return Number(row?.units ?? 0)
}

/** Both nodes repeat the answer, and the money has moved once. */
async function expectOnce(key: string, first: Answer): Promise<void> {
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  for (const bank of [forwarder, writer]) {
    const again = await pay(bank, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
  }
  expect(await received()).toBe(10_00)
}

const waitForCall = () => vi.waitFor(() => expect(between.holdsACall).toBe(true), SOON)

const waitForVainAnswer = () => vi.waitFor(() => expect(between.hasAnsweredInVain).toBe(true), SOON)

describe('a call whose link is cut', () => {
  it('before it is sent, is executed by the forwarder itself', async () => {
    const key = newKey()
    between.holdToWriter()
    const paying = pay(forwarder, key)
    await waitForCall()
    between.cut()
    await expectOnce(key, await paying)
  })

  it('while the writer decides it, is executed by the writer, and the forwarder finds its reply', async () => {
    const key = newKey()
    const other = new pg.Client(database.address)
    await other.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from ledger.balances where account_id = $1 for update', [from])
      const paying = pay(forwarder, key)
      await vi.waitFor(async () => {
        const waiting = await writer.sql(
          `select 1 from pg_stat_activity where application_name = 'florin ledger'
               and datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(waiting).not.toEqual([])
      }, SOON)
      between.cut()
      await other.query('rollback')
      await expectOnce(key, await paying)
    } finally {
      await other.end()
    }
  })

  it('and that arrives after the forwarder has given up on it, is not executed again', async () => {
    const key = newKey()
    between.holdToWriter()
    const paying = pay(forwarder, key)
    await waitForCall()
    between.cutForwarder()
    const first = await paying
    between.release()
    await waitForVainAnswer()
    await expectOnce(key, first)
  })

  it('and that arrives after the forwarder has refused it, is not executed at all', async () => {
    between.holdToWriter()
    const paying = pay(forwarder)
    await waitForCall()
    between.cutForwarder()
    const refused = await paying
    expect(refused.status).toBe(503)
    expect(refused.body.message).toMatch(/the result is unknown/)
    between.release()
    await waitForVainAnswer()
    expect(await received()).toBe(0)
  })

  it('after the commit, is answered from what the writer stored', async () => {
    const key = newKey()
    between.holdToForwarder()
    const paying = pay(forwarder, key)
    await vi.waitFor(async () => expect(await received()).toBe(10_00), SOON)
    between.cut()
    await expectOnce(key, await paying)
  })

  it('after the answer, can be retried on either node', async () => {
    const key = newKey()
    const first = await pay(forwarder, key)
    between.cut()
    await expectOnce(key, first)
  })
})
