// The parts of the bank that payments from the app use.
import type { LongWork } from '../../../operation/long-work.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Mailer } from '../../../platform/mail.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import type { AccountDirectory } from '../../core/account-numbers/index.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { FeeSchedule, PaymentGuards } from '../../core/transfers/index.ts'
import type { Networks } from './network-port.ts'

export interface MobileOptions {
  readonly assets: AssetCatalogue
  readonly directory: AccountDirectory
  readonly guards: PaymentGuards
  readonly feeWithin: FeeSchedule
  readonly jobs: Jobs
  readonly longWork: LongWork
  readonly mailer: Mailer
  readonly sealer: Sealer
  readonly networks: Networks
  readonly production: boolean
  readonly baseUrl: () => string
  /** Whether the estimated fee of a network is charged. */
  readonly chargesFees: boolean
  readonly claimDays: number
  /** The maximum number of notes from one user to another in a day; 0 means no limit. */
  readonly notesPerDay: number
}
