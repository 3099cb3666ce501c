// The list of somebody's accounts is read from this domain's own rows, so the prover asks it, too, whether
// each still says whose the account was when it was opened.
import { compareHolders, type OwnerCheck } from '../ledger/index.ts'
import { listOwners } from './store.ts'

export const checkOwners: OwnerCheck = async (tx, openings) => {
  const opened = new Map(openings.map((opening) => [opening.account_id, opening]))
  if (opened.size === 0) return []
  const rows = await listOwners(tx, [...opened.keys()])
  return rows.flatMap((row) =>
    compareHolders(row.uuid, opened.get(row.uuid)!, { ...row, code: null }),
  )
}
