// Payments to external receivers with every behavior of the network, and with crashes at every step: no money is lost
// or duplicated, and the clearing account is empty at the end.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank, TEST_SECRET } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import { pino } from 'pino'
import type { Caller } from '../../../../operation/caller.ts'
import { systemCaller } from '../../../../operation/caller.ts'
import { Cleared } from '../../../../operation/credits.ts'
import { runAsSystem } from '../../../../operation/system-work.ts'
import type { Database } from '../../../../platform/database.ts'
import { makeSealer } from '../../../../platform/key-ring.ts'
import { AssetCatalogue } from '../../../core/assets/index.ts'
import { RateUpdater } from '../../../core/rates/index.ts'
import { AuthorityCheck } from '../../../people/identity/index.ts'
import { OwnAddresses } from '../addresses.ts'
import { type Connector, makeConnectors, type SentPacket } from '../connectors/connector.ts'
import { readPrepare, type Reply, writeTooLarge } from '../ilp.ts'
import type { InterledgerOptions } from '../options.ts'
import { startPayment } from './service.ts'
import { createQuote } from './quotes.ts'
import { Sender } from './sender.ts'
import { findPayment } from './store.ts'
import { fulfillmentOf } from '../stream.ts'
import {
  clearing,
  expectCleared,
  makePayer,
  openDb,
  outside,
  type Payer,
  unitsOf,
} from '../test-support.ts'

let bank: Bank
let database: Database
let payer: Payer
let base: Omit<InterledgerOptions, 'connectors'>
beforeAll(async () => {
  bank = await startBank()
  // The bank's own sweep does not know the networks of these tests, and must not resume their payments.
  await bank.sql(`delete from jobs.schedule where name = 'interledger.sweep'`)
  database = openDb(bank)
  payer = await makePayer(bank, { USD: '10000000.00' })
  const { clock } = bank
  const log = pino({ level: 'silent' })
  const assets = new AssetCatalogue()
  await assets.load(database.read, clock.now())
  base = {
    assets,
    rateUpdater: new RateUpdater({ clock, log, feeds: [], invalidate: () => {} }),
    guards: {
      mayTransfer: async (_ctx, { to }) => new Cleared(to),
      mayArrive: async (_ctx, { to }) => new Cleared(to),
    },
    feeWithin: (_units, ownFee = 0n) => ownFee,
    standing: new AuthorityCheck({ handlers: [] }),
    addresses: new OwnAddresses('florin', () => 'bank.example'),
    sealer: makeSealer(TEST_SECRET),
    // Only the test works on these payments.
    jobs: {
      start: async () => {},
      stop: async () => {},
      send: async () => {},
      runSent: async () => {},
    },
    clock,
    log,
    work: (environment, operation, work) =>
      runAsSystem(
        {
          db: database.write,
          now: clock.now(),
          caller: systemCaller(environment),
          operation,
          invalidate: () => {},
        },
        work,
      ),
    packetMax: 1_000n,
    packetSeconds: 30,
    incomingTokens: [],
    peerAssets: [],
    peerCreditMax: 100_000_000n,
  }
})
afterAll(async () => {
  await expectCleared(bank, database)
  await database.close()
  await bank.stop()
})

/** How the network treats one packet. `lost`: it was fulfilled, but the answer did not arrive. */
type Treatment = 'fulfil' | 'lost' | 'silent' | 'F02' | 'F08' | 'T04' | 'R00' | 'wrong'

/** A network that counts what it has delivered, each packet once, however often it is sent. */
class Network implements Connector {
  readonly name = 'scripted'
  readonly simulated = true
  readonly fulfilled = new Map<string, bigint>()
  readonly sent: string[] = []
  private readonly script: readonly Treatment[]
  private readonly treatments = new Map<string, Treatment>()

  constructor(script: readonly Treatment[]) {
    this.script = script
  }

  carries = () => true
  resolve = () => Promise.reject(new Error('not asked'))
  secretOf = () => 'ab'.repeat(32)

  get delivered(): bigint {
    return [...this.fulfilled.values()].reduce((sum, units) => sum + units, 0n)
  }

