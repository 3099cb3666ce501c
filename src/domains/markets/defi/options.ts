// The parts of the bank that decentralized finance works with.
import type { Context } from '../../../operation/operation.ts'
import type { Environment } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import type { Account } from '../../core/ledger/index.ts'
import type {
  ChainName,
  ChainProvider,
  ChainProviders,
  Custody,
  SourceRequest,
} from '../chains/index.ts'
import type { DefiUser } from './store.ts'

export interface DefiOptions {
  readonly sealer: Sealer
  readonly jobs: Pick<Jobs, 'send'>
  readonly providers: ChainProviders
  readonly custody: Custody
  readonly sourceOf: (ctx: Context, request: SourceRequest) => Promise<Account>
}

export const userOf = ({ caller }: Pick<Context, 'caller'>): DefiUser => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

/** The markets are simulated, so they never accept money that a real chain would have to pay out. */
export function chooseChain(
  { providers }: Pick<DefiOptions, 'providers'>,
  environment: Environment,
  chain: ChainName,
): ChainProvider {
  const provider = providers.choose(environment, chain)
  if (!provider.simulated)
    throw Unavailable({
      reason:
        'Decentralized finance is simulated at this bank, and not available for live money on real chains.',
    })
  return provider
}
