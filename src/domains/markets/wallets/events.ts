// The events of wallet addresses.
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
  summary: 'A user registered a wallet address.',
  data,
})

export const WalletAddressRemoved = defineEvent({
  type: 'wallet.address_removed',
  version: 1,
  summary: 'A user removed a wallet address.',
  data,
})
