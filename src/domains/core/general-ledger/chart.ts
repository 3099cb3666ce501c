// The chart of accounts that every bank starts with, and the rule by which the money of the ledger core appears
// in it. Every account of the bank in the ledger core has one home here: a new one without a home does not
// compile.
import type { SystemCode } from '../ledger/index.ts'

export const accountTypes = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const
export type AccountType = (typeof accountTypes)[number]
export type NormalSide = 'debit' | 'credit'

/** The side on which accounts of the type normally have their balance. */
export const normalSideOf = (type: AccountType): NormalSide =>
  type === 'asset' || type === 'expense' ? 'debit' : 'credit'

/** The number of accounts that one chart may have. */
export const ACCOUNTS_MAX = 500

export interface ChartAccount {
  readonly code: string
  readonly name: string
  readonly type: AccountType
  readonly parent_code: string | null
  readonly description: string | null
}

const account = (
  code: string,
  name: string,
  type: AccountType,
  parent_code: string | null = null,
  description: string | null = null,
): ChartAccount => ({ code, name, type, parent_code, description })

const POSITION =
  'A position in each asset: a credit balance means that the bank has more of the asset than it owes.'

export const RETAINED_EARNINGS = '3100'

export const defaultChart: readonly ChartAccount[] = [
  account('1000', 'Assets', 'asset'),
  account('1100', 'Cash & Bank', 'asset', '1000'),
  account('1110', 'Operating Account', 'asset', '1100', 'What customers paid in, less paid out.'),
  account('1120', 'Settlement Account', 'asset', '1100', 'Money at the payment networks.'),
  account('1130', 'Teller Cash', 'asset', '1100', 'Cash in the drawers of tellers.'),
  account('1200', 'Loans Receivable', 'asset', '1000'),
  account('1290', 'Loan Loss Allowance', 'asset', '1200', 'Reduces the loans; a credit balance.'),
  account('1300', 'Card Receivables', 'asset', '1000'),
  account('1400', 'DeFi Positions', 'asset', '1000'),
  account('1500', 'GCU Reserve', 'asset', '1000', POSITION),
  account('1600', 'Market Making', 'asset', '1000', POSITION),
  account('1700', 'Foreign Exchange Position', 'asset', '1000', POSITION),
  account('2000', 'Liabilities', 'liability'),
  account('2100', 'Customer Deposits', 'liability', '2000', 'All accounts of customers.'),
  account('2200', 'Customer Wallets', 'liability', '2000'),
  account('2300', 'Pending Settlements', 'liability', '2000', 'Payments on their way.'),
  account('2400', 'Escrow', 'liability', '2000'),
  account('3000', 'Equity', 'equity'),
  account(RETAINED_EARNINGS, 'Retained Earnings', 'equity', '3000'),
  account('3200', 'Member Shares', 'equity', '3000'),
  account('4000', 'Revenue', 'revenue'),
  account('4100', 'Transaction Fees', 'revenue', '4000'),
  account('4200', 'Interest Income', 'revenue', '4000'),
  account('4300', 'Exchange Revenue', 'revenue', '4000'),
  account('5000', 'Expenses', 'expense'),
  account('5100', 'Payment Processing Fees', 'expense', '5000'),
  account('5200', 'Network Fees', 'expense', '5000'),
  account('5300', 'Operational Costs', 'expense', '5000'),
  account('5400', 'Loan Loss Provisions', 'expense', '5000'),
  account('5500', 'Interest Expense', 'expense', '5000', 'Interest paid to customers.'),
  account('5600', 'Dispute Losses', 'expense', '5000', 'Refunds of disputed payments by the bank.'),
]

/** The parts of the ledger core that appear in the chart. */
export const feedNames = [
  'customers',
  'cash',
  'settlement',
  'tellers',
  'clearing',
  'escrow',
  'gcu',
  'market-making',
  'conversions',
  'defi',
  'fees',
  'gas',
  'interest',
  'loans',
  'loan-allowance',
  'loan-losses',
  'loan-interest',
  'member-shares',
  'dispute-losses',
] as const

export type LedgerSource = (typeof feedNames)[number]

/** The account in which each part appears. */
export const ledgerSources: Readonly<Record<LedgerSource, string>> = {
  customers: '2100',
  cash: '1110',
  settlement: '1120',
  tellers: '1130',
  clearing: '2300',
  escrow: '2400',
  gcu: '1500',
  'market-making': '1600',
  conversions: '1700',
  defi: '1400',
  fees: '4100',
  gas: '5200',
  interest: '5500',
  loans: '1200',
  'loan-allowance': '1290',
  'loan-losses': '5400',
  'loan-interest': '4200',
  'member-shares': '3200',
  'dispute-losses': '5600',
}

export const findFeed = (name: string): LedgerSource | undefined =>
  feedNames.find((one) => one === name)

/** The part that an account of the bank belongs to; the accounts of customers are `customers`. */
const feedOf: Readonly<Record<SystemCode, LedgerSource>> = {
  'external:deposits': 'cash',
  'external:withdrawals': 'cash',
  'external:settlement': 'settlement',
  'cash:tellers': 'tellers',
  'clearing:ach': 'clearing',
  'clearing:fedwire': 'clearing',
  'clearing:rtp': 'clearing',
  'clearing:fednow': 'clearing',
  'clearing:sepa': 'clearing',
  'clearing:sct-inst': 'clearing',
  'clearing:swift': 'clearing',
  'clearing:interledger': 'clearing',
  'clearing:chains': 'clearing',
  'chains:fees': 'fees',
  'chains:gas': 'gas',
  'chains:wrapped': 'defi',
  'defi:market': 'defi',
  'defi:lending': 'defi',
  'defi:staking': 'defi',
  'clearing:mobile': 'clearing',
  escrow: 'escrow',
  'treasury:gcu': 'gcu',
  'market-maker': 'market-making',
  conversions: 'conversions',
  fees: 'fees',
  interest: 'interest',
  loans: 'loans',
  'loan-allowance': 'loan-allowance',
  'loan-losses': 'loan-losses',
  'loan-interest': 'loan-interest',
  'member-shares': 'member-shares',
  'dispute-losses': 'dispute-losses',
}

/** The accounts of the bank that belong to a part; the pools of `defi` are not among them. */
export const codesOf = (feed: LedgerSource): readonly string[] =>
  Object.entries(feedOf).flatMap(([code, of]) => (of === feed ? [code] : []))

export function getFeed(code: SystemCode): LedgerSource {
  // The pools of decentralized finance have an account each.
  if (code.startsWith('pool:')) return 'defi'
  // A newer version of Florin on another node may have added an account of the bank.
  if (!Object.hasOwn(feedOf, code))
    throw new Error(`the bank's account ${code} has no home in the chart of accounts`)
  return feedOf[code]
}

const fedAccounts = new Map(feedNames.map((feed) => [ledgerSources[feed], feed]))

/** The part of the ledger core that appears in the account, if any. */
export const findFeedOf = (account_code: string): LedgerSource | undefined =>
  fedAccounts.get(account_code)
