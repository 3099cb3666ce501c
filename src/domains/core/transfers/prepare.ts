// Before the examples of transfers: two accounts of the caller, one of them with money.
import { ofAccount, openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

const betweenAccounts: Prepare = async (scene) => ({
  from_account: await openAccount(scene),
  to_account: await openAccount(scene, 0),
})

export const preparations: Preparations = {
  'account.deposit': ofAccount,
  'account.withdraw': ofAccount,
  'transfer.create': betweenAccounts,
  'transfer.bulk': async (scene) => ({ transfers: [await betweenAccounts(scene)] }),
  'transfer.get': async ({ make }) => ({ uuid: (await make('transfer.create')).data.uuid }),
  'transfer.list': ofAccount,
}
