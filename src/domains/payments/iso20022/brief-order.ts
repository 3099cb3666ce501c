// A message from a short order: an amount, a debtor and a creditor. Everything else has a default, so that each type of
// message can be generated from the same request.
import { randomUUID } from 'node:crypto'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid } from '../../../operation/error.ts'
import { bic, type Format, amountProblem, iban, oneOf } from './codec/formats.ts'
import type { Writable } from './message.ts'
import type { MessageType } from './messages/index.ts'
import type { FieldErrors } from './codec/writer.ts'

export interface PartyInput {
  readonly name?: string
  readonly iban?: string
  readonly bic?: string
  readonly account?: string
}

export interface OrderSummary {
  readonly amount?: string | number
  readonly currency?: string
  readonly debtor?: string | PartyInput
  readonly creditor?: string | PartyInput
  readonly message_id?: string
  readonly end_to_end_id?: string
  readonly uetr?: string
  readonly remittance_info?: string
  readonly charge_bearer?: string
  readonly execution_date?: string
  readonly original_message_id?: string
  readonly status?: string
  readonly reason_code?: string
  readonly credit_debit?: string
}

const NOT_PROVIDED = 'NOTPROVIDED'

/** The record of a message of this type. Throws Invalid with each field that is missing or wrong. */
export function expand(type: MessageType, order: OrderSummary, now: Date): Writable<MessageType> {
  checkOrder(type, order)
  const facts = factsOf(order, now)
  return makers[type](facts)
}

/** A message about a payment needs one; a rejection of a message does not. */
function checkOrder(type: MessageType, order: OrderSummary): void {
  const errors: FieldErrors = {}
  const need = type === 'admi.002' ? [] : (['amount', 'debtor', 'creditor'] as const)
  for (const field of need)
    if (order[field] === undefined) errors[field] = [`The ${field} field is required.`]
  if (order.amount !== undefined) {
    const flaw = amountProblem(String(order.amount), currencyOf(order), true)
    if (flaw) errors[flaw.code === 'CURRENCY' ? 'currency' : 'amount'] = [flaw.message]
  }
  for (const who of ['debtor', 'creditor'] as const) {
    const given = order[who]
    if (given === undefined) continue
    const party = partyOf(given)
    const at = (field: string) => (typeof given === 'string' ? who : `${who}.${field}`)
    check(errors, at('iban'), party.iban, iban)
    check(errors, at('bic'), party.bic, bic)
    if (party.iban !== undefined && party.account !== undefined)
      errors[at('account')] = ['Give iban or account, not both.']
  }
  check(errors, 'credit_debit', order.credit_debit, oneOf(['CRDT', 'DBIT']))
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
}

function check(errors: FieldErrors, field: string, text: string | undefined, format: Format): void {
  const flaw = text === undefined ? undefined : format.flawOf(text)
  if (flaw) errors[field] = [flaw.message]
}

const currencyOf = ({ currency }: OrderSummary): string => currency?.toUpperCase() ?? 'EUR'

/** A text is a name, unless it looks like an IBAN. */
function partyOf(given: string | PartyInput): PartyInput {
  if (typeof given !== 'string')
    return {
      ...given,
      ...(given.iban !== undefined && { iban: iban.tidy!(given.iban) }),
      ...(given.bic !== undefined && { bic: bic.tidy!(given.bic) }),
    }
  const compact = iban.tidy!(given)
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? { iban: compact } : { name: given }
}

function factsOf(order: OrderSummary, now: Date) {
  const id = (prefix: string): string =>
    prefix + uuidv7(now).replaceAll('-', '').slice(-16).toUpperCase()
  const creation_date_time = `${now.toISOString().slice(0, 19)}Z`
  return {
    order,
    message_id: order.message_id ?? id('MSG'),
    end_to_end_id: order.end_to_end_id ?? id('E2E'),
    uetr: order.uetr ?? randomUUID(),
    creation_date_time,
    day: order.execution_date ?? creation_date_time.slice(0, 10),
    money: {
      amount: order.amount === undefined ? null : String(order.amount),
      currency: currencyOf(order),
    },
    debtor: partyOf(order.debtor ?? {}),
    creditor: partyOf(order.creditor ?? {}),
    original_message_id: order.original_message_id ?? NOT_PROVIDED,
  }
}

type Facts = ReturnType<typeof factsOf>

const fieldsOfParty = (who: 'debtor' | 'creditor', party: PartyInput) => ({
  [`${who}_name`]: party.name,
  [`${who}_iban`]: party.iban,
  [`${who}_account`]: party.account,
})

const withBanks = ({ debtor, creditor }: Facts) => ({
  ...fieldsOfParty('debtor', debtor),
  ...fieldsOfParty('creditor', creditor),
  debtor_bic: debtor.bic,
  creditor_bic: creditor.bic,
})

const original = ({ money, debtor, creditor, end_to_end_id }: Facts) => ({
  original_end_to_end_id: end_to_end_id,
  original_amount: money.amount,
  original_currency: money.currency,
  ...fieldsOfParty('debtor', debtor),
  ...fieldsOfParty('creditor', creditor),
})

