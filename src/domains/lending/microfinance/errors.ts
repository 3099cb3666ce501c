// The errors of lending in groups, of tellers and of shares.
import { defineError } from '../../../operation/error.ts'

/** The caller may see the group, but may not manage it. */
export const NotOrganiser = defineError(
  'NOT_THE_ORGANISER',
  403,
  () => 'Only the organiser of the group or an operator can do this; ask one of them.',
  {
    advice: 'The user in `organiser_id` of GET /api/v1/microfinance/groups/{id} can do it.',
  },
)

export const LendingNotAllowed = defineError(
  'LENDING_NOT_ALLOWED',
  403,
  () => 'At this bank only operators approve and disburse loans; ask one of them.',
  {
    advice:
      'In the sandbox, organisers can do this themselves; in production they can if the bank sets MICROFINANCE to open.',
  },
)

export const MicrofinanceStateConflict = defineError<{
  what: string
  status: string
  action: string
  allowed: string
}>(
  'MICROFINANCE_STATE_CONFLICT',
  409,
  (d) => `This ${d.what} is ${d.status}; to ${d.action} it, it must be ${d.allowed}.`,
  {
    advice:
      'Read the `status` of the group, loan, collection sheet or share account again. The states closed, rejected, cancelled, repaid, written off and completed are final.',
  },
)

export const GroupTooSmall = defineError<{ members: number; least: number }>(
  'GROUP_TOO_SMALL',
  422,
  (d) => `The group has ${d.members} members; it needs at least ${d.least} to become active.`,
  {
    advice:
      'Add members with POST /api/v1/microfinance/groups/{id}/members, then activate the group.',
  },
)

export const GroupFull = defineError<{ most: number }>(
  'GROUP_FULL',
  422,
  (d) => `The group has ${d.most} members already, as many as a group may have.`,
  {
    advice:
      'Create another group with POST /api/v1/microfinance/groups, or remove a member with DELETE /api/v1/microfinance/groups/{id}/members/{user_id}.',
  },
)

export const GroupNotActive = defineError<{ status: string }>(
  'GROUP_NOT_ACTIVE',
  422,
  (d) => `The group is ${d.status}; only an active group borrows.`,
  {
    advice:
      'The organiser activates a pending group with POST /api/v1/microfinance/groups/{id}/activate. A closed group cannot be reopened.',
  },
)

export const AlreadyMember = defineError<{ user_id: string }>(
  'ALREADY_A_MEMBER',
  409,
  (d) => `${d.user_id} is a member of this group already.`,
  {
    advice:
      'No action is needed. PATCH /api/v1/microfinance/groups/{id}/members/{user_id} changes the role of a member.',
  },
)

export const OpenLoans = defineError<{ loans: number; who: string }>(
  'OPEN_LOANS',
  422,
  (d) =>
    `${d.who} has ${d.loans} open loan${d.loans === 1 ? '' : 's'}; repay, cancel or write off ${d.loans === 1 ? 'it' : 'them'} first.`,
  {
    advice:
      'Repay with POST /api/v1/microfinance/loans/{id}/repayments, or cancel a loan that is not paid out with POST /api/v1/microfinance/loans/{id}/cancel. Only an operator can write one off.',
  },
)

export const OpenGuarantees = defineError<{ user_id: string; loans: number }>(
  'OPEN_GUARANTEES',
  422,
  (d) =>
    `${d.user_id} guarantees ${d.loans} open loan${d.loans === 1 ? '' : 's'} of the group and can leave when ${d.loans === 1 ? 'it is' : 'they are'} repaid.`,
  {
    advice:
      'Repay the loans, or wait until the borrowers have: every member of the group can call POST /api/v1/microfinance/loans/{id}/repayments.',
  },
)

export const InArrears = defineError<{ user_id: string; days: number; liability: string }>(
  'IN_ARREARS',
  422,
  (d) =>
    d.liability === 'joint'
      ? `The member ${d.user_id} is ${d.days} days overdue, and the group is jointly liable; it borrows again when that is paid.`
      : `The member ${d.user_id} is ${d.days} days overdue and borrows again when that is paid.`,
  {
    advice:
      'Pay the instalments that GET /api/v1/microfinance/loans/{id}/schedule shows as overdue with POST /api/v1/microfinance/loans/{id}/repayments, then ask again.',
  },
)

