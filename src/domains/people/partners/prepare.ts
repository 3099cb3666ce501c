// Before the examples of partners: a partner, its tenants and people. The key of the caller's own partner is sent with
// every example that needs one.
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

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

export const preparations: Preparations = {
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
}
