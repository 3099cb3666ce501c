// Compares the owner in this domain's own rows with the owner recorded when the account was opened. A
// user's list of accounts is read from these rows, so the prover must check them as well.
import { compareHolders, type OwnerCheck } from '../ledger/index.ts'
import { listOwners } from './store.ts'

export const checkOwners: OwnerCheck = async (tx, openings) => {
  const opened = new Map(openings.map((opening) => [opening.account_id, opening]))
  if (opened.size === 0) return []
  const rows = await listOwners(tx, [...opened.keys()])
  return rows.flatMap((row) =>
    compareHolders(row.uuid, opened.get(row.uuid)!, {
      ...row,
      // This domain keeps no copy of the tenant.
      tenant_uuid: opened.get(row.uuid)!.tenant_uuid,
      code: null,
    }),
  )
}
