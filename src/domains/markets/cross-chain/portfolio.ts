// The caller's holdings on all chains, at the reference prices.
import { DOLLAR, formatDecimal } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { type ChainName, chainNames, findToken } from '../chains/index.ts'
import type { CrossChainOptions } from './options.ts'
import { countBridges } from './bridges/store.ts'
import { centsOf } from './bridges/terms.ts'

/** The chain whose address represents the wallet, since most chains use EVM addresses. */
const WALLET_CHAIN: ChainName = 'ethereum'

export async function readPortfolio(
  ctx: Context,
  { assets, chains, summaryOf }: CrossChainOptions,
) {
  const { tx, caller } = ctx
  const held = await chains.custody.list(ctx)
  const balances = held
    .toSorted((a, b) => chainNames.indexOf(a.chain) - chainNames.indexOf(b.chain))
    .flatMap(({ chain, account }) =>
      [...account.books].flatMap(([code, { units }]) => {
        const asset = assets.find(code)
        if (!asset || units <= 0n) return []
        return [{ chain, token: code, asset, units, cents: worth(code, units, asset.precision) }]
      }),
    )
  const dollars = (cents: bigint): string => formatDecimal({ units: cents, asset: DOLLAR })
  return {
    wallet_address: chains.custody.addressOf(ctx, WALLET_CHAIN),
    total_value_usd: dollars(balances.reduce((sum, { cents }) => sum + cents, 0n)),
    balances: balances.map(({ chain, token, asset, units, cents }) => ({
      chain,
      token,
      balance: formatDecimal({ units, asset }),
      value_usd: dollars(cents),
    })),
    defi_summary: await summaryOf(ctx),
    bridge_history: await countBridges(tx, {
      environment: caller.environment,
      user_uuid: caller.user!,
    }),
    chains_active: [...new Set(balances.map(({ chain }) => chain))],
  }
}

/** Zero for an asset that is no token: a custody account is an ordinary account and may hold any asset. */
const worth = (asset: string, units: bigint, precision: number): bigint =>
  chainNames.some((chain) => findToken(chain, asset))
    ? centsOf(units, { asset, precision }, 'down')
    : 0n
