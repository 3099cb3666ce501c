// Before the examples of Interledger: an account with money, a quote on it, grants and connections.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

const walletOf = async (scene: Scene, cents = 10_000): Promise<string> => openAccount(scene, cents)

const ofWallet: Prepare = async (scene) => ({ wallet_address: await walletOf(scene) })

const quote = async ({ make }: Scene): Promise<string> =>
  (await make('interledger_quote.create')).data.quote_id

let settlements = 0

export const preparations: Preparations = {
  'interledger_peer.settle': () => ({ reference: `Settlement ${++settlements}` }),
  'interledger_quote.get': async (scene) => ({ quote_id: await quote(scene) }),
  'interledger_payment.create': async (scene) => ({
    wallet_address: await walletOf(scene),
    quote_id: await quote(scene),
  }),
  'interledger_payment.list': having('interledger_payment.create'),
  'interledger_payment.get': async ({ make }) => ({
    payment_id: (await make('interledger_payment.create')).data.payment_id,
  }),
  async 'interledger_outgoing.create'(scene) {
    const wallet_address = await walletOf(scene)
    const { grant_token } = (await scene.send('interledger_grant.create', { wallet_address })).data
    return { wallet_address, grant_token, quote_id: await quote(scene) }
  },
  'interledger_incoming.create': ofWallet,
  'interledger_incoming.list': having('interledger_incoming.create'),
  'interledger_incoming.get': async ({ make }) => ({
    incoming_payment_id: (await make('interledger_incoming.create')).data.incoming_payment_id,
  }),
  'interledger_connection.open': ofWallet,
  'interledger_connection.list': having('interledger_connection.open'),
  'interledger_connection.close': async ({ make }) => ({
    connection_id: (await make('interledger_connection.open')).data.connection_id,
  }),
  'interledger_grant.create': ofWallet,
  'interledger_grant.list': having('interledger_grant.create'),
  'interledger_grant.revoke': async ({ make }) => ({
    grant_id: (await make('interledger_grant.create')).data.grant_id,
  }),
  'interledger_pointer.ask': async (scene) => ({ account: await walletOf(scene) }),
  'interledger_packet.receive': ({ bank }) => ({
    authorization: `Bearer ${bank.env.INTERLEDGER_INCOMING_TOKEN}`,
  }),
}
