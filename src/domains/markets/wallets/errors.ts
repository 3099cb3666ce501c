// Errors of wallet addresses.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const AddressExists = defineError<{ chain: string }>(
  'WALLET_ADDRESS_EXISTS',
  409,
  (d) => `You have registered this address on ${d.chain} already.`,
  { advice: 'No action is needed: GET /api/v1/wallet/addresses lists the registered address.' },
)

export const TooManyAddresses = defineError<{ maximum: number }>(
  'TOO_MANY_WALLET_ADDRESSES',
  422,
  (d) => `You have ${d.maximum} addresses, which is the maximum; remove one first.`,
  {
    details: Type.Object({ maximum: Type.Integer() }),
    advice:
      'Remove an address with DELETE /api/v1/wallet/addresses/{uuid}, then register the new one.',
  },
)
