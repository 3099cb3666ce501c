// Before the examples of partners: a partner, its tenants, people and invoices. The key of the caller's own partner is
// sent with every example that needs one.
import type { Person } from '../../harness/bank.ts'
import { openAccount } from './accounts.ts'
import { having, type Preparations, type Prepare, type Scene } from './scene.ts'

const makePartner = async ({ make }: Scene): Promise<string> =>
  (await make('partner.onboard')).data.partner_id

const ofPartner: Prepare = async (scene) => ({ id: await makePartner(scene) })

const ofSuspended: Prepare = async (scene) => {
  const id = await makePartner(scene)
  await scene.send('partner.suspend', { id })
  return { id }
}

const ofTenant =
  (...steps: string[]): Prepare =>
  async ({ make, send }) => {
    const id = (await make('tenant.create')).data.tenant_id
    for (const step of steps) await send(`tenant.${step}`, { id })
    return { id }
  }

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

/** A tenant with one customer. */
const ofCustomers: Prepare = async (scene) => {
  const { data } = await scene.make('tenant.create')
  const customer = {
    name: 'Mary Somerville',
    email: `${data.tenant_id}@example.com`,
    password: 'Corr3ct-horse',
  }
  const headers = { 'X-Tenant-ID': data.tenant_id }
  await scene.bank.call('POST /api/auth/register', customer, { headers })
  return { id: data.tenant_id }
}

export const partners: Preparations = {
  'tenant.customers': ofCustomers,
  'partner.list': having('partner.onboard'),
  'partner.get': ofPartner,
  'partner.update': ofPartner,
  'partner.suspend': ofPartner,
  'partner.reactivate': ofSuspended,
  'partner.terminate': ofPartner,
  'partner.reissue': ofPartner,
  'partner_key.revoke': having('partner_key.rotate'),
  'partner_member.remove': async ({ make }) => ({
    email: (await make('partner_member.add')).data.email,
  }),
  'tenant.list': having('tenant.create'),
  'tenant.list_all': having('tenant.create'),
  'tenant.get': ofTenant(),
  'partner_logo.get': having('partner_logo.upload'),
  'partner_logo.delete': having('partner_logo.upload'),
  'tenant.update': ofTenant(),
  'tenant.suspend': ofTenant(),
  'tenant.reactivate': ofTenant('suspend'),
  'tenant.restore': ofTenant('delete'),
  'tenant.delete': ofTenant(),
  'partner_usage.history': having('partner_tier.get'),
  async 'partner_invoice.list'(scene) {
    await makeInvoice(scene, scene.person)
    return {}
  },
  'partner_invoice.get': async (scene) => ({ id: await makeInvoice(scene, scene.person) }),
  'partner_invoice.pay': async (scene) => ({
    id: await makeInvoice(scene, scene.person),
    account_id: await openAccount(scene, 1_000_000),
  }),
  'partner_billing.outstanding': async (scene) => {
    await makeInvoice(scene, scene.person)
    return {}
  },
  'partner_invoice.issue': async (scene) => ({ id: await age(scene, await makePartner(scene)) }),
  'partner_invoice.cancel': async (scene) => ({
    id: await makeInvoice(scene, await scene.bank.person()),
  }),
  'partner_invoice.refund': async (scene) => ({ id: await makePaid(scene) }),
}
