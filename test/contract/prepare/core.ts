// Before the examples of the core: accounts with money in them, transfers, assets, batches.
import { openAccount, ofAccount } from './accounts.ts'
import type { Preparations, Prepare, Scene } from './scene.ts'

const betweenAccounts: Prepare = async (scene) => ({
  from_account: await openAccount(scene),
  to_account: await openAccount(scene, 0),
})

const transfer = async ({ make }: Scene) => (await make('transfer.create')).data

/** The transaction of a deposit of dollars. */
async function deposit(scene: Scene, into?: string): Promise<string> {
  const uuid = into ?? (await openAccount(scene))
  const dollars = { uuid, amount: '7.00', asset_code: 'USD' }
  return (await scene.send('account.deposit', dollars)).data.uuid
}

let assets = 0

/** EXB, EXC, … EXBA: codes have letters only. */
export const nextCode = (): string =>
  `EX${String(++assets).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}`

const ofAsset: Prepare = async ({ make }) => ({ code: (await make('asset.create')).data.code })

/** A batch that waits for the next day. */
const ofBatch: Prepare = async ({ bank, make }) => {
  const tomorrow = new Date(bank.clock.now().getTime() + 86_400_000).toISOString()
  const schedule_time = tomorrow.slice(0, 19).replace('T', ' ')
  return { batch_id: (await make('batch.execute', { schedule_time })).data.batch_id }
}

export const core: Preparations = {
  'customer_account.list': async (scene) => {
    const uuid = await openAccount(scene)
    return { search: uuid, owner: scene.person.uuid }
  },
  'customer_account.get': ofAccount,
  'asset.create': () => ({ code: nextCode() }),
  'asset.update': ofAsset,
  'asset.deactivate': ofAsset,
  'rate.set'({ bank }) {
    // One rate for each instant.
    bank.clock.advance(1)
    return {}
  },
  'rate_provider.history'({ bank }) {
    const today = bank.clock.now().toISOString().slice(0, 10)
    return { start_date: today, end_date: today }
  },
  'exchange.convert': async (scene) => ({ account_uuid: await openAccount(scene) }),
  'teller.add': async ({ bank }) => ({ user_uuid: (await bank.person()).uuid }),
  'teller.remove': async ({ make }) => ({
    user_uuid: (await make('teller.add')).data.user_uuid,
  }),
  'account.create': ({ person }) => ({ user_uuid: person.uuid }),
  'account.get': ofAccount,
  'account.identifiers': ofAccount,
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
  'account.deposit': ofAccount,
  'account.withdraw': ofAccount,
  'transfer.create': betweenAccounts,
  'transfer.bulk': async (scene) => ({ transfers: [await betweenAccounts(scene)] }),
  'transfer.get': async (scene) => ({ uuid: (await transfer(scene)).uuid }),
  'transfer.list': ofAccount,
  'account.transactions': ofAccount,
  'transaction.get': async (scene) => ({ id: await deposit(scene) }),
  'transaction.reverse': async (scene) => ({ transaction_id: await deposit(scene) }),
  async 'account.reverse_transaction'(scene) {
    const uuid = await openAccount(scene)
    return { uuid, original_transaction_id: await deposit(scene, uuid) }
  },
  'account.reversals': ofAccount,
  'reversal.status': async ({ make }) => ({
    reversal_id: (await make('transaction.reverse')).data.reversal_id,
  }),
  'account.balances_at': async (scene) => ({
    uuid: await openAccount(scene),
    instant: scene.bank.clock.now().toISOString(),
  }),
  'balance.explain': ofAccount,
  'account.legacy_balance': ofAccount,
  'account.legacy_summary': ofAccount,
  'account.statement': ofAccount,
  'workflow.get': async (scene) => ({ id: (await transfer(scene)).workflow_id }),
  'batch.status': ofBatch,
  'batch.cancel': ofBatch,
}
