// What the services of this domain use.
import type { AssetCatalogue } from '../assets/index.ts'
import type { Reversing } from '../transactions/index.ts'

export interface DisputeOptions {
  readonly assets: AssetCatalogue
  readonly reversing: Reversing
  readonly periodDays: number
  readonly decisionDays: number
  readonly answerDays: number
}
