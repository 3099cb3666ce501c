// The parts of the bank that Interledger works with, gathered when the domain is set up.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { RateUpdater } from '../../core/rates/index.ts'
import type { FeeSchedule, PaymentGuards } from '../../core/transfers/index.ts'
import type { AuthorityCheck } from '../../people/identity/index.ts'
import type { OwnAddresses } from './addresses.ts'
import type { Connectors } from './connectors/connector.ts'

export interface InterledgerOptions {
  readonly assets: AssetCatalogue
  readonly rateUpdater: RateUpdater
  readonly connectors: Connectors
  readonly addresses: OwnAddresses
  readonly sealer: Sealer
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Logger
  readonly work: Bank['work']
  /** The largest packet, in the smallest unit of its asset. */
  readonly packetMax: bigint
  /** The timeout of a packet, and of a payment or connection without progress. */
  readonly packetSeconds: number
  /** The token that the peer presents; empty if packets are not accepted. */
  readonly incomingTokens: readonly string[]
  /** The assets in which the peer has an account; empty for all that are supported. */
  readonly peerAssets: readonly string[]
  readonly guards: PaymentGuards
  readonly standing: AuthorityCheck
  readonly feeWithin: FeeSchedule
  /** The maximum that the peer may owe the bank, in the smallest unit of each asset. */
  readonly peerCreditMax: bigint
}

export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
