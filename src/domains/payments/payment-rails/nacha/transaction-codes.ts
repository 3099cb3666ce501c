// Transaction codes: two digits that say which way the money goes, to which kind of account, and for what.

export type AccountKind = 'checking' | 'savings' | 'general-ledger' | 'loan' | 'advice'
export type Direction = 'credit' | 'debit'
/** Live money; a prenote that only tests an account; zero dollars with remittance data; a return or a change. */
export type Purpose = 'live' | 'prenote' | 'zero' | 'return'

export interface TransactionCode {
  readonly code: string
  readonly account: AccountKind
  readonly direction: Direction
  readonly purpose: Purpose
}

const kinds: readonly (readonly [tens: string, account: AccountKind])[] = [
  ['2', 'checking'],
  ['3', 'savings'],
  ['4', 'general-ledger'],
]
const uses: readonly (readonly [ones: string, direction: Direction, purpose: Purpose])[] = [
  ['1', 'credit', 'return'],
  ['2', 'credit', 'live'],
  ['3', 'credit', 'prenote'],
  ['4', 'credit', 'zero'],
  ['6', 'debit', 'return'],
  ['7', 'debit', 'live'],
  ['8', 'debit', 'prenote'],
  ['9', 'debit', 'zero'],
]
// A loan can be paid, not drawn: its only debit takes back a credit.
const loans: readonly TransactionCode[] = [
  { code: '51', account: 'loan', direction: 'credit', purpose: 'return' },
  { code: '52', account: 'loan', direction: 'credit', purpose: 'live' },
  { code: '53', account: 'loan', direction: 'credit', purpose: 'prenote' },
  { code: '54', account: 'loan', direction: 'credit', purpose: 'zero' },
  { code: '55', account: 'loan', direction: 'debit', purpose: 'live' },
  { code: '56', account: 'loan', direction: 'debit', purpose: 'return' },
]
// Advices of the operator to a bank about its own settlement: odd codes credit it, even ones debit it.
const advices = ['81', '82', '83', '84', '85', '86', '87', '88'].map(
  (code): TransactionCode => ({
    code,
    account: 'advice',
    direction: Number(code) % 2 === 1 ? 'credit' : 'debit',
    purpose: 'live',
  }),
)

export const transactionCodes: ReadonlyMap<string, TransactionCode> = new Map(
  [
    ...kinds.flatMap(([tens, account]) =>
      uses.map(([ones, direction, purpose]) => ({
        code: tens + ones,
        account,
        direction,
        purpose,
      })),
    ),
    ...loans,
    ...advices,
  ].map((one) => [one.code, one]),
)

export const transactionCodeNames: readonly string[] = [...transactionCodes.keys()]

/** The code under which an entry goes back, as a return or as a notification of change. */
export function returnCodeOfTransaction(code: string): string | undefined {
  const known = transactionCodes.get(code)
  if (known === undefined || known.account === 'advice') return undefined
  return code.slice(0, 1) + (known.direction === 'credit' ? '1' : '6')
}
