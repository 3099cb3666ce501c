// The dependencies of the general ledger's services, and the books that a call reads.
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import type { JournalMode } from './access.ts'
import type { Books } from './balances.ts'

export interface LedgerOptions {
  readonly mode: JournalMode
  readonly assets: AssetCatalogue
  /** For comparisons, which read everything in one snapshot. */
  readonly db: Db
}

export const booksOf = ({ tx, caller }: Context, { assets }: LedgerOptions): Books => ({
  tx,
  environment: caller.environment,
  assets,
})