  async send({ id, prepare, secret, now }: SentPacket): Promise<Reply | undefined> {
    this.sent.push(id)
    const isNew = !this.treatments.has(id)
    const { amount, data, expiresAt } = readPrepare(prepare)!
    if (isNew) this.treatments.set(id, this.script[this.treatments.size] ?? 'fulfil')
    const treatment = this.treatments.get(id)!
    const fulfil: Reply = { type: 'fulfill', fulfillment: fulfillmentOf(secret, data), data }
    const reject = (code: string, about: Buffer = Buffer.alloc(0)): Reply => ({
      type: 'reject',
      code,
      message: '',
      data: about,
    })
    switch (treatment) {
      case 'lost':
        this.fulfilled.set(id, BigInt(amount))
        return isNew ? undefined : fulfil
      case 'silent':
        return expiresAt <= now ? reject('R00') : undefined
      case 'F08':
        return reject('F08', writeTooLarge(BigInt(amount), BigInt(amount) / 2n))
      case 'wrong':
        return { ...fulfil, fulfillment: Buffer.alloc(32) }
      case 'fulfil':
        this.fulfilled.set(id, BigInt(amount))
        return fulfil
      default:
        return reject(treatment)
    }
  }
}

const optionsWith = (network: Connector, change: Partial<InterledgerOptions> = {}) => ({
  ...base,
  connectors: makeConnectors({ simulated: network, real: undefined, production: false }),
  ...change,
})

async function start(options: InterledgerOptions, send_amount: string): Promise<string> {
  const caller: Caller = {
    user: payer.uuid,
    scopes: new Set(),
    environment: 'live',
    address: 'test',
  }
  const request = {
    send_amount,
    send_currency: 'USD',
    receive_currency: 'EUR',
    receiver: 'g.sim.alice',
  }
  return runAsSystem(
    {
      db: database.write,
      now: bank.clock.now(),
      caller,
      operation: 'test',
      invalidate: () => {},
      spends: { open: 'The payer asks for it.' },
    },
    async (ctx) => {
      const quote = await createQuote(request, undefined, ctx, options)
      const wanted = { quote_id: quote.id, wallet_address: payer.account }
      return (await startPayment(wanted, ctx, options)).id
    },
  )
}

async function run(sender: Sender, id: string) {
  for (let round = 0; round < 100; round++) {
    await sender.send(id, database.write).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    const payment = (await findPayment(database.read, id))!
    if (payment.ended_at !== null) return payment
    bank.clock.advance(16)
  }
  throw new Error('the payment does not end')
}

class Crash extends Error {}

/** The process dies at these steps: before a transaction, after it, or before its commit. */
function crashing(steps: readonly ('before' | 'inside' | 'after' | 'none')[]) {
  let step = 0
  const work: InterledgerOptions['work'] = async (environment, operation, inner) => {
    const where = steps[step++] ?? 'none'
    if (where === 'before') throw new Crash()
    const output = await base.work(environment, operation, async (ctx) => {
      const done = await inner(ctx)
      if (where === 'inside') throw new Crash()
      return done
    })
    if (where === 'after') throw new Crash()
    return output
  }
  return work
}

const treatment = fc.constantFrom<Treatment>(
  'fulfil',
  'fulfil',
  'fulfil',
  'lost',
  'silent',
  'F02',
  'F08',
  'T04',
  'R00',
  'wrong',
)
const RUNS = rounds(5, 20)
const MINUTES = 120_000
const amount = fc.integer({ min: 2, max: 20_000 }).map((cents) => (cents / 100).toFixed(2))

/** The payment's own sums agree with each other, with the network and with the books. */
async function expectExact(
  id: string,
  network: Network,
  before: { payer: bigint; outside: bigint },
): Promise<void> {
  const payment = (await findPayment(database.read, id))!
  const { quote, paid_units, charged_units, returned_units } = payment
  expect(paid_units! + charged_units! + returned_units!).toBe(quote.send_units)
  expect(payment.delivered_units).toBe(network.delivered)
  const kept = before.payer - (await unitsOf(bank, payer.account, 'USD'))
  expect(kept).toBe(quote.send_units - returned_units!)
  expect((await unitsOf(bank, outside, 'EUR')) - before.outside).toBe(network.delivered)
  if (payment.status === 'completed') expect(network.delivered).toBe(quote.receive_units)
  if (network.delivered === 0n) expect(returned_units).toBe(quote.send_units)
  expect(await unitsOf(bank, clearing, 'USD')).toBe(0n)
}

