// The domains of the area of markets, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { baskets } from './baskets/index.ts'
import { chains } from './chains/index.ts'
import { crossChain } from './cross-chain/index.ts'
import { defi } from './defi/index.ts'
import { exchange } from './exchange/index.ts'
import { gcu } from './gcu/index.ts'
import { gcuTerms } from './gcu-terms/index.ts'
import { governance } from './governance/index.ts'
import { ramp } from './ramp/index.ts'
import { wallets } from './wallets/index.ts'

export const marketsArea: readonly Domain[] = [
  gcuTerms,
  exchange,
  baskets,
  gcu,
  governance,
  ramp,
  wallets,
  chains,
  defi,
  crossChain,
]
