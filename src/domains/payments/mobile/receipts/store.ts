// SQL of the links to receipts. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

/** A receipt as it was when its link was made. */
export interface Receipt {
  readonly receiptId: string
  readonly merchantName: string | null
  readonly amount: string
  readonly asset: string
  readonly dateTime: string
  readonly networkFee: string
  readonly status: string
}

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'mobile.receipt_links.receipt': Receipt
  }
}

export type LinkRow = Row<'mobile.receipt_links'>

export interface Shared {
  readonly environment: Environment
  readonly user_uuid: string
  readonly transaction_id: string
}

/** Revokes the link to a receipt; true if there was one. */
export async function revokeLink(tx: Db, shared: Shared, now: Date): Promise<boolean> {
  const { environment, user_uuid, transaction_id } = shared
  const name = `mobile.receipts/${environment}/${user_uuid}/${transaction_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const rows = await tx
    .updateTable('mobile.receipt_links')
    .set({ revoked_at: now })
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('transaction_id', '=', transaction_id)
    .where('revoked_at', 'is', null)
    .returning('expires_at')
    .execute()
  return rows.some((row) => new Date(row.expires_at) > now)
}

export async function insertLink(
  tx: Db,
  row: Shared & { hash: Buffer; receipt: Receipt; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx
    .insertInto('mobile.receipt_links')
    .values({ ...row, receipt: JSON.stringify(row.receipt) })
    .execute()
}

/** The link that is valid now. */
export const findLink = (
  tx: Db,
  which: Shared | { readonly hash: Buffer },
  now: Date,
): Promise<LinkRow | undefined> => {
  const links = tx
    .selectFrom('mobile.receipt_links')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
  const those =
    'hash' in which
      ? links.where('hash', '=', which.hash)
      : links
          .where('environment', '=', which.environment)
          .where('user_uuid', '=', which.user_uuid)
          .where('transaction_id', '=', which.transaction_id)
  return those.executeTakeFirst()
}
