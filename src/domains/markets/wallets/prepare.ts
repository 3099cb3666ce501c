// Before the examples of wallets: an address that the caller watches.
import { randomBytes } from 'node:crypto'
import { having, type Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  async 'wallet.addresses'({ make }) {
    // One more each time: a user watches an address once.
    await make('wallet.create_address', { address: `0x${randomBytes(20).toString('hex')}` })
    return {}
  },
  'wallet.delete_address': async ({ make }) => ({
    uuid: (await make('wallet.create_address')).data.uuid,
  }),
  'wallet.activity': having('account.deposit'),
}
