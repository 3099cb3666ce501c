// Before the examples of accounts: an account with money in it.
import { ofAccount, openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Rows } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  'customer_account.list': async (scene) => {
    const uuid = await openAccount(scene)
    return { search: uuid, owner: scene.person.uuid }
  },
  'customer_account.get': ofAccount,
  'account.create': ({ person }) => ({ user_uuid: person.uuid }),
  'account.get': ofAccount,
  'account.update': ofAccount,
  'account.freeze': ofAccount,
  async 'account.unfreeze'(scene) {
    const uuid = await openAccount(scene)
    await scene.send('account.freeze', { uuid })
    return { uuid }
  },
  'account.delete': async (scene) => ({ uuid: await openAccount(scene, 0) }),
  'account.balances': ofAccount,
  'account.balances_decimal': ofAccount,
}

export const rows: Rows = { 'account.list': openAccount }
