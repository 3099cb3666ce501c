// The payment rails as data: what each carries, for how much, at which cost, and when. They are listed in the
// order in which the router prefers them on a tie.
import { HOUR_MS } from '../../../../kernel/durations.ts'
import type { SystemCode } from '../../../core/ledger/index.ts'
import type { CalendarName } from './calendar.ts'

export const railIds = [
  'fednow',
  'rtp',
  'fedwire',
  'ach',
  'sct_inst',
  'sepa_direct_debit',
  'swift',
] as const
export type RailId = (typeof railIds)[number]

/** On business days of a calendar, from one wall-clock time to another. */
export interface Hours {
  readonly calendar: CalendarName
  readonly zone: string
  readonly opens: string
  readonly closes: string
}

/** The cost in thousandths of a currency unit, plus a share of the part of an amount above a threshold. */
export interface Cost {
  readonly thousandths: bigint
  readonly basisPoints?: bigint
  /** In whole currency units. */
  readonly above?: bigint
}

/** How long settlement takes after submission: a span, or a number of business days and a time of day. */
export type Settlement =
  | { readonly ms: number }
  | {
      readonly businessDays: number
      readonly calendar: CalendarName
      readonly zone: string
      readonly at: string
    }

/** How a rail addresses an account: US routing and account number, IBAN, or any form. */
export type AccountForm = 'us' | 'iban' | 'any'

export interface Rail {
  readonly id: RailId
  readonly name: string
  readonly aliases: readonly string[]
  readonly type: 'credit_transfer' | 'direct_debit'
  readonly currencies: readonly string[]
  /** Limits of one payment as decimal text. */
  readonly min: string
  readonly max: string
  readonly cost: Cost
  readonly instant: boolean
  readonly hours: 'always' | Hours
  /** Payments are collected and sent together when the hours end, instead of one by one. */
  readonly batched: boolean
  readonly accounts: AccountForm
  /** Assumed while there are no statistics of the last seven days: the success rate, and the 95th percentile. */
  readonly success: number
  readonly p95_ms: number
  readonly settlement: Settlement
  readonly clearing: SystemCode
  /** The start of the ids that the bank gives payments towards the network. */
  readonly prefix: string
  /** The rails to try when this one fails, in order. */
  readonly failover: readonly RailId[]
}

const NEW_YORK = 'America/New_York'
const FRANKFURT = 'Europe/Berlin'
const SECOND_MS = 1_000
const DAY_MS = 24 * HOUR_MS

/** FedNow and RTP differ in their limit only. */
const realTimeUs = {
  aliases: [],
  type: 'credit_transfer',
  currencies: ['USD'],
  min: '0.01',
  cost: { thousandths: 45n },
  instant: true,
  hours: 'always',
  batched: false,
  accounts: 'us',
  success: 0.995,
  p95_ms: 5 * SECOND_MS,
  settlement: { ms: 5 * SECOND_MS },
} as const satisfies Partial<Rail>

