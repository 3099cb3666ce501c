// Generates a message from a request: from a short order, or from all fields of the message.
import { AppError, Invalid } from '../../../operation/error.ts'
import { type OrderSummary, expand } from './brief-order.ts'
import { checkMessage, findVersion, writeMessage } from './message.ts'
import type { MessageType } from './messages/index.ts'
import type { FieldErrors } from './codec/writer.ts'

export interface GenerateRequest extends OrderSummary {
  readonly type?: MessageType
  readonly message_type?: MessageType
  readonly version?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export function generate(request: GenerateRequest, now: Date) {
  const { message_type = request.type, version, data } = request
  if (message_type === undefined)
    throw Invalid({ errors: { type: ['The type field is required.'] } })
  if (data) refuseBoth(request)
  const xml = data
    ? renaming(
        (field) => (field === 'version' ? field : `data.${field}`),
        () => writeMessage(message_type, version, { ...defaults(message_type, now), ...data }),
      )
    : renaming(toWord, () =>
        writeMessage(message_type, version, expand(message_type, request, now)),
      )
  const { valid, errors } = checkMessage(xml)
  return {
    message_type,
    version: findVersion(message_type, version) ?? message_type,
    xml,
    valid,
    errors: [...errors],
  }
}

const wordsOfOrder = [
  'amount',
  'currency',
  'debtor',
  'creditor',
  'message_id',
  'end_to_end_id',
  'uetr',
  'remittance_info',
  'charge_bearer',
  'execution_date',
  'original_message_id',
  'status',
  'reason_code',
  'credit_debit',
] as const satisfies readonly (keyof OrderSummary)[]

/** Fields beside `data` would not be in the message. */
function refuseBoth(request: GenerateRequest): void {
  const beside = wordsOfOrder.filter((field) => request[field] !== undefined)
  if (beside.length > 0)
    throw Invalid({
      errors: Object.fromEntries(
        beside.map((field) => [field, [`Give ${field} inside of data, or leave data out.`]]),
      ),
    })
}

/** The default creation time of a message. */
const defaults = (type: MessageType, now: Date) =>
  type === 'admi.002' ? {} : { creation_date_time: `${now.toISOString().slice(0, 19)}Z` }

/** Names the fields of a refusal as the request names them. */
function renaming<Output>(rename: (field: string) => string, write: () => Output): Output {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof AppError) || error.def.code !== Invalid.code) throw error
    const { errors } = error.details as { readonly errors: FieldErrors }
    throw Invalid({
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, sentences]) => [rename(field), sentences]),
      ),
    })
  }
}

const words: readonly string[] = [...wordsOfOrder, 'type', 'version']

/** The field of the request that filled a field of the message. */
function toWord(field: string): string {
  if (/^(debtor|creditor)\b/.test(field)) return field
  const last = field
    .split('.')
    .at(-1)!
    .replace(/^original_(?=uetr|end_to_end)/, '')
  if (words.includes(last)) return last
  if (last.startsWith('creditor')) return 'creditor'
  if (/^debtor|_name$/.test(last)) return 'debtor'
  if (/date/.test(last)) return 'execution_date'
  return /info|description/.test(last) ? 'remittance_info' : 'message_id'
}
