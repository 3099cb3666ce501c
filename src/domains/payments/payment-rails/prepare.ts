// Before the examples of payment rails: accounts with money, mandates, and ACH files that came back.
import { makeReturn, readFile, writeFile } from './nacha/index.ts'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

const paying: Prepare = async (scene) => ({ from_account: await openAccount(scene) })

const ofPayment: Prepare = async ({ make }) => ({
  id: (await make('rail_payment.create')).data.payment_id,
})

/** ACH payments wait for the cut-off. */
const ofWaiting: Prepare = async ({ make }) => ({
  id: (await make('rail_payment.create', { rail: 'ach' })).data.payment_id,
})

let numbers = 0
const nextNumber = (): number => ++numbers

/** A creditor identifier of its own for each person: ISO 7064 check digits over the national part. */
function nextCreditorId(): string {
  const national = String(nextNumber()).padStart(11, '0')
  const check = 98n - (BigInt(`${national}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}ZZZ${national}`
}

const creditors = new Map<string, string>()

const ofNewMandate: Prepare = async (scene) => {
  const { bank, person } = scene
  const key = `${bank.url} ${person.token}`
  const creditor_id = creditors.get(key) ?? nextCreditorId()
  creditors.set(key, creditor_id)
  const account = await openAccount(scene, 0)
  return { account, creditor_id, mandate_id: `M-${nextNumber()}` }
}

const ofMandate: Prepare = async ({ make }) => ({
  id: (await make('direct_debit_mandate.create')).data.id,
})

/** A collection of the person from a second account of their own, which both sides allow. */
const withCollection: Prepare = async (scene) => {
  const { make, send } = scene
  const [account, debited] = [await openAccount(scene, 0), await openAccount(scene, 0)]
  const [creditor_iban, debtor_iban] = [await ibanOf(scene, account), await ibanOf(scene, debited)]
  const { id, creditor_id, mandate_id } = (
    await make('direct_debit_mandate.create', { account, debtor_iban })
  ).data
  const same = { creditor_id, mandate_id, creditor_iban, debtor_iban: undefined }
  await send('direct_debit_mandate.create', { ...same, role: 'debtor', account: debited })
  await send('direct_debit.collect', { mandate: id })
  return {}
}

async function ibanOf({ bank, person }: Scene, uuid: string): Promise<string> {
  const { body } = await bank.call(`GET /api/v2/accounts/${uuid}/identifiers`, undefined, person)
  return body.data.iban
}

/** The operator's or the person's own account, as other banks write it. */
async function numberOf(scene: Scene): Promise<string> {
  const uuid = await openAccount(scene, 0)
  const { body } = await scene.bank.call(
    `GET /api/v2/accounts/${uuid}/identifiers`,
    undefined,
    scene.person,
  )
  return `${body.data.routing_number}:${body.data.account_number}`
}

/** A file with the return of a payment that was batched before. */
const ofReturns: Prepare = async ({ make }) => {
  const file = readFile((await make('ach_file.batch')).data.content)
  const stamp = { fileDate: '2026-03-03', fileTime: '09:00' }
  const entry = file.batches[0]!.entries[0]!
  return { content: writeFile(makeReturn(file, entry, 'R03', stamp)) }
}

export const preparations: Preparations = {
  'rail_payment.create': paying,
  'rail_payment.send': paying,
  'rail_payment.list': having('rail_payment.create'),
  'rail_payment.get': ofPayment,
  'rail_payment.cancel': ofWaiting,
  'rail_payment.receive': async (scene) => ({
    account: await numberOf(scene),
    external_id: `NET-${nextNumber()}`,
  }),
  'direct_debit_mandate.create': ofNewMandate,
  'direct_debit_mandate.list': having('direct_debit_mandate.create'),
  'direct_debit_mandate.get': ofMandate,
  'direct_debit_mandate.suspend': ofMandate,
  async 'direct_debit_mandate.resume'(scene) {
    const { id } = await ofMandate(scene)
    await scene.send('direct_debit_mandate.suspend', { id })
    return { id }
  },
  'direct_debit_mandate.cancel': ofMandate,
  'direct_debit.upcoming': withCollection,
  'direct_debit.collect': async ({ make }) => ({
    mandate: (await make('direct_debit_mandate.create')).data.id,
  }),
  'ach_file.list': having('ach_file.create'),
  'ach_file.get': async ({ make }) => ({ id: (await make('ach_file.create')).data.batch_id }),
  'ach_file.parse': async ({ make }) => ({ content: (await make('ach_file.create')).data.content }),
  'ach_file.batch': having('rail_payment.create', { rail: 'ach' }),
  'ach_return.process': ofReturns,
}
