// Before the examples of open banking: a consent about an account of the caller, and payments from it.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import { anotherUser } from '../../../../test/contract/prepare/environment.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

/** The caller asks, and decides as the account holder as well. */
async function askConsent(scene: Scene): Promise<{ id: string; account: string }> {
  const account = await openAccount(scene)
  const access = { accounts: [account], balances: [account], transactions: [account] }
  const { consentId } = (await scene.send('consent.create', { access })).data
  return { id: consentId, account }
}

const ofNewConsent: Prepare = async (scene) => ({ id: (await askConsent(scene)).id })

async function giveConsent(scene: Scene): Promise<{ id: string; account: string }> {
  const { id, account } = await askConsent(scene)
  await scene.send('consent.authorize', { id, accounts: undefined })
  return { id, account }
}

const ofConsent: Prepare = async (scene) => ({ id: (await giveConsent(scene)).id })

const ofOpened: Prepare = async (scene) => {
  const { id, account } = await giveConsent(scene)
  return { id: account, consent_id: id }
}

const ibanOf = async ({ send }: Scene, uuid: string): Promise<string> =>
  (await send('account.identifiers', { uuid })).data.iban

const betweenOwn = async (scene: Scene) => ({
  debtor_account: await ibanOf(scene, await openAccount(scene)),
  creditor_iban: await ibanOf(scene, await openAccount(scene, 0)),
})

/** Started by another user; the caller is the account holder. */
const ofAsked: Prepare = async (scene) => {
  const accounts = await betweenOwn(scene)
  const other = await anotherUser(scene)
  return { id: (await scene.send('payment_initiation.create', accounts, other)).data.payment_id }
}

const ofPayment: Prepare = async ({ make }) => ({
  id: (await make('payment_initiation.create')).data.payment_id,
})

/** Started by the caller; another user is the account holder. */
const ofWaiting: Prepare = async (scene) => {
  const other = { ...scene, person: await anotherUser(scene) }
  const opened = await scene.bank.call(
    'POST /api/v2/accounts',
    { name: 'Theirs', initial_balance: 10_000 },
    other.person,
  )
  const accounts = {
    debtor_account: opened.body.data.uuid,
    creditor_iban: await ibanOf(scene, await openAccount(scene, 0)),
  }
  return { id: (await scene.send('payment_initiation.create', accounts)).data.payment_id }
}

export const preparations: Preparations = {
  'consent.create': async (scene) => {
    const account = await openAccount(scene)
    return { access: { accounts: [account], balances: [account], transactions: [account] } }
  },
  'consent.list': async (scene) => {
    await askConsent(scene)
    return {}
  },
  'consent.get': ofConsent,
  'consent.status': ofConsent,
  'consent.review': ofNewConsent,
  'consent.authorize': async (scene) => {
    const { id, account } = await askConsent(scene)
    return { id, accounts: [account] }
  },
  'consent.reject': ofNewConsent,
  'consent.end': ofConsent,
  'account_information.accounts': async (scene) => ({
    consent_id: (await giveConsent(scene)).id,
  }),
  'account_information.account': ofOpened,
  'account_information.balances': ofOpened,
  'account_information.transactions': ofOpened,
  'payment_initiation.create': betweenOwn,
  'payment_initiation.list': having('payment_initiation.create'),
  'payment_initiation.get': ofPayment,
  'payment_initiation.status': ofPayment,
  'payment_initiation.review': ofAsked,
  'payment_initiation.authorize': ofAsked,
  'payment_initiation.reject': ofAsked,
  'payment_initiation.cancel': ofWaiting,
}