const books = async () => ({
  payer: await unitsOf(bank, payer.account, 'USD'),
  outside: await unitsOf(bank, outside, 'EUR'),
})

describe('a payment in packets', () => {
  it('loses and duplicates nothing, whatever the network does', { timeout: MINUTES }, async () => {
    await fc.assert(
      fc.asyncProperty(amount, fc.array(treatment, { maxLength: 12 }), async (sent, script) => {
        const network = new Network(script)
        const options = optionsWith(network)
        const before = await books()
        const id = await start(options, sent)
        await run(new Sender(options), id)
        await expectExact(id, network, before)
      }),
      { numRuns: RUNS },
    )
  })

  it('loses and duplicates nothing when the process dies at any step', {
    timeout: MINUTES,
  }, async () => {
    const step = fc.constantFrom('none', 'none', 'before', 'inside', 'after' as const)
    await fc.assert(
      fc.asyncProperty(
        amount,
        fc.array(treatment, { maxLength: 8 }),
        fc.array(step, { maxLength: 20 }),
        async (sent, script, steps) => {
          const network = new Network(script)
          const options = optionsWith(network)
          const before = await books()
          const id = await start(options, sent)
          await run(new Sender({ ...options, work: crashing(steps) }), id)
          await expectExact(id, network, before)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('resends the packet that was in flight when the process died, and no other', async () => {
    const network = new Network([])
    const options = optionsWith(network)
    const before = await books()
    const id = await start(options, '5.00')
    // The packet is written, sent and fulfilled; the answer is lost with the process.
    await run(new Sender({ ...options, work: crashing(['none', 'before']) }), id)
    expect(network.sent).toHaveLength(2)
    expect(new Set(network.sent).size).toBe(1)
    await expectExact(id, network, before)
  })

  it('is done once by concurrent workers', async () => {
    const network = new Network(['fulfil', 'lost', 'T04', 'F08'])
    const options = optionsWith(network)
    const before = await books()
    const id = await start(options, '80.00')
    const senders = Array.from({ length: 4 }, () => new Sender(options))
    for (let round = 0; round < 20; round++) {
      await Promise.all(senders.map((sender) => sender.send(id, database.write)))
      bank.clock.advance(16)
    }
    expect((await findPayment(database.read, id))!.status).toBe('completed')
    await expectExact(id, network, before)
  })

  it('stays open while it is unknown whether a packet was fulfilled, but not forever', async () => {
    const network = new Network([])
    network.send = async () => undefined
    const options = optionsWith(network)
    const before = await books()
    const id = await start(options, '5.00')
    const sender = new Sender(options)
    await sender.send(id, database.write)
    bank.clock.advance(300)
    await sender.send(id, database.write)
    expect((await findPayment(database.read, id))!.status).toBe('sending')
    const payment = await run(sender, id)
    expect(payment).toMatchObject({ status: 'expired', error_code: 'R00' })
    await expectExact(id, network, before)
  })

  it('is requeued after fifty packets, and ends when it would need too many', {
    timeout: MINUTES,
  }, async () => {
    const network = new Network([])
    const options = optionsWith(network)
    const id = await start(options, '700.00')
    await new Sender(options).send(id, database.write)
    expect(network.sent).toHaveLength(50)
    expect((await run(new Sender(options), id)).status).toBe('completed')
    const halving = new Network(Array.from({ length: 20 }, () => 'F08' as const))
    const stuck = optionsWith(halving)
    const other = await start(stuck, '700.00')
    expect(await run(new Sender(stuck), other)).toMatchObject({
      status: 'failed',
      error_code: 'F08',
    })
  })
})
