// What the parts of this domain share: the catalogue of assets, the rules about cash and lending, and its terms.
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { Funding } from '../../core/funding/index.ts'
import type { RateUpdater } from '../../core/rates/index.ts'
import type { LendingMode } from './access.ts'
import type { ProvisionClasses } from './provisions/classes.ts'
import type { PenaltyTerms } from './loans/allocation.ts'

export interface MicrofinanceOptions {
  readonly assets: AssetCatalogue
  readonly funding: Funding
  readonly updater: RateUpdater
  readonly lending: LendingMode
  readonly classes: ProvisionClasses
  readonly penalty: PenaltyTerms
  /** In whole units of the currency of a share account. */
  readonly shareNominal: number
  readonly dormancyDays: number
}
