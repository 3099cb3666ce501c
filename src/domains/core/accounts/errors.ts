// What an account's state forbids.
import { defineError } from '../../../operation/error.ts'

export const AccountAlreadyFrozen = defineError(
  'ACCOUNT_ALREADY_FROZEN',
  422,
  () => 'The account is frozen already.',
)

export const AccountNotFrozen = defineError(
  'ACCOUNT_NOT_FROZEN',
  422,
  () => 'The account is not frozen.',
)

export const AccountHasBalance = defineError(
  'ACCOUNT_HAS_BALANCE',
  422,
  () => 'The account still holds money; withdraw or transfer all of it first.',
)
