// Completes a record before it is written: derives fields from other fields, and moves fields at the top into the
// batch, statement or transaction that they belong to. It refuses fields that the message does not have.
import { date, fromUnits, toUnits } from './formats.ts'
import type { Nodes } from './layout.ts'
import { layouts, type MessageType } from '../messages/index.ts'
import type { FieldErrors } from './writer.ts'

type AnyRecord = Record<string, unknown>

interface Completed {
  readonly record: AnyRecord
  readonly errors: FieldErrors
}

export function complete(type: MessageType, given: AnyRecord): Completed {
  const errors: FieldErrors = {}
  findStrangers(knownAtTop(type), given, '', errors)
  return { record: completers[type](given), errors }
}

const completers: Readonly<Record<MessageType, (given: AnyRecord) => AnyRecord>> = {
  'pain.001'(given) {
    const payments = listOf(given.payments) ?? [
      { payment_method: 'TRF', ...given, ...ownTotals(given) },
    ]
    const transactions = payments.flatMap((batch) => listOf(batch.transactions) ?? [])
    return { ...withTotals(given, transactions), payments }
  },
  'pacs.008'(given) {
    const listed = listOf(given.transactions)
    const transactions = (listed ?? [given]).map((one) => ({ charge_bearer: 'SLEV', ...one }))
    const shared = ['settlement_date', 'instructing_agent_bic', 'instructed_agent_bic']
    const record: AnyRecord = { settlement_method: 'CLRG', ...withTotals(given, transactions) }
    // A field of the transactions is not repeated for the whole message.
    for (const field of shared) if (listed?.some((one) => isGiven(one[field]))) record[field] = null
    return {
      ...record,
      transactions: listed
        ? transactions
        : transactions.map((one) => ({
            ...one,
            ...Object.fromEntries(shared.map((field) => [field, null])),
          })),
    }
  },
  'pacs.002'(given) {
    const own = listOf(given.transaction_statuses)
    // Statuses may name their original message themselves, instead of the group.
    const isNamedInside = own?.some((one) => isGiven(one.original_message_id)) ?? false
    return isNamedInside && !isGiven(given.original_message_type)
      ? { ...given, original_message_id: null }
      : given
  },
  'pain.002': (given) => given,
  'camt.053': (given) => ({
    ...given,
    ...pageOfMessage(given, 'statements'),
    statements: (listOf(given.statements) ?? [given]).map(completeStatement),
  }),
  'camt.054': (given) => ({
    ...given,
    ...pageOfMessage(given, 'notifications'),
    notifications: (listOf(given.notifications) ?? [given]).map((one) => ({
      ...withPeriod(one),
      entries: completeEntries(one),
    })),
  }),
  'camt.056'(given) {
    const cancellations = listOf(given.cancellations) ?? []
    return {
      ...given,
      ...(given.number_of_transactions === undefined &&
        cancellations.length > 0 && { number_of_transactions: cancellations.length }),
      ...(isGiven(given.case_id) &&
        !isGiven(given.case_creator_bic) && { case_creator_bic: given.assigner_bic }),
    }
  },
  'admi.002': (given) => given,
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** The records of a list; undefined if it was not given. Anything that is no record is refused elsewhere. */
const listOf = (value: unknown): AnyRecord[] | undefined =>
  Array.isArray(value)
    ? value.map((one: unknown) =>
        typeof one === 'object' && one !== null && !Array.isArray(one) ? (one as AnyRecord) : {},
      )
    : undefined

/** The number and sum of a message; a sum that is null on purpose stays out. */
function withTotals(given: AnyRecord, transactions: readonly AnyRecord[]): AnyRecord {
  const { number_of_transactions: number, control_sum: sum } = given
  return {
    ...given,
    number_of_transactions: isGiven(number) ? number : transactions.length,
    control_sum: sum === undefined ? sumOf(transactions) : sum,
  }
}

function sumOf(transactions: readonly AnyRecord[]): string | null {
  let sum = 0n
  for (const { amount, equivalent_amount } of transactions) {
    const text = amount ?? equivalent_amount
    const units =
      typeof text === 'string' || typeof text === 'number' ? toUnits(String(text)) : undefined
    if (units === undefined) return null
    sum += units
  }
  return fromUnits(sum)
}

/** A batch made of the fields at the top repeats neither the number nor the sum of the message. */
const ownTotals = (given: AnyRecord): AnyRecord => ({
  number_of_transactions: null,
  control_sum: null,
  transactions: given.transactions ?? [{ ...given, charge_bearer: null, ...noType }],
})

/** These are fields of the batch if there is only one payment. */
const noType: AnyRecord = {
  instruction_priority: null,
  service_level: null,
  local_instrument: null,
  category_purpose: null,
  ultimate_debtor_name: null,
}

/** The page of the message and that of its only report have the same name; at the top it is the message's. */
const pageOfMessage = (given: AnyRecord, reports: string): AnyRecord =>
  isGiven(given[reports]) ? {} : { page_number: null, is_last_page: null }

function withPeriod(one: AnyRecord): AnyRecord {
  const { from_date, to_date } = one
  return {
    ...one,
    ...(isDate(from_date) && { from_date: `${from_date}T00:00:00` }),
    ...(isDate(to_date) && { to_date: `${to_date}T23:59:59` }),
  }
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && value.length === 10 && date.flawOf(value) === undefined

function completeStatement(one: AnyRecord): AnyRecord {
  const { balances, opening_balance, closing_balance, currency } = one
  const day = (field: string, instead: unknown) => {
    const text = one[field] ?? instead ?? one.report_date_time ?? one.creation_date_time
    return typeof text === 'string' ? text.slice(0, 10) : undefined
  }
  return {
    ...withPeriod(one),
    balances: balances ?? [
      ...toBalance('OPBD', opening_balance, currency, day('from_date', one.to_date)),
      ...toBalance('CLBD', closing_balance, currency, day('to_date', one.from_date)),
    ],
    entries: completeEntries(one),
  }
}

function toBalance(type: string, signed: unknown, currency: unknown, on: unknown): AnyRecord[] {
  if (!isGiven(signed)) return []
  const text = typeof signed === 'string' || typeof signed === 'number' ? String(signed) : signed
  const isDebit = typeof text === 'string' && text.startsWith('-')
  return [
    {
      type,
      amount: isDebit ? text.slice(1) : text,
      currency,
      credit_debit: isDebit ? 'DBIT' : 'CRDT',
      date: on,
    },
  ]
}

const completeEntries = (report: AnyRecord): unknown =>
  listOf(report.entries)?.map((entry) => completeEntry(entry, report.currency)) ?? report.entries

/** An entry without details has its description as the only one. */
export function completeEntry(entry: AnyRecord, currency?: unknown): AnyRecord {
  const { details, description } = entry
  const isBare = !Array.isArray(details) || details.length === 0
  return {
    ...entry,
    status: entry.status ?? 'BOOK',
    currency: entry.currency ?? currency,
    details: isBare && isGiven(description) ? [{ remittance_info: description }] : details,
  }
}

// Fields beside those of the layout, which reading adds and writing takes.

const head = ['message_type', 'version', 'namespace', 'business_header']
const ofStatement = ['currency', 'opening_balance', 'closing_balance']
const extra: Readonly<Record<string, readonly string[]>> = {
  statements: ofStatement,
  notifications: ['currency'],
  entries: ['description'],
}

const fieldsOf = (nodes: Nodes): string[] =>
  nodes.flatMap((node) => {
    if (node.node === 'leaf' || node.node === 'list') return [node.field]
    if (node.node === 'amount') return [node.field, node.currency]
    return fieldsOf(node.nodes as Nodes)
  })

const listsOf = (nodes: Nodes): { readonly field: string; readonly nodes: Nodes }[] =>
  nodes.flatMap((node) => {
    if (node.node === 'leaf' || node.node === 'amount') return []
    if (node.node === 'list') return [{ field: node.field, nodes: node.nodes as Nodes }]
    return listsOf(node.nodes as Nodes)
  })

type Known = ReadonlyMap<string, Nodes | undefined>

/** The lists whose fields may also be at the top, if there is only one record. */
const gathered: Readonly<Partial<Record<MessageType, readonly string[]>>> = {
  'pain.001': ['payments', 'transactions'],
  'pacs.008': ['transactions'],
  'camt.053': ['statements'],
  'camt.054': ['notifications'],
}

function knownAtTop(type: MessageType): Known {
  const known = new Map<string, Nodes | undefined>(head.map((field) => [field, undefined]))
  const visit = (nodes: Nodes, list?: string): void => {
    for (const [field, inner] of knownIn(nodes, list)) known.set(field, inner)
    for (const { field, nodes: inner } of listsOf(nodes))
      if (gathered[type]?.includes(field)) visit(inner, field)
  }
  visit(layouts[type].nodes)
  return known
}

const knownIn = (nodes: Nodes, list = ''): Known =>
  new Map<string, Nodes | undefined>([
    ...[...fieldsOf(nodes), ...(extra[list] ?? [])].map((field) => [field, undefined] as const),
    ...listsOf(nodes).map(({ field, nodes: inner }) => [field, inner] as const),
  ])

/** Refuses unknown fields, because a misspelt one would be silently ignored. */
function findStrangers(known: Known, record: AnyRecord, at: string, errors: FieldErrors): void {
  for (const [field, value] of Object.entries(record)) {
    if (!known.has(field)) errors[at + field] = ['This message has no such field.']
    const nodes = known.get(field)
    if (!nodes || !isGiven(value)) continue
    if (!Array.isArray(value)) {
      errors[at + field] = ['A list is expected.']
      continue
    }
    const inside = knownIn(nodes, field)
    for (const [index, one] of value.entries()) {
      const path = `${at}${field}.${index}`
      if (typeof one === 'object' && one !== null && !Array.isArray(one))
        findStrangers(inside, one as AnyRecord, `${path}.`, errors)
      else errors[path] = ['An object is expected.']
    }
  }
}
