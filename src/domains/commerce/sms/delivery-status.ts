// The status of a message, and who may see it.
import { isUuid } from '../../../kernel/uuid.ts'
import { isOperator } from '../../../operation/caller.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { toMessageId } from './reports.ts'
import { findMessage, type MessageRow } from './store.ts'

/** A signed-in sender's message is visible to that sender and operators; an anonymous one to anyone with its id. */
export async function getStatus(message_id: string, { tx, caller }: Context) {
  const id = message_id.replace(/^sms_/, '')
  const message = isUuid(id) ? await findMessage(tx, id) : undefined
  const isVisible =
    message?.environment === caller.environment &&
    (message.user_uuid === null || message.user_uuid === caller.user || isOperator(caller))
  if (!message || !isVisible) throw NotFound({ what: 'message', id: message_id })
  return toStatus(message)
}

const toStatus = (message: MessageRow) => ({
  message_id: toMessageId(message.id),
  status: message.status,
  delivered_at: message.delivered_at,
  payment_status: message.payment_receipt === null ? ('pending' as const) : ('settled' as const),
  parts: message.parts,
  destination: message.destination,
  price_usdc: message.price_usdc,
  error_code: message.error_code,
  test_mode: message.test_mode,
})
