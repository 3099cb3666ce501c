// Before the examples of payments from the app: accounts with money, merchants, mail with a code.
import { makeSealer } from '../../../platform/key-ring.ts'
import { TEST_SECRET } from '../../../../test/harness/bank.ts'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

let numbers = 0
const nextNumber = (): number => ++numbers

const ofIntent: Prepare = async (scene) => {
  await openAccount(scene)
  return { id: (await scene.make('payment_intent.create')).data.intentId }
}

/** A merchant of another user. */
async function foreignMerchant({ bank, send }: Scene): Promise<string> {
  const owner = await bank.person()
  return (await send('merchant.create', {}, owner)).data.merchantId
}

const sending: Prepare = async (scene) => {
  await openAccount(scene)
  return {}
}

const ofTransfer: Prepare = async (scene) => {
  await openAccount(scene)
  return { id: (await scene.make('p2p_transfer.create')).data.transfer_id }
}

interface Mail {
  readonly to: string
  readonly text: string
}

/** The code of the newest mail to an address, read from the job that sends it. */
async function codeFor({ bank }: Scene, email: string): Promise<string> {
  const rows = await bank.sql<{ data: { sealed: string } }>(
    `select data from jobs.job where name = 'mail.send' order by created_on desc limit 50`,
  )
  const sealer = makeSealer(TEST_SECRET)
  const mails = rows.map(
    ({ data }) => JSON.parse(sealer.open(Buffer.from(data.sealed, 'base64'))) as Mail,
  )
  return /^\w{32}$/m.exec(mails.find((mail) => mail.to === email)!.text)![0]
}

const ofTransaction: Prepare = async (scene) => {
  const uuid = await openAccount(scene)
  const { body } = await scene.bank.call(
    `GET /api/v2/accounts/${uuid}/transactions`,
    undefined,
    scene.person,
  )
  return { txId: body.data[0].uuid }
}

const ofShared: Prepare = async ({ make }) => {
  const { sharePayload } = (await make('receipt.share')).data
  return { token: sharePayload.split('/').at(-1) }
}

export const preparations: Preparations = {
  'payment_intent.create_for_merchant': async (scene) => ({
    merchantId: await foreignMerchant(scene),
    idempotencyKey: `coffee-${nextNumber()}`,
  }),
  'payment_intent.list': having('payment_intent.create'),
  'payment_intent.get': ofIntent,
  'payment_intent.submit': ofIntent,
  'payment_intent.cancel': ofIntent,
  async 'merchant.create'(scene) {
    await openAccount(scene, 100)
    return {}
  },
  'merchant.list': having('merchant.create'),
  'merchant.get': async ({ make }) => ({ id: (await make('merchant.create')).data.merchantId }),
  'merchant.update': async ({ make }) => ({ id: (await make('merchant.create')).data.merchantId }),
  'p2p_transfer.create': sending,
  'p2p_transfer.list': having('p2p_transfer.create'),
  'p2p_transfer.recipients': having('p2p_transfer.create'),
  async 'recipient.search'({ make }) {
    await make('p2p_transfer.create')
    return { q: '' }
  },
  'p2p_transfer.get': ofTransfer,
  'p2p_transfer.cancel': ofTransfer,
  async 'p2p_transfer.claim'(scene) {
    const { bank, person, send } = scene
    const sender = await bank.person()
    const opened = { name: 'Money', initial_balance: 10_000 }
    await bank.call('POST /api/v2/accounts', opened, sender)
    await send('p2p_transfer.create', { to_user: person.email }, sender)
    return { code: await codeFor(scene, person.email) }
  },
  'mobile.activity': sending,
  'mobile.feed': sending,
  'mobile.transaction': ofTransaction,
  'receipt.get': ofTransaction,
  'receipt.share': ofTransaction,
  async 'receipt.unshare'(scene) {
    const { txId } = await ofTransaction(scene)
    await scene.send('receipt.share', { txId })
    return { txId }
  },
  'receipt.view': ofShared,
}
