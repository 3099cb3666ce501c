// Before the examples of invoices: a partner with something to pay.
import type { Person } from '../../../../test/harness/bank.ts'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type {
  LiveOnly,
  Preparations,
  Prepare,
  Scene,
} from '../../../../test/contract/prepare/scene.ts'

/** A partner that has been one for more than a year, so that there is something to bill. */
async function age({ bank }: Scene, id: string): Promise<string> {
  const sql = `update partners.partners set created_at = created_at - interval '400 days' where uuid = $1`
  await bank.sql(sql, [id])
  return id
}

async function makeInvoice(scene: Scene, person: Person): Promise<string> {
  const { data } = await scene.send('partner_profile.get', {}, person)
  const id = await age(scene, data.id)
  return (await scene.send('partner_invoice.issue', { id })).data.id
}

const withInvoice: Prepare = async (scene) => {
  await makeInvoice(scene, scene.person)
  return {}
}

/** An invoice of a customer's partner, for what only an operator does. */
async function makePaid(scene: Scene): Promise<string> {
  const person = await scene.bank.person()
  const id = await makeInvoice(scene, person)
  const { data } = await scene.send(
    'account.create',
    { user_uuid: person.uuid, initial_balance: 1_000_000 },
    person,
  )
  await scene.send('partner_invoice.pay', { id, account_id: data.uuid ?? data.id }, person)
  return id
}

export const preparations: Preparations = {
  'partner_invoice.list': withInvoice,
  'partner_invoice.get': async (scene) => ({ id: await makeInvoice(scene, scene.person) }),
  'partner_invoice.pay': async (scene) => ({
    id: await makeInvoice(scene, scene.person),
    account_id: await openAccount(scene, 1_000_000),
  }),
  'partner_billing.outstanding': withInvoice,
  'partner_invoice.issue': async (scene) => ({
    id: await age(scene, (await scene.make('partner.onboard')).data.partner_id),
  }),
  'partner_invoice.cancel': async (scene) => ({
    id: await makeInvoice(scene, await scene.bank.person()),
  }),
  'partner_invoice.refund': async (scene) => ({ id: await makePaid(scene) }),
}

export const liveOnly: LiveOnly = {
  'partner_invoice.get': 'Partners are billed in the live environment only.',
  'partner_invoice.pay': 'Partners are billed in the live environment only.',
}
