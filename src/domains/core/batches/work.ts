// The words in which the runner and the kinds of operations speak. An operation is done in steps; each
// runs in one transaction, which also writes how far it came.
import { formatDecimal } from '../../../kernel/money.ts'
import type { PostContext } from '../ledger/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import type { BatchRow, OperationRow } from './store.ts'

export interface Work {
  /** The bank itself, in the open transaction of this step. */
  readonly ctx: PostContext
  readonly batch: BatchRow
  readonly operation: OperationRow
  readonly assets: AssetCatalogue
  /** How many records a step may take on. */
  readonly chunkSize: number
}

export interface Step {
  readonly processed: number
  readonly skipped?: number
  /** How many records there are in all; said by the first step. */
  readonly total?: number
  /** What the next step must know. */
  readonly state: object
  /** What came of it: the operation is done. */
  readonly result?: object
}

export type Worker = (work: Work) => Promise<Step>

export const writeUnits = (assets: AssetCatalogue, asset: string, units: bigint): string =>
  formatDecimal({ units, asset: assets.get(asset) })
