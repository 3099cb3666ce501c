// The ids of entries and transactions. The last byte of an entry's id is left free for the two sides of each
// move, so that a transaction, which is one side of one move, has its own id without a column for it.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'

export const newEntryId = (now: Date): string => `${uuidv7(now).slice(0, -2)}00`

export type Side = 'from' | 'to'

export interface SideOfMove {
  readonly entry_id: string
  readonly line: number
  readonly side: Side
}

export const LINES_MAX = 127

/** The last byte is 0 for the entry, 2n+1 for the paying side of line n and 2n+2 for the receiving side. */
export function toTransactionId({ entry_id, line, side }: SideOfMove): string {
  const number = 2 * line + (side === 'from' ? 1 : 2)
  return entry_id.slice(0, -2) + number.toString(16).padStart(2, '0')
}

/** Undefined when the id belongs to an entry. */
export function readTransactionId(id: string): SideOfMove | undefined {
  const number = Number.parseInt(id.slice(-2), 16)
  if (number === 0 || number > 2 * LINES_MAX) return undefined
  return {
    entry_id: toEntryId(id),
    line: Math.floor((number - 1) / 2),
    side: number % 2 === 1 ? 'from' : 'to',
  }
}

export const toEntryId = (id: string): string => `${id.slice(0, -2)}00`.toLowerCase()

// Ids begin with their time, so a span of time is a range of ids.
export const firstIdAt = (time: Date): string => boundAt(time, '0')
export const lastIdAt = (time: Date): string => boundAt(time, 'f')

function boundAt(time: Date, rest: string): string {
  const ms = Math.min(Math.max(time.getTime(), 0), 2 ** 48 - 1)
  const digits = ms.toString(16).padStart(12, '0') + rest.repeat(20)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The key of the metadata under which an entry keeps the name of its counterparty. */
export const COUNTERPARTY_NAME = 'counterparty_name'

/** The purpose of a hold that is a pending transfer. */
export const TRANSFER_PURPOSE = 'transfer'

const systemNumbers = {
  'external:deposits': 1,
  'external:withdrawals': 2,
  fees: 3,
  interest: 4,
  'treasury:gcu': 5,
  'market-maker': 6,
  escrow: 7,
  conversions: 8,
  'clearing:ach': 9,
  'clearing:fedwire': 10,
  'clearing:rtp': 11,
  'clearing:fednow': 12,
  'clearing:sepa': 13,
  'clearing:sct-inst': 14,
  'clearing:swift': 15,
  'clearing:interledger': 16,
  'external:settlement': 17,
  loans: 18,
  'loan-allowance': 19,
  'loan-losses': 20,
  'loan-interest': 21,
  'member-shares': 22,
  'cash:tellers': 23,
  'clearing:chains': 24,
  'chains:fees': 25,
  'chains:gas': 26,
  'chains:wrapped': 27,
  'defi:market': 28,
  'defi:lending': 29,
  'defi:staking': 30,
  'dispute-losses': 31,
  'clearing:mobile': 94,
} as const

export type SystemCode = keyof typeof systemNumbers

/** The ids of all accounts of the bank come before this one, and those of customers after it. */
export const BANK_IDS_END = '00000001-0000-0000-0000-000000000000'

/** The bank's own accounts have fixed ids, so that a plan can name them without a query. */
export const systemAccount = (environment: Environment, code: SystemCode): string =>
  `00000000-0000-4000-8000-00000000${environment === 'live' ? '0' : '5'}${String(systemNumbers[code]).padStart(3, '0')}`
