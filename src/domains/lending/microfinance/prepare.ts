// Before the examples of microfinance: a group that the caller organises, and loans, tellers and shares in it.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

/** A group of five, of which the caller is the first member. */
async function makeGroup({ make, person }: Scene): Promise<string> {
  const members = [person.uuid, 'customer-2', 'customer-3', 'customer-4', 'customer-5']
  return (await make('microfinance_group.create', { members })).data.id
}

const ofGroup: Prepare = async (scene) => ({ id: await makeGroup(scene) })

async function makeActiveGroup(scene: Scene): Promise<string> {
  const id = await makeGroup(scene)
  await scene.send('microfinance_group.activate', { id })
  return id
}

/** A loan of the caller, taken to where the example begins by these steps. */
async function makeLoan(scene: Scene, ...steps: string[]) {
  const { data } = await scene.send('microfinance_loan.apply', {
    group_id: await makeActiveGroup(scene),
    account_id: await openAccount(scene),
  })
  for (const step of steps) await scene.send(`microfinance_loan.${step}`, { id: data.id })
  return data
}

const ofLoan =
  (...steps: string[]): Prepare =>
  async (scene) => ({ id: (await makeLoan(scene, ...steps)).id })

/** A loan of a customer, for what only an operator does. */
const ofCustomersLoan: Prepare = async ({ bank, ...scene }) => {
  const person = await bank.person()
  const by: Scene = {
    ...scene,
    bank,
    person,
    make: (operation, change = {}) =>
      scene.send(
        operation,
        operation === 'account.create' ? { user_uuid: person.uuid, ...change } : change,
        person,
      ),
    send: (operation, change) => scene.send(operation, change, person),
  }
  return { id: (await makeLoan(by, 'approve', 'disburse')).id }
}

const deposit = async (scene: Scene) =>
  (await scene.send('teller_transaction.create', { account_id: await openAccount(scene) })).data

const ofTeller: Prepare = async (scene) => ({ id: (await deposit(scene)).teller_id })

async function makeSheet(scene: Scene) {
  const loan = await makeLoan(scene, 'approve', 'disburse')
  const officer_id = (await scene.make('field_officer.create')).data.id
  return (await scene.send('collection_sheet.create', { officer_id, group_id: loan.group_id })).data
}

const ofSheet: Prepare = async (scene) => ({ id: (await makeSheet(scene)).id })

async function openShares(scene: Scene) {
  return (await scene.send('share_account.open', { group_id: await makeActiveGroup(scene) })).data
}

/** A share account with a share in it. */
async function buyShares(scene: Scene, cents = 1_000_000) {
  const { id } = await openShares(scene)
  const account_id = await openAccount(scene, cents)
  return { ...(await scene.send('share_account.purchase', { id, account_id })).data, account_id }
}

export const preparations: Preparations = {
  'microfinance_group.list': having('microfinance_group.create'),
  'microfinance_group.get': ofGroup,
  'microfinance_group.activate': ofGroup,
  'microfinance_group.close': ofGroup,
  'group_member.add': ofGroup,
  'group_member.list': ofGroup,
  'group_member.change': ofGroup,
  'group_member.remove': ofGroup,
  'group_meeting.record': async (scene) => ({
    id: await makeGroup(scene),
    attendees: [scene.person.uuid, 'customer-2'],
  }),
  'group_meeting.list': async ({ make }) => ({
    id: (await make('group_meeting.record')).data.group_id,
  }),
  'group_attendance.list': async ({ make }) => ({
    id: (await make('group_meeting.record')).data.group_id,
  }),
  'microfinance_loan.apply': async (scene) => ({
    group_id: await makeActiveGroup(scene),
    account_id: await openAccount(scene),
  }),
  'microfinance_loan.list': having('microfinance_loan.apply'),
  'microfinance_loan.get': ofLoan(),
  'microfinance_loan.schedule': ofLoan('approve', 'disburse'),
  'microfinance_loan.approve': ofLoan(),
  'microfinance_loan.reject': ofLoan(),
  'microfinance_loan.cancel': ofLoan(),
  'microfinance_loan.disburse': ofLoan('approve'),
  'microfinance_loan.write_off': ofCustomersLoan,
  async 'microfinance_loan.repay'(scene) {
    const { id, account_id } = await makeLoan(scene, 'approve', 'disburse')
    return { id, account_id }
  },
  'microfinance_loan.repayments': async ({ make }) => ({
    id: (await make('microfinance_loan.repay')).data.loan_id,
  }),
  'microfinance_loan.provision': ofLoan('approve', 'disburse'),
  'provisioning.list': having('microfinance_loan.disburse'),
  'cash_teller.list': async (scene) => {
    await deposit(scene)
    return {}
  },
  'cash_teller.get': ofTeller,
  'cash_teller.set_vault': async ({ make }) => ({ id: (await make('cash_teller.create')).data.id }),
  'cash_teller.reconcile': ofTeller,
  'cash_teller.reconciliations': async ({ make }) => ({
    id: (await make('cash_teller.reconcile')).data.teller_id,
  }),
  'teller_transaction.create': async (scene) => ({ account_id: await openAccount(scene) }),
  'teller_transaction.list': having('teller_transaction.create'),
  'vault_transfer.create': async ({ make }) => ({
    to_teller_id: (await make('cash_teller.create')).data.id,
  }),
  'field_officer.list': having('field_officer.create'),
  'field_officer.get': async ({ make }) => ({ id: (await make('field_officer.create')).data.id }),
  'field_officer.change': async ({ make }) => ({
    id: (await make('field_officer.create')).data.id,
  }),
  async 'collection_sheet.create'(scene) {
    const { group_id } = await makeLoan(scene, 'approve', 'disburse')
    return { group_id, officer_id: (await scene.make('field_officer.create')).data.id }
  },
  'collection_sheet.list': having('collection_sheet.create'),
  'collection_sheet.get': ofSheet,
  async 'collection_sheet.collect'(scene) {
    const { id, lines } = await makeSheet(scene)
    return { id, lines: [{ loan_id: lines[0].loan_id }] }
  },
  'collection_sheet.complete': ofSheet,
  'share_account.open': async (scene) => ({ group_id: await makeActiveGroup(scene) }),
  'share_account.list': having('share_account.open'),
  'share_account.get': async (scene) => ({ id: (await openShares(scene)).id }),
  'share_account.movements': async (scene) => ({ id: (await buyShares(scene)).id }),
  async 'share_account.purchase'(scene) {
    const { id } = await openShares(scene)
    return { id, account_id: await openAccount(scene, 1_000_000) }
  },
  async 'share_account.redeem'(scene) {
    const { id, account_id } = await buyShares(scene)
    return { id, account_id }
  },
  async 'share_account.withdraw_dividends'(scene) {
    const { id, account_id, group_id } = await buyShares(scene)
    await scene.send('dividend.declare', { id: group_id })
    return { id, account_id }
  },
  'share_account.close': async (scene) => ({ id: (await openShares(scene)).id }),
  'dividend.declare': async (scene) => ({ id: (await buyShares(scene)).group_id }),
}
