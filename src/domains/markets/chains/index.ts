// Chains: the chains and tokens that the bank knows, the accounts that hold users' tokens on them, and the port to
// the chains themselves. Bridges and decentralized finance are built on it.
import { defineDomain } from '../../../operation/domain.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import type { Context } from '../../../operation/operation.ts'
import { accountOf, remoteAccountOf } from '../../../platform/evm.ts'
import { openKeyService } from '../../../platform/key-service.ts'
import { StartError } from '../../../platform/start-error.ts'
import { Custody } from './custody.ts'
import { CustodyGuard } from './custody-guard.ts'
import { nodeAt } from './evm-node.ts'
import { EVM, evmProvider } from './evm-provider.ts'
import { personalData } from './personal-data.ts'
import { makeProviders } from './provider.ts'
import { readNodes, settings } from './settings.ts'
import { simulatedProvider } from './simulated-provider.ts'
import { type SourceRequest, chooseSourceAccount } from './source-account.ts'
import { transactionLog } from './transaction-log.ts'

export const chains = defineDomain({
  name: 'chains',
  summary: 'The chains and tokens that the bank knows, and the custody of users’ tokens on them.',
  settings,
  personalData,
  needs: { accounts, assets, ledger, transfers },
  setUp({ production, sealer, detached }, values, needs) {
    needs.transfers.guards.add(new CustodyGuard())
    const { CHAIN_KEY_SERVICE: service } = values
    const account =
      values.CHAIN_PROVIDER !== EVM
        ? undefined
        : service === ''
          ? accountOf(values.CHAIN_PRIVATE_KEY)
          : remoteAccountOf(values.CHAIN_ADDRESS, openKeyService(service, values.CHAIN_KEY))
    const providers = makeProviders({
      simulated: simulatedProvider(),
      real: account
        ? evmProvider({
            account,
            nodes: new Map(
              [...readNodes(values.CHAIN_RPC_URLS)].map(([chain, url]) => [chain, nodeAt(url)]),
            ),
            log: transactionLog(detached),
          })
        : undefined,
      production,
    })
    const custody = new Custody({ sealer, providers })
    return {
      exports: {
        providers,
        custody,
        sourceOf: (ctx: Context, request: SourceRequest) =>
          chooseSourceAccount(ctx, request, custody),
      },
      operations: [],
      async prepare() {
        try {
          await account?.check()
        } catch (error) {
          if (error instanceof StartError) throw error
          throw new StartError(
            `The key service of CHAIN_KEY_SERVICE cannot be used: ${(error as Error).message}.`,
            { cause: error },
          )
        }
      },
    }
  },
})

export { ADDRESS_MAX, readAddress, simulatedAddress } from './addresses.ts'
export { approveCall, type Call } from './calldata.ts'
export type { Custody } from './custody.ts'
export type { ChainProvider, ChainProviders } from './provider.ts'
export {
  type BridgeProtocol,
  type ChainName,
  chainNames,
  chainTable,
  findToken,
  priceUsd,
  type Token,
  tokenSymbols,
  unitsForUsd,
  USD_PRECISION,
  valueUsd,
} from './reference-data.ts'
export { SIMULATED } from './simulated-provider.ts'
export type { SourceRequest } from './source-account.ts'
