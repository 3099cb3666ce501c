// The head and the entries of a statement or notification, as fields of the message.
import { formatDecimal } from '../../../../kernel/money.ts'
import { counterpartyNameOf, otherAccountOf } from '../../../core/transactions/for-tasks.ts'
import { toTransactionId } from '../../../core/ledger/for-tasks.ts'
import type { HistoryRow } from '../../../core/ledger/index.ts'
import type { StatementHeader, WritableEntry } from '../../iso20022/index.ts'
import type { StatementPlan } from './service.ts'
import type { Summary } from './tasks.ts'

/** An account without an IBAN is named by its id, which has room without its dashes. */
const short = (uuid: string): string => uuid.replaceAll('-', '')

export const headerOf = (plan: StatementPlan, summary: Summary): StatementHeader => ({
  message_id: plan.id,
  creation_date_time: plan.now,
  ...(plan.kind === 'camt.053' ? { statement_id: plan.id } : { notification_id: plan.id }),
  report_date_time: plan.now,
  from_date: plan.period.from,
  to_date: plan.period.to,
  currency: plan.currency,
  ...(summary.iban === null ? { account_id: short(plan.account) } : { account_iban: summary.iban }),
  account_currency: plan.currency,
  account_owner_name: plan.owner === null ? null : cutTo(140, plan.owner),
  account_servicer_bic: plan.identity.bic,
  ...(plan.kind === 'camt.053' && {
    balances: [
      balanceOf('OPBD', plan.opening, plan.period.from, plan),
      balanceOf('CLBD', plan.closing, plan.period.to, plan),
    ],
  }),
  total_entries: summary.entries,
  total_credit_entries: summary.credits,
  total_credit_sum: summary.credit_sum,
  total_debit_entries: summary.debits,
  total_debit_sum: summary.debit_sum,
})

/** The amount has no sign: the indicator says which side it is on. */
const balanceOf = (
  type: 'OPBD' | 'CLBD',
  decimal: string,
  at: string,
  { currency }: StatementPlan,
) => ({
  type,
  amount: decimal.replace('-', ''),
  currency,
  credit_debit: decimal.startsWith('-') ? 'DBIT' : 'CRDT',
  date: at.slice(0, 10),
})

/** The bank transaction codes of ISO 20022: domain payments, then family and sub-family. */
const codes: Readonly<
  Record<HistoryRow['type'], Readonly<Record<HistoryRow['side'], readonly [string, string]>>>
> = {
  transfer: { from: ['ICDT', 'BOOK'], to: ['RCDT', 'BOOK'] },
  deposit: { from: ['CNTR', 'CDPT'], to: ['CNTR', 'CDPT'] },
  withdrawal: { from: ['CNTR', 'CWDL'], to: ['CNTR', 'CWDL'] },
}

const LINE_LENGTH_MAX = 140

export function toEntry(
  move: HistoryRow,
  { currency, precision, account, owner }: StatementPlan,
  ibans: ReadonlyMap<string, string>,
): WritableEntry {
  const { id: entry_id, line, side } = move
  const other_account = otherAccountOf(move)
  const amount = formatDecimal({ units: BigInt(move.units), asset: { code: currency, precision } })
  const credit_debit = side === 'from' ? 'DBIT' : 'CRDT'
  const reference = short(toTransactionId({ entry_id, line, side }))
  const [family, subFamily] = codes[move.type][side]
  const own = partyOf(account, ibans)
  const other = other_account === null ? undefined : partyOf(other_account, ibans)
  const [debtor, creditor] = side === 'from' ? [own, other] : [other, own]
  const names = [owner, counterpartyNameOf(move)].map((name) => name && cutTo(140, name))
  const [debtor_name, creditor_name] = side === 'from' ? names : names.toReversed()
  const booked = move.completed_at!.slice(0, 10)
  return {
    reference,
    amount,
    currency,
    credit_debit,
    ...(move.link === 'reversal_of' && { is_reversal: true }),
    status: 'BOOK',
    booking_date: booked,
    value_date: booked,
    account_servicer_reference: reference,
    transaction_domain: 'PMNT',
    transaction_family: family,
    transaction_sub_family: subFamily,
    transaction_code: move.subtype ?? move.type,
    details: [
      {
        account_servicer_reference: reference,
        end_to_end_id: textOf(move.metadata, 'end_to_end_id') ?? 'NOTPROVIDED',
        uetr: textOf(move.metadata, 'uetr', UETR),
        transaction_id: short(entry_id),
        amount,
        currency,
        credit_debit,
        debtor_name: debtor_name ?? null,
        debtor_iban: debtor?.iban ?? null,
        debtor_account: debtor?.account ?? null,
        creditor_name: creditor_name ?? null,
        creditor_iban: creditor?.iban ?? null,
        creditor_account: creditor?.account ?? null,
        remittance_info: move.reference === null ? null : intoLines(move.reference),
      },
    ],
  }
}

const partyOf = (account: string, ibans: ReadonlyMap<string, string>) => {
  const iban = ibans.get(account)
  return iban === undefined ? { account: short(account) } : { iban }
}

/** Text of up to 35 characters without control characters. */
const REFERENCE = /^\P{C}{1,35}$/u
const UETR = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Callers choose the metadata of their transfers, so it may have any content; values of another form are left out. */
function textOf(metadata: HistoryRow['metadata'], field: string, form = REFERENCE): string | null {
  const value = metadata?.[field]
  return typeof value === 'string' && form.test(value) && value.trim() !== '' ? value : null
}

/** Control characters, which a message cannot carry; tabs and new lines count as spaces there. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu
const readable = (text: string): string => text.replace(CONTROL, ' ')

const cutTo = (length: number, text: string): string =>
  Array.from(readable(text)).slice(0, length).join('')

/** A line of remittance information has at most 140 characters. */
function intoLines(text: string): string {
  const characters = Array.from(readable(text))
  const lines: string[] = []
  for (let start = 0; start < characters.length; start += LINE_LENGTH_MAX)
    lines.push(characters.slice(start, start + LINE_LENGTH_MAX).join(''))
  return lines.join('\n')
}
