// Why an entry came back, in our own words: codes of returns, of returns that are refused, and of refusals contested.

export interface ReturnCode {
  readonly code: string
  readonly title: string
  /** Sent again later, the same entry may succeed. */
  readonly retryable: boolean
}

const titles: Readonly<Record<string, string>> = {
  R01: 'Not enough money in the account',
  R02: 'Account closed',
  R03: 'No such account, or not that of the person named',
  R04: 'Account number is not built as the bank builds them',
  R05: 'Consumer account debited under a company class without authorization',
  R06: 'Returned because the sending bank asked for it',
  R07: 'Customer revoked the authorization',
  R08: 'Customer stopped this payment',
  R09: 'Balance suffices, but the money is not collected yet',
  R10: 'Customer does not know the sender, or did not authorize the debit',
  R11: 'Debit differs from what the customer authorized',
  R12: 'Account now belongs to another bank',
  R13: 'Routing number belongs to no bank that takes part',
  R14: 'Representative payee has died or can no longer act',
  R15: 'Owner or beneficiary of the account has died',
  R16: 'Account is frozen, or the entry is forbidden by sanctions',
  R17: 'Fields cannot be processed, or the entry looks fraudulent',
  R18: 'Effective date is not acceptable',
  R19: 'Amount is not acceptable',
  R20: 'Account does not allow such transactions',
  R21: 'Company identification is not valid',
  R22: 'Receiver does not know the individual identification',
  R23: 'Receiver refuses the credit',
  R24: 'Duplicate of another entry',
  R25: 'Addenda are wrong',
  R26: 'A mandatory field is wrong',
  R27: 'Trace number is wrong or not that of the original',
  R28: 'Check digit of the routing number is wrong',
  R29: 'Company did not authorize the debit',
  R30: 'Bank takes no truncated checks',
  R31: 'Company entry returned late with consent of the sending bank',
  R32: 'Bank cannot settle the entry',
  R33: 'Entry for a destroyed check returned',
  R34: 'Participation of the bank is limited by its supervisor',
  R35: 'Debit is not allowed for this class or account',
  R36: 'Credit is not allowed for this class',
  R37: 'The check behind the entry was presented as well',
  R38: 'Payment of the check behind the entry was stopped',
  R39: 'The check behind the entry cannot be converted',
  R40: 'Federal agency refuses the enrollment',
  R41: 'Enrollment has a wrong transaction code',
  R42: 'Enrollment has a wrong routing number',
  R43: 'Enrollment has a wrong account number',
  R44: 'Enrollment has a wrong individual identification',
  R45: 'Enrollment has a wrong name',
  R46: 'Enrollment has a wrong representative payee mark',
  R47: 'Enrollment was sent before',
  R50: 'State law forbids presenting the check electronically',
  R51: 'Check may not be presented again, or notice was not given',
  R52: 'Payment of the check presented again was stopped',
  R53: 'Check and entry were both presented',
  R61: 'Return went to the wrong bank',
  R62: 'Return of a debit that was sent in error or taken back',
  R67: 'Entry was returned twice',
  R68: 'Return came too late',
  R69: 'Fields of the return are wrong',
  R70: 'Return by consent was not agreed or not asked for',
  R71: 'Refusal of the return went to the wrong bank',
  R72: 'Refusal of the return came too late',
  R73: 'First return was in time',
  R74: 'Return is sent again, corrected',
  R75: 'Return was not a duplicate',
  R76: 'Fields of the return were right',
  R77: 'Refusal for an erroneous or reversed debit is not accepted',
  R80: 'International entry is coded wrongly',
  R81: 'Gateway takes no international entries',
  R82: 'Foreign bank is not known',
  R83: 'Foreign bank cannot settle',
  R84: 'Gateway did not process the entry',
  R85: 'Payment leaving the country was not coded as international',
}

export const returnCodes: ReadonlyMap<string, ReturnCode> = new Map(
  Object.entries(titles).map(([code, title]) => [code, { code, title, retryable: code === 'R01' }]),
)
export const returnCodeNames: readonly string[] = [...returnCodes.keys()]

const DISHONORED = ['R61', 'R62', 'R67', 'R68', 'R69', 'R70']
const CONTESTED = ['R71', 'R72', 'R73', 'R74', 'R75', 'R76', 'R77']

/** The sending bank refuses a return. */
export const isDishonored = (code: string): boolean => DISHONORED.includes(code)
/** The receiving bank refuses that refusal. */
export const isContested = (code: string): boolean => CONTESTED.includes(code)
