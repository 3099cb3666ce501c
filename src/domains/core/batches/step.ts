// The types shared by the runner and the operations. An operation is done in steps; each step runs in one
// database transaction, which also records the progress.
import { formatDecimal } from '../../../kernel/money.ts'
import type { PostContext } from '../ledger/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import type { BatchRow, OperationRow } from './store.ts'

export interface StepContext {
  /** Acts as the bank itself, in the open transaction of this step. */
  readonly ctx: PostContext
  readonly batch: BatchRow
  readonly operation: OperationRow
  readonly assets: AssetCatalogue
  /** The most records that one step may handle. */
  readonly chunkSize: number
}

export interface StepResult {
  readonly processed: number
  readonly skipped?: number
  /** The number of records in all; given by the first step. */
  readonly total?: number
  /** Stored for the next step, which continues from it. */
  readonly state: object
  /** The result of the operation; given by the last step only. */
  readonly result?: object
}

export type StepHandler = (work: StepContext) => Promise<StepResult>

export const writeUnits = (assets: AssetCatalogue, asset: string, units: bigint): string =>
  formatDecimal({ units, asset: assets.get(asset) })