/** The account of the receiver with money coming in, or of the payer with money going out. */
function report(facts: Facts) {
  const { order, creation_date_time, day, money, end_to_end_id, debtor, creditor } = facts
  const isDebit = order.credit_debit === 'DBIT'
  const holder = isDebit ? debtor : creditor
  const { remittance_info } = order
  return {
    creation_date_time,
    report_date_time: creation_date_time,
    from_date: day,
    to_date: day,
    account_iban: holder.iban,
    account_id: holder.iban === undefined ? (holder.account ?? NOT_PROVIDED) : undefined,
    account_currency: money.currency,
    account_owner_name: holder.name,
    account_servicer_bic: holder.bic,
    currency: money.currency,
    entries: [
      {
        ...money,
        credit_debit: isDebit ? 'DBIT' : 'CRDT',
        status: 'BOOK',
        booking_date: day,
        value_date: day,
        details: [{ end_to_end_id, ...money, ...withBanks(facts), remittance_info }],
      },
    ],
  }
}

const makers: Readonly<Record<MessageType, (facts: Facts) => object>> = {
  'pain.001': (facts) => ({
    message_id: facts.message_id,
    creation_date_time: facts.creation_date_time,
    initiating_party_name: facts.debtor.name,
    payment_information_id: facts.message_id,
    requested_execution_date: facts.day,
    charge_bearer: facts.order.charge_bearer ?? 'SLEV',
    end_to_end_id: facts.end_to_end_id,
    uetr: facts.uetr,
    ...facts.money,
    ...withBanks(facts),
    remittance_info: facts.order.remittance_info,
  }),
  'pacs.008': (facts) => ({
    message_id: facts.message_id,
    creation_date_time: facts.creation_date_time,
    settlement_date: facts.day,
    instructing_agent_bic: facts.debtor.bic,
    instructed_agent_bic: facts.creditor.bic,
    charge_bearer: facts.order.charge_bearer ?? 'SLEV',
    end_to_end_id: facts.end_to_end_id,
    uetr: facts.uetr,
    ...facts.money,
    ...withBanks(facts),
    remittance_info: facts.order.remittance_info,
  }),
  'pacs.002': (facts) => ({
    message_id: facts.message_id,
    creation_date_time: facts.creation_date_time,
    original_message_id: facts.original_message_id,
    original_message_type: 'pacs.008.001.08',
    group_status: facts.order.status ?? 'ACSC',
    transaction_statuses: [
      {
        ...original(facts),
        status: facts.order.status ?? 'ACSC',
        reason_code: facts.order.reason_code,
        reason_info: facts.order.remittance_info,
      },
    ],
  }),
  'pain.002': (facts) => ({
    message_id: facts.message_id,
    creation_date_time: facts.creation_date_time,
    initiating_party_name: facts.debtor.name,
    original_message_id: facts.original_message_id,
    original_message_type: 'pain.001.001.09',
    group_status: facts.order.status ?? 'ACSC',
    payment_statuses: [
      {
        original_payment_information_id: facts.original_message_id,
        status: facts.order.status ?? 'ACSC',
        transactions: [
          {
            ...original(facts),
            status: facts.order.status ?? 'ACSC',
            reason_code: facts.order.reason_code,
            reason_info: facts.order.remittance_info,
          },
        ],
      },
    ],
  }),
  'camt.053'(facts) {
    const { amount } = facts.money
    const isDebit = facts.order.credit_debit === 'DBIT'
    // The opening balance is zero, or exactly the amount paid.
    return {
      message_id: facts.message_id,
      statement_id: facts.message_id,
      opening_balance: isDebit ? amount : '0',
      closing_balance: isDebit ? '0' : amount,
      ...report(facts),
    }
  },
  'camt.054': (facts) => ({
    message_id: facts.message_id,
    notification_id: facts.message_id,
    ...report(facts),
  }),
  'camt.056': (facts) => ({
    assignment_id: facts.message_id,
    creation_date_time: facts.creation_date_time,
    assigner_bic: facts.debtor.bic,
    assignee_bic: facts.creditor.bic,
    case_id: facts.message_id,
    cancellations: [
      {
        cancellation_id: facts.message_id,
        original_message_id: facts.original_message_id,
        original_message_type: 'pacs.008.001.08',
        original_end_to_end_id: facts.end_to_end_id,
        original_uetr: facts.order.uetr,
        ...facts.money,
        settlement_date: facts.day,
        reason_code: facts.order.reason_code ?? 'CUST',
        reason_info: facts.order.remittance_info,
      },
    ],
  }),
  'admi.002': (facts) => ({
    related_reference: facts.order.original_message_id ?? facts.message_id,
    reject_reason: facts.order.reason_code ?? 'NARR',
    rejection_date_time: facts.creation_date_time,
    description: facts.order.remittance_info,
  }),
}