const all: readonly Rail[] = [
  {
    ...realTimeUs,
    id: 'fednow',
    name: 'FedNow',
    max: '500000',
    clearing: 'clearing:fednow',
    prefix: 'FN-',
    failover: ['rtp', 'fedwire', 'ach'],
  },
  {
    ...realTimeUs,
    id: 'rtp',
    name: 'RTP',
    max: '1000000',
    clearing: 'clearing:rtp',
    prefix: 'RTP-',
    failover: ['fednow', 'fedwire', 'ach'],
  },
  {
    id: 'fedwire',
    name: 'Fedwire',
    aliases: [],
    type: 'credit_transfer',
    currencies: ['USD'],
    min: '1',
    max: '9999999999',
    cost: { thousandths: 25_000n, basisPoints: 2n, above: 10_000n },
    instant: false,
    hours: { calendar: 'federal_reserve', zone: NEW_YORK, opens: '09:00', closes: '21:00' },
    batched: false,
    accounts: 'us',
    success: 0.99,
    p95_ms: HOUR_MS,
    settlement: { ms: HOUR_MS },
    clearing: 'clearing:fedwire',
    prefix: 'FW-',
    failover: ['ach', 'swift'],
  },
  {
    id: 'ach',
    name: 'ACH',
    aliases: [],
    type: 'credit_transfer',
    currencies: ['USD'],
    min: '0.01',
    max: '25000000',
    cost: { thousandths: 250n },
    instant: false,
    hours: { calendar: 'federal_reserve', zone: NEW_YORK, opens: '00:00', closes: '16:30' },
    batched: true,
    accounts: 'us',
    success: 0.975,
    p95_ms: 2 * DAY_MS,
    settlement: { businessDays: 1, calendar: 'federal_reserve', zone: NEW_YORK, at: '08:30' },
    clearing: 'clearing:ach',
    prefix: 'ACH-',
    failover: ['fedwire', 'swift'],
  },
  {
    id: 'sct_inst',
    name: 'SCT Inst',
    aliases: ['sepa_instant'],
    type: 'credit_transfer',
    currencies: ['EUR'],
    min: '0.01',
    max: '100000',
    cost: { thousandths: 200n },
    instant: true,
    hours: 'always',
    batched: false,
    accounts: 'iban',
    success: 0.993,
    p95_ms: 10 * SECOND_MS,
    settlement: { ms: 10 * SECOND_MS },
    clearing: 'clearing:sct-inst',
    prefix: 'SCT-',
    failover: ['sepa_direct_debit', 'swift'],
  },
  {
    id: 'sepa_direct_debit',
    name: 'SEPA Direct Debit',
    aliases: ['sepa'],
    type: 'direct_debit',
    currencies: ['EUR'],
    min: '0.01',
    max: '999999999',
    cost: { thousandths: 500n },
    instant: false,
    hours: { calendar: 'target', zone: FRANKFURT, opens: '00:00', closes: '16:00' },
    batched: false,
    accounts: 'iban',
    success: 0.985,
    p95_ms: DAY_MS,
    settlement: { businessDays: 1, calendar: 'target', zone: FRANKFURT, at: '09:00' },
    clearing: 'clearing:sepa',
    prefix: 'SDD-',
    failover: ['swift'],
  },
  {
    id: 'swift',
    name: 'SWIFT',
    aliases: [],
    type: 'credit_transfer',
    currencies: ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD'],
    min: '1',
    max: '9999999999',
    cost: { thousandths: 15_000n, basisPoints: 2n, above: 10_000n },
    instant: false,
    hours: 'always',
    batched: false,
    accounts: 'any',
    success: 0.96,
    p95_ms: 3 * DAY_MS,
    settlement: { ms: 3 * DAY_MS },
    clearing: 'clearing:swift',
    prefix: 'SW-',
    failover: [],
  },
]

export const rails: readonly Rail[] = all

const byName = new Map(
  all.flatMap((rail) => [rail.id, ...rail.aliases].map((name) => [name, rail] as const)),
)

/** By id or alias, in any case. */
export const findRail = (name: string): Rail | undefined => byName.get(name.toLowerCase())

export const railOf = (id: RailId): Rail => byName.get(id)!

const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** The rails that reach a country, by its ISO 3166-1 code. */
export function railsTo(country: string): Rail[] {
  if (country === 'US') return (['ach', 'fedwire', 'rtp', 'fednow'] as const).map(railOf)
  return (
    EU.has(country) ? (['sepa_direct_debit', 'sct_inst'] as const) : (['swift'] as const)
  ).map(railOf)
}

/** Further countries whose banks SEPA reaches. */
const SEPA_TOO = new Set('AD AL CH GB GI IS LI MC MD ME MK NO RS SM VA'.split(' '))

export const isInSepa = (country: string): boolean => EU.has(country) || SEPA_TOO.has(country)
