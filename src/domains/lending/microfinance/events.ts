// The events of lending in groups, of tellers and of shares. The organiser and the member concerned get them.
import { Type } from 'typebox'
import { Nullable, Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const Decimal = Type.String({ description: 'Decimal.' })

const group = { group_id: Uuid, name: Type.String(), status: Type.String() }
const defineOfGroup = (type: `microfinance.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data: Type.Object(group) })

export const GroupCreated = defineOfGroup('microfinance.group_created', 'A group was created.')
export const GroupActivated = defineOfGroup(
  'microfinance.group_activated',
  'A group became active; its members may borrow.',
)
export const GroupClosed = defineOfGroup('microfinance.group_closed', 'A group was closed.')

const member = { group_id: Uuid, user_id: Type.String(), role: Type.String() }
const defineOfMember = (type: `microfinance.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data: Type.Object(member) })

export const MemberAdded = defineOfMember('microfinance.member_added', 'A member joined a group.')
export const MemberChanged = defineOfMember(
  'microfinance.member_changed',
  'The role of a member of a group changed.',
)
export const MemberLeft = defineOfMember('microfinance.member_left', 'A member left a group.')

export const MeetingRecorded = defineEvent({
  type: 'microfinance.meeting_recorded',
  version: 1,
  summary: 'A meeting of a group was recorded.',
  data: Type.Object({
    group_id: Uuid,
    meeting_id: Uuid,
    meeting_date: Type.String(),
    attendees_count: Type.Integer(),
  }),
})

const loan = {
  loan_id: Uuid,
  group_id: Uuid,
  user_id: Type.String(),
  principal: Decimal,
  currency: Type.String(),
  status: Type.String(),
  outstanding_amount: Decimal,
  reason: Nullable(Type.String()),
}
const defineOfLoan = (type: `microfinance.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data: Type.Object(loan) })

export const LoanApplied = defineOfLoan('microfinance.loan_applied', 'A member applied for a loan.')
export const LoanApproved = defineOfLoan('microfinance.loan_approved', 'A loan was approved.')
export const LoanRejected = defineOfLoan('microfinance.loan_rejected', 'A loan was rejected.')
export const LoanCancelled = defineOfLoan(
  'microfinance.loan_cancelled',
  'A loan was cancelled before it was paid out.',
)
export const LoanDisbursed = defineOfLoan('microfinance.loan_disbursed', 'A loan was paid out.')
export const LoanRepaid = defineOfLoan('microfinance.loan_repaid', 'A loan was repaid in full.')
export const LoanWrittenOff = defineOfLoan(
  'microfinance.loan_written_off',
  'The bank wrote off what was owed of a loan.',
)

export const LoanRepayment = defineEvent({
  type: 'microfinance.loan_repayment',
  version: 1,
  summary: 'Part or all of a loan was repaid.',
  data: Type.Object({
    ...loan,
    repayment_id: Uuid,
    amount: Decimal,
    penalty: Decimal,
    interest: Decimal,
    principal_paid: Decimal,
  }),
})

export const ProvisionBooked = defineEvent({
  type: 'microfinance.provision_booked',
  version: 1,
  summary: 'The bank’s provision for a loan was adjusted; operators read it.',
  data: Type.Object({
    loan_id: Uuid,
    category: Type.String(),
    days_overdue: Type.Integer(),
    provision_amount: Decimal,
    currency: Type.String(),
    review_date: Type.String(),
  }),
})

export const TellerCreated = defineEvent({
  type: 'microfinance.teller_created',
  version: 1,
  summary: 'A teller was created.',
  data: Type.Object({ teller_id: Uuid, name: Type.String(), currency: Type.String() }),
})

export const VaultChanged = defineEvent({
  type: 'microfinance.vault_changed',
  version: 1,
  summary: 'The limits of a teller’s vault were set.',
  data: Type.Object({
    teller_id: Uuid,
    currency: Type.String(),
    minimum: Decimal,
    limit: Nullable(Decimal),
  }),
})

export const TellerTransaction = defineEvent({
  type: 'microfinance.teller_transaction',
  version: 1,
  summary: 'Cash came into the vault of a teller or left it.',
  data: Type.Object({
    transaction_id: Uuid,
    teller_id: Uuid,
    type: Type.String(),
    amount: Decimal,
    currency: Type.String(),
    vault_balance: Decimal,
  }),
})

export const TellerReconciled = defineEvent({
  type: 'microfinance.teller_reconciled',
  version: 1,
  summary: 'The cash of a vault was counted and compared with its balance.',
  data: Type.Object({
    reconciliation_id: Uuid,
    teller_id: Uuid,
    currency: Type.String(),
    booked: Decimal,
    counted: Decimal,
    difference: Decimal,
  }),
})

export const OfficerCreated = defineEvent({
  type: 'microfinance.officer_created',
  version: 1,
  summary: 'A field officer was appointed.',
  data: Type.Object({ officer_id: Uuid, name: Type.String() }),
})

export const OfficerChanged = defineEvent({
  type: 'microfinance.officer_changed',
  version: 1,
  summary: 'A field officer was changed, or is no longer active.',
  data: Type.Object({ officer_id: Uuid, name: Type.String(), is_active: Type.Boolean() }),
})

const sheet = {
  sheet_id: Uuid,
  group_id: Uuid,
  officer_id: Uuid,
  collection_date: Type.String(),
  currency: Type.String(),
  expected_amount: Decimal,
  collected_amount: Decimal,
  status: Type.String(),
}
const defineOfSheet = (type: `microfinance.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data: Type.Object(sheet) })

export const SheetCreated = defineOfSheet(
  'microfinance.sheet_created',
  'A collection sheet was created for a group.',
)
export const SheetCollected = defineOfSheet(
  'microfinance.sheet_collected',
  'Cash was collected on a collection sheet.',
)
export const SheetCompleted = defineOfSheet(
  'microfinance.sheet_completed',
  'A collection sheet was completed.',
)

const shares = {
  share_account_id: Uuid,
  account_number: Type.String(),
  shares: Type.Integer({ description: 'How many the account has now.' }),
  dividend_balance: Decimal,
  currency: Type.String(),
  status: Type.String(),
}
const defineOfShares = (type: `microfinance.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data: Type.Object(shares) })

export const ShareAccountOpened = defineOfShares(
  'microfinance.share_account_opened',
  'A member opened a share account.',
)
export const SharesPurchased = defineOfShares(
  'microfinance.shares_purchased',
  'A member bought shares.',
)
export const SharesRedeemed = defineOfShares(
  'microfinance.shares_redeemed',
  'A member redeemed shares.',
)
export const DividendCredited = defineOfShares(
  'microfinance.dividend_credited',
  'A dividend was credited to a share account.',
)
export const DividendPaid = defineOfShares(
  'microfinance.dividend_paid',
  'A member withdrew dividends to an account.',
)
export const ShareAccountDormant = defineOfShares(
  'microfinance.share_account_dormant',
  'A share account had no movement for so long that it is dormant.',
)
export const ShareAccountClosed = defineOfShares(
  'microfinance.share_account_closed',
  'A share account was closed.',
)
