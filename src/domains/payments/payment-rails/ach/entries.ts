// Payments as entries of ACH files. Whether a payment fits into a file is decided by writing it into one: the layout
// of the records is the only rule.
import { Unavailable } from '../../../../operation/error.ts'
import {
  type AddendaInput,
  type EntryInput,
  NachaError,
  TOTAL_MAX,
  toAchText,
  writeFile,
} from '../nacha/index.ts'
import type { RailOptions } from '../payments/service.ts'
import type { PaymentRow } from '../payments/store.ts'
import { toWallTime } from '../rails/zoned-time.ts'

export const ZONE = 'America/New_York'
/** The class of customers' payments. */
export const BATCH_CLASS = 'PPD'
const COMPANY = 'FLORIN'
/** Credit to a checking account. */
const CREDIT = '22'

type AchOptions = Pick<RailOptions, 'directory' | 'achDestination'>

export function getRoutingNumber({ directory }: Pick<AchOptions, 'directory'>): string {
  if (directory.routingNumber !== null) return directory.routingNumber
  throw Unavailable({
    reason: 'ACH is not available at this bank: it has no routing number (BANK_ROUTING_NUMBER).',
  })
}

interface NewFile {
  readonly sec_code: string
  readonly description: string
  readonly effective_date: string
  readonly entries: readonly EntryInput[]
  readonly modifier: string
}

/** The text of a file; throws NachaError at the first value that does not fit into it. */
export function writeEntries(file: NewFile, now: Date, options: AchOptions): string {
  const origin = getRoutingNumber(options)
  const { day, minute } = toWallTime(now, ZONE)
  const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
  return writeFile({
    header: {
      immediateDestination: options.achDestination,
      immediateOrigin: origin,
      fileDate: day,
      fileTime: clock.join(':'),
      fileIdModifier: file.modifier,
      destinationName: 'FEDERAL RESERVE',
      originName: COMPANY,
    },
    batches: [
      {
        header: {
          companyName: COMPANY,
          companyId: `1${origin}`,
          secCode: file.sec_code,
          description: file.description,
          effectiveDate: file.effective_date,
          odfi: origin.slice(0, 8),
        },
        entries: file.entries,
      },
    ],
  })
}

/** The fields of a payment that its entry is made of. */
export type EntryFacts = Pick<PaymentRow, 'party' | 'external_id' | 'memo'> & {
  readonly units: string | bigint
}

export const toEntry = (
  { party, units, external_id, memo }: EntryFacts,
  traceNumber: string,
): EntryInput => ({
  transactionCode: CREDIT,
  routingNumber: party.routing_number ?? '',
  accountNumber: party.account_number ?? '',
  amount: BigInt(units),
  identification: external_id.slice(-15),
  name: toAchText(party.name ?? '', 22) || 'ACCOUNT HOLDER',
  discretionaryData: '',
  traceNumber,
  addenda: addendaFor(memo),
})

function addendaFor(memo: string | null): AddendaInput[] {
  const information = toAchText(memo ?? '', 80)
  return information === '' ? [] : [{ type: '05', information }]
}

/** Why a payment does not fit into a file; undefined if it does. */
export function findEntryFault(
  payment: EntryFacts,
  now: Date,
  options: AchOptions,
): NachaError | undefined {
  const trace = `${getRoutingNumber(options).slice(0, 8)}0000001`
  const effective_date = toWallTime(now, ZONE).day
  try {
    const entries = [toEntry(payment, trace)]
    const file = { sec_code: BATCH_CLASS, description: 'PAYMENT', effective_date, modifier: 'A' }
    writeEntries({ ...file, entries }, now, options)
    return undefined
  } catch (error) {
    if (error instanceof NachaError) return error
    throw error
  }
}

/** Splits payments into parts whose totals fit the control record of a file. */
export function splitByTotal<Payment extends { readonly units: string | bigint }>(
  payments: readonly Payment[],
  most: bigint = TOTAL_MAX,
): Payment[][] {
  const parts: Payment[][] = []
  let total = 0n
  for (const payment of payments) {
    const units = BigInt(payment.units)
    const last = parts.at(-1)
    if (last && total + units <= most) last.push(payment)
    else parts.push([payment])
    total = last && total + units <= most ? total + units : units
  }
  return parts
}
