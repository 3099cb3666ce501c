// The parts of the bank that bridges work with, gathered when the domain is set up.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { ExportsOf } from '../../../operation/domain.ts'
import type { Database } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { FeeSchedule, PaymentGuards } from '../../core/transfers/index.ts'
import type { chains } from '../chains/index.ts'
import type { defi } from '../defi/index.ts'
import type { BridgeLimits } from './bridges/limits.ts'
import type { Providers } from './providers/provider.ts'

export interface CrossChainOptions {
  readonly assets: AssetCatalogue
  readonly chains: ExportsOf<typeof chains>
  readonly providers: Providers
  readonly bridgeLimits: BridgeLimits
  readonly guards: PaymentGuards
  readonly feeWithin: FeeSchedule
  readonly sealer: Sealer
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Logger
  readonly work: Bank['work']
  readonly database: Database
  /** The caller's positions in decentralized finance, summed up. */
  readonly summaryOf: ExportsOf<typeof defi>['summaryOf']
}

export const addSeconds = (now: Date, seconds: number): Date =>
  new Date(now.getTime() + seconds * 1000)