export const Overpaid = defineError<{ amount: string; payoff: string; currency: string }>(
  'OVERPAID',
  422,
  (d) =>
    `${d.amount} ${d.currency} is more than is owed: ${d.payoff} ${d.currency} pays off the whole loan.`,
  {
    advice:
      'Send at most `payoff_amount` of GET /api/v1/microfinance/loans/{id}; it changes from day to day.',
  },
)

export const VaultTooLow = defineError<{
  currency: string
  available: string
  needed: string
  minimum: string
}>(
  'VAULT_TOO_LOW',
  422,
  (d) =>
    `The vault has too little ${d.currency}: ${d.available} in it, of which ${d.minimum} must stay, and ${d.needed} needed.`,
  {
    advice:
      'An operator brings cash with POST /api/v1/microfinance/teller/vault-transfers, or lowers `vault_minimum` with PUT /api/v1/microfinance/teller/tellers/{id}/vaults.',
  },
)

export const VaultLimitExceeded = defineError<{
  currency: string
  balance: string
  added: string
  limit: string
}>(
  'VAULT_LIMIT_EXCEEDED',
  422,
  (d) =>
    `The vault may hold at most ${d.limit} ${d.currency}: it has ${d.balance}, and ${d.added} would be added; take some out first.`,
  {
    advice:
      'An operator removes cash with POST /api/v1/microfinance/teller/vault-transfers, or raises `vault_limit` with PUT /api/v1/microfinance/teller/tellers/{id}/vaults.',
  },
)

export const NoVault = defineError<{ currency: string; teller: string }>(
  'NO_VAULT',
  422,
  (d) =>
    `The teller ${d.teller} has no vault for ${d.currency}; an operator can open one, or use another teller.`,
  {
    advice:
      'PUT /api/v1/microfinance/teller/tellers/{id}/vaults opens a vault. GET /api/v1/microfinance/teller/tellers lists the vaults of each teller.',
  },
)

export const TooManyShares = defineError<{ held: number; wanted: number; most: number }>(
  'TOO_MANY_SHARES',
  422,
  (d) =>
    `An account holds at most ${d.most} shares: it has ${d.held}, and ${d.wanted} would be added.`,
  {
    advice: 'Send in `shares` at most the limit minus the shares that the account holds.',
  },
)

export const TooFewShares = defineError<{ held: number; wanted: number }>(
  'TOO_FEW_SHARES',
  422,
  (d) => `The account holds ${d.held} shares; ${d.wanted} cannot be redeemed.`,
  {
    advice:
      'Send in `shares` at most `shares_purchased` of GET /api/v1/microfinance/share-accounts/{id}.',
  },
)

export const ShareAccountExists = defineError<{ account_number: string }>(
  'SHARE_ACCOUNT_EXISTS',
  409,
  (d) => `You have the open share account ${d.account_number} for this group and currency already.`,
  {
    advice:
      'Use the account that the message names; GET /api/v1/microfinance/share-accounts shows its id.',
  },
)

export const ShareAccountNotEmpty = defineError<{ shares: number; dividends: string }>(
  'SHARE_ACCOUNT_NOT_EMPTY',
  422,
  (d) =>
    `The account still has ${d.shares} shares and ${d.dividends} in dividends; redeem and withdraw them first.`,
  {
    advice:
      'Call POST /api/v1/microfinance/share-accounts/{id}/redeem and POST /api/v1/microfinance/share-accounts/{id}/withdraw-dividends, then close the account.',
  },
)

export const NothingToPay = defineError<{ sentence: string }>(
  'NOTHING_TO_PAY',
  422,
  (d) => d.sentence,
  {
    meaning: 'There is no money to pay out.',
    advice:
      'Withdraw when `dividend_balance` of GET /api/v1/microfinance/share-accounts/{id} is above zero; declare a dividend when members hold shares in its currency.',
  },
)
