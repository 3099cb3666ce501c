// The errors of an account whose state does not allow a request.
import { defineError } from '../../../operation/error.ts'

export const AccountAlreadyFrozen = defineError(
  'ACCOUNT_ALREADY_FROZEN',
  422,
  () => 'The account is frozen already; nothing was changed.',
  { advice: 'Nothing: the account is as you wanted it.' },
)

export const AccountNotFrozen = defineError(
  'ACCOUNT_NOT_FROZEN',
  422,
  () => 'The account is not frozen, so there is nothing to unfreeze.',
  { advice: 'Nothing: the account is as you wanted it.' },
)

export const AccountHasBalance = defineError<{ readonly balances: readonly string[] }>(
  'ACCOUNT_HAS_BALANCE',
  422,
  (d) =>
    `The account has a balance of ${d.balances.join(', ')}; bring every balance to zero before you close it.`,
)
