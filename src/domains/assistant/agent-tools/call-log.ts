// The log of the tool calls that clients made for a user, as its owner reads it.
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import type { Context } from '../../../operation/operation.ts'
import { listCalls, type NewCall } from './store.ts'

export async function listOwnCalls(page: PageRequest, { tx, caller }: Context) {
  const { rows, total } = await listCalls(tx, { ...page, user_uuid: caller.user! })
  return toPage(rows.map(toCall), total, page)
}

const toCall = (row: NewCall & { readonly cents: string | null }) => ({
  ...row,
  grant_id: row.grant_uuid,
  spent_minor: row.cents === null ? null : Number(row.cents),
  ip_address: row.address,
  duration_ms: Math.round(row.duration_ms * 100) / 100,
  created_at: new Date(row.created_at).toISOString(),
})
