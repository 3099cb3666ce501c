// Before the examples of transactions: an account with money, a deposit.
import { ofAccount, openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Rows, Scene } from '../../../../test/contract/prepare/scene.ts'

/** The transaction of a deposit of dollars. */
async function deposit(scene: Scene, into?: string): Promise<string> {
  const uuid = into ?? (await openAccount(scene))
  const dollars = { uuid, amount: '7.00', asset_code: 'USD' }
  return (await scene.send('account.deposit', dollars)).data.uuid
}

export const preparations: Preparations = {
  'account.transactions': ofAccount,
  'transaction.get': async (scene) => ({ id: await deposit(scene) }),
  async 'payment.list'(scene) {
    await deposit(scene)
    return {}
  },
  'payment.get': async (scene) => ({ uuid: await deposit(scene) }),
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
}

export const rows: Rows = { 'transaction.list': openAccount }
