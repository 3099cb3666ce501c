// The errors of an account whose state does not allow a request.
import { defineError } from '../../../operation/error.ts'

export const AccountAlreadyFrozen = defineError(
  'ACCOUNT_ALREADY_FROZEN',
  422,
  () => 'The account is frozen already; nothing was changed.',
  {
    advice:
      'Treat the account as frozen. Only an operator may freeze it again, which takes over the freeze of a customer.',
  },
)

export const AccountNotFrozen = defineError(
  'ACCOUNT_NOT_FROZEN',
  422,
  () => 'The account is not frozen, so there is nothing to unfreeze.',
  {
    advice:
      'Read `status` by GET /api/v2/accounts/:uuid; an account that is already active needs no unfreezing.',
  },
)

export const AccountHasBalance = defineError<{ readonly balances: readonly string[] }>(
  'ACCOUNT_HAS_BALANCE',
  422,
  (d) =>
    `The account has a balance of ${d.balances.join(', ')}; bring every balance to zero before you close it.`,
  {
    advice:
      'Transfer, convert or withdraw every asset that GET /api/v2/accounts/:uuid/balances lists, and wait until reserved amounts are released or captured.',
  },
)
