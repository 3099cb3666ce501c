// What happens to the addresses of wallets.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const data = Type.Object({
  address_uuid: Type.String({ format: 'uuid' }),
  chain: Type.String(),
  address: Type.String(),
})

export const WalletAddressAdded = defineEvent({
  type: 'wallet.address_added',
  version: 1,
  summary: 'A user named an address of a wallet of theirs.',
  data,
})

export const WalletAddressRemoved = defineEvent({
  type: 'wallet.address_removed',
  version: 1,
  summary: 'A user removed an address of a wallet of theirs.',
  data,
})
