// Decides which payments are accepted: real ones that a facilitator settles, and simulated ones as long as
// nothing real is sold for them.
import type { Clock } from '../../../../kernel/clock.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import type { OtherSeller } from '../paywall/catalogue.ts'
import { type Facilitator, httpFacilitator } from '../x402/facilitator.ts'
import type { X402Terms } from './offer.ts'
import { type Rail, type RailId, simulatedRails, x402Rail } from './rails.ts'
import { simulatedFacilitator } from '../x402/simulated-facilitator.ts'

/** The accepted rails, and the terms of x402 if it is one of them. */
export interface AcceptanceTerms {
  readonly rails: readonly Rail[]
  readonly x402?: X402Terms | undefined
}

export interface AcceptedOptions {
  /** Empty when no facilitator settles real payments. */
  readonly facilitatorUrl: string
  /** Empty for an address without an owner. */
  readonly payTo: string
  readonly production: boolean
  readonly sellers: Handlers<Pick<OtherSeller, 'refusesSimulated'>>
  readonly sealer: Pick<Sealer, 'digest' | 'digests'>
  readonly db: Db
  readonly clock: Clock
}

/** Payments by x402 are accepted on Base and on Ethereum. */
const NETWORKS = ['eip155:8453', 'eip155:1'] as const
/** Has no known key: it is the start of a digest of "florin sandbox". */
const SIMULATED_PAY_TO = '0xc8ef9bb426dd0707cb4f622300192daefd5404c4'

/** Evaluated on each use, because the sellers are known only when the bank is assembled. */
export class PaymentAcceptance implements AcceptanceTerms {
  readonly payTo: string
  private readonly real: readonly Rail[]
  private readonly realFacilitator: Facilitator | undefined
  private readonly simulatedFacilitator: Facilitator
  private readonly simulated: readonly Rail[]
  private readonly production: boolean
  private readonly sellers: AcceptedOptions['sellers']

  constructor(options: AcceptedOptions) {
    const { facilitatorUrl, payTo, sealer, db, clock } = options
    this.production = options.production
    this.sellers = options.sellers
    this.payTo = payTo || SIMULATED_PAY_TO
    const railBy = (facilitator: Facilitator) =>
      x402Rail({ networks: NETWORKS, payTo: this.payTo, facilitator })
    this.realFacilitator = facilitatorUrl === '' ? undefined : httpFacilitator(facilitatorUrl)
    this.simulatedFacilitator = simulatedFacilitator({ db, clock })
    this.real = this.realFacilitator ? [railBy(this.realFacilitator)] : []
    this.simulated = [
      ...(this.realFacilitator ? [] : [railBy(this.simulatedFacilitator)]),
      ...simulatedRails(sealer),
    ]
  }

  private get takesSimulated(): boolean {
    return (
      !this.production && !this.sellers.handlers.some(({ refusesSimulated }) => refusesSimulated)
    )
  }

  /** The simulated facilitator uses a table in place of a chain; production needs a real one. */
  get facilitator(): Facilitator | undefined {
    return this.realFacilitator ?? (this.takesSimulated ? this.simulatedFacilitator : undefined)
  }

  get x402(): X402Terms | undefined {
    const { facilitator, payTo } = this
    return facilitator && { networks: NETWORKS, payTo, facilitator: facilitator.url }
  }

  get rails(): readonly Rail[] {
    return this.takesSimulated ? [...this.real, ...this.simulated] : this.real
  }

  /** Restricts to some of the rails. */
  onRails(ids: readonly RailId[]): AcceptanceTerms {
    return {
      rails: this.rails.filter(({ info }) => ids.includes(info.id)),
      x402: ids.includes('x402') ? this.x402 : undefined,
    }
  }

  /** Restricts to x402 on one network. */
  onNetwork(network: string): AcceptanceTerms {
    const { facilitator, payTo } = this
    if (!facilitator) return { rails: [] }
    const terms = { networks: [network], payTo } as const
    return {
      rails: [x402Rail({ ...terms, facilitator })],
      x402: { ...terms, facilitator: facilitator.url },
    }
  }
}
