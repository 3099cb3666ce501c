// A bank with an Interledger peer for the tests of clients: the plugins between them, and what has arrived.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import plugins from 'ilp-plugin-http'
import {
  type Payer,
  makePayer,
  unitsOf,
} from '../../src/domains/payments/interledger/test-support.ts'
import { type Bank, startBank, TestClock } from '../harness/bank.ts'

// The module of the plugin is its class, which names itself as its default export.
const PluginHttp = plugins.default
export type Plugin = InstanceType<typeof PluginHttp>

/** What the bank says to its peer. */
const BANK_TOKEN = 'what the bank says to its peer'

export interface PeeredBank extends Bank {
  /** Where plugins of the peer accept packets of the bank. */
  readonly peerPort: number
}

export async function startPeeredBank(env: Record<string, string> = {}): Promise<PeeredBank> {
  const peerPort = await findPort()
  const bank = await startBank({
    // Clients let their packets expire by the real clock.
    clock: new TestClock(new Date().toISOString()),
    env: {
      INTERLEDGER_CONNECTOR: 'http',
      INTERLEDGER_PEER_URL: `http://127.0.0.1:${peerPort}/{asset}`,
      INTERLEDGER_PEER_TOKEN: BANK_TOKEN,
      INTERLEDGER_PEER_ASSETS: 'EUR,USD',
      ...env,
    },
  })
  return { ...bank, peerPort }
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The URL of packets for the default asset, or another one. */
export const packetsUrl = (bank: Bank, asset?: string): string =>
  `${bank.url}/api/v1/interledger/packets${asset === undefined ? '' : `?asset_code=${asset}`}`

type Secrets = Pick<ConstructorParameters<typeof PluginHttp>[0]['outgoing'], 'staticToken'>

/** The published plugin, as a peer of the bank would configure it. */
export const makePlugin = (
  bank: PeeredBank,
  {
    port = 0,
    url = packetsUrl(bank),
    ...secrets
  }: { port?: number; url?: string; jwtSecret?: string } & Secrets = {},
): Plugin =>
  new PluginHttp({
    incoming: { port, staticToken: BANK_TOKEN },
    outgoing: {
      url,
      ...('jwtSecret' in secrets || 'staticToken' in secrets
        ? secrets
        : { staticToken: bank.env.INTERLEDGER_INCOMING_TOKEN! }),
    },
  })

/**
 * A connector between a client and the bank, made of two plugins, that forwards packets with other amounts; and the
 * plugin of the client.
 */
export async function connectThrough(
  bank: PeeredBank,
  change: (packet: Buffer) => Buffer,
): Promise<{ readonly plugin: Plugin; close(): Promise<void> }> {
  const port = await findPort()
  const [outer, inner] = [makePlugin(bank, { port }), makePlugin(bank)]
  await Promise.all([outer.connect(), inner.connect()])
  outer.registerDataHandler((packet) => inner.sendData(change(packet)))
  return {
    plugin: makePlugin(bank, { url: `http://127.0.0.1:${port}`, staticToken: BANK_TOKEN }),
    async close() {
      await Promise.all([outer.disconnect(), inner.disconnect()])
    },
  }
}

export interface Receiver {
  readonly payee: Payer
  readonly destinationAccount: string
  readonly sharedSecret: Buffer
}

/** A customer, and how SPSP says that they are paid. */
export async function askPointer(bank: Bank): Promise<Receiver> {
  const payee = await makePayer(bank, {})
  const response = await fetch(`${bank.url}/user/${payee.account}`, {
    headers: { Accept: 'application/spsp4+json' },
  })
  const { destination_account, shared_secret } = (await response.json()) as Record<string, string>
  return {
    payee,
    destinationAccount: destination_account!,
    sharedSecret: Buffer.from(shared_secret!, 'base64'),
  }
}

/** A customer who expects 25.00 EUR. */
export async function expectPayment(bank: Bank): Promise<Receiver & { readonly id: string }> {
  const payee = await makePayer(bank, {})
  const { body } = await bank.call(
    'POST /api/v1/interledger/payments/incoming',
    { wallet_address: payee.account, amount: '25.00', asset_code: 'EUR' },
    payee,
  )
  return {
    id: body.data.incoming_payment_id,
    payee,
    destinationAccount: body.data.ilp_address,
    sharedSecret: Buffer.from(body.data.shared_secret, 'hex'),
  }
}

export const eurosOf = (bank: Bank, { payee }: Receiver): Promise<bigint> =>
  unitsOf(bank, payee.account, 'EUR')

/** The peer's debt in euros. */
export async function owedOf(bank: Bank): Promise<bigint> {
  const [row] = await bank.sql<{ owed: string }>(
    `select owed_units::text as owed from interledger.peer_balances where asset = 'EUR'`,
  )
  return BigInt(row?.owed ?? 0)
}
