// The conversations that a user has had: listing and reading them, deleting one, rating an answer.
import { isUuid } from '../../../kernel/uuid.ts'
import { ownerOf } from '../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { showContext } from './context.ts'
import * as store from './store.ts'
import type { ConversationRow, MessageRow } from './store.ts'

const unknown = (id: string) => NotFound({ what: 'conversation', id })

export async function listConversations(limit: number, ctx: Context) {
  const rows = await store.listConversations(ctx.tx, ownerOf(ctx), limit)
  return rows.map((row) => ({ ...toSummary(row), last_message: row.last_message }))
}

export async function getConversation(id: string, ctx: Context) {
  const row = isUuid(id) ? await store.findConversation(ctx.tx, ownerOf(ctx), id) : undefined
  if (!row) throw unknown(id)
  const messages = await store.listMessages(ctx.tx, row.id)
  return {
    ...toSummary(row),
    context: showContext(row.context, row.frame),
    messages: messages.map(toMessage),
  }
}

export async function deleteConversation(id: string, ctx: Context): Promise<null> {
  const isDeleted = isUuid(id) && (await store.deleteConversation(ctx.tx, ownerOf(ctx), id))
  if (!isDeleted) throw unknown(id)
  return null
}

export interface RatingRequest {
  readonly message_id: string
  readonly rating: number
  readonly feedback?: string | null
}

export async function rateMessage(
  { message_id, rating, feedback }: RatingRequest,
  ctx: Context,
): Promise<void> {
  const given = { message_id, rating, feedback: feedback ?? null, now: ctx.now }
  const isRated = isUuid(message_id) && (await store.rateMessage(ctx.tx, ownerOf(ctx), given))
  if (!isRated)
    throw Invalid({
      errors: { message_id: ['There is no answer with this id in your conversations.'] },
    })
}

const toSummary = (row: ConversationRow) => ({
  id: row.id,
  conversation_id: row.id,
  title: row.title,
  message_count: row.messages,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const toMessage = (row: MessageRow) => ({
  message_id: row.id,
  role: row.role,
  content: row.content,
  confidence: row.confidence === null ? null : Number(row.confidence),
  tools_used: row.tools_used,
  rating: row.rating,
  timestamp: row.created_at,
  created_at: row.created_at,
})
