// Errors of wallet addresses.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const AddressExists = defineError<{ chain: string }>(
  'WALLET_ADDRESS_EXISTS',
  409,
  (d) => `You have registered this address on ${d.chain} already.`,
  { advice: 'Nothing: use the registered address.' },
)

export const TooManyAddresses = defineError<{ maximum: number }>(
  'TOO_MANY_WALLET_ADDRESSES',
  422,
  (d) => `You have ${d.maximum} addresses, which is the maximum; remove one first.`,
  { details: Type.Object({ maximum: Type.Integer() }) },
)
