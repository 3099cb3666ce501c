// Generates a message from a request: from few words, or from all fields of the message.
import { AppError, Invalid } from '../../../operation/error.ts'
import { type BriefOrder, expand } from './brief-order.ts'
import { checkMessage, findVersion, writeMessage } from './message.ts'
import type { MessageType } from './messages/index.ts'
import type { FieldErrors } from './writer.ts'

interface Request extends BriefOrder {
  readonly type?: MessageType
  readonly message_type?: MessageType
  readonly version?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export function generate(request: Request, now: Date) {
  const { message_type = request.type, version, data } = request
  if (message_type === undefined)
    throw Invalid({ errors: { type: ['The type field is required.'] } })
  const xml = data
    ? withPrefix(() =>
        writeMessage(message_type, version, { ...defaults(message_type, now), ...data }),
      )
    : writeMessage(message_type, version, expand(message_type, request, now))
  const { valid, errors } = checkMessage(xml)
  return {
    message_type,
    version: findVersion(message_type, version) ?? message_type,
    xml,
    valid,
    errors: [...errors],
  }
}

/** A message says when it was made, unless the caller says it. */
const defaults = (type: MessageType, now: Date) =>
  type === 'admi.002' ? {} : { creation_date_time: `${now.toISOString().slice(0, 19)}Z` }

/** Fields of `data` are named by their whole path. */
function withPrefix<Output>(write: () => Output): Output {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof AppError) || error.def.code !== Invalid.code) throw error
    const { errors } = error.details as { readonly errors: FieldErrors }
    throw Invalid({
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, sentences]) => [
          field === 'version' ? field : `data.${field}`,
          sentences,
        ]),
      ),
    })
  }
}
