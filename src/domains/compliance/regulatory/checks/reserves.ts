// The reserves behind the tokens that customers hold, by the ledger's own figures at this moment. Money that was
// paid in from outside is a reserve in its own token; for GCU it is what the treasury got for it.
import { formatDecimal, multiplyDivide } from '../../../../kernel/money.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { type BankBalance, listBankBalances, type SystemCode } from '../../../core/ledger/index.ts'

/** The tokens of this bank that MiCA knows. */
const tokens: Readonly<Record<string, 'emt' | 'art'>> = {
  USDC: 'emt',
  FUSD: 'emt',
  FEUR: 'emt',
  FGOLD: 'art',
  GCU: 'art',
}

const outside: readonly SystemCode[] = [
  'external:deposits',
  'external:withdrawals',
  'external:settlement',
  'cash:tellers',
]
/** Money on its way still belongs to customers. */
const owed: readonly string[] = ['escrow']
const TREASURY: SystemCode = 'treasury:gcu'
const BASKET = 'GCU'

const isOwed = (code: SystemCode): boolean => owed.includes(code) || code.startsWith('clearing:')

const sum = (balances: readonly BankBalance[]): bigint =>
  balances.reduce((total, { units }) => total + units, 0n)

const cents = (units: bigint): string =>
  formatDecimal({ units, asset: { code: 'USD', precision: 2 } })

/** Four places, rounded down, so that a ratio never looks better than it is; one when nothing is owed. */
function ratioOf(reserves: bigint, liabilities: bigint): string {
  const scale = { code: '', precision: 4 }
  if (liabilities <= 0n) return formatDecimal({ units: 10_000n, asset: scale })
  const units = reserves <= 0n ? 0n : multiplyDivide(reserves, 10_000n, liabilities, 'down')
  return formatDecimal({ units, asset: scale })
}

export async function readReserves(tx: Db, environment: Environment, assets: AssetCatalogue) {
  const balances = await listBankBalances(tx, environment)
  const value = (asset: string, units: bigint): bigint => assets.toDollars([{ asset, units }])
  const held = Object.entries(tokens).flatMap(([code, kind]) => {
    const asset = assets.find(code)
    if (!asset) return []
    const own = balances.filter((balance) => balance.asset === code)
    const liabilities = -sum(own.filter((balance) => !isOwed(balance.code)))
    const paidIn = -sum(own.filter((balance) => outside.includes(balance.code)))
    const bought =
      code === BASKET
        ? assets.toDollars(balances.filter((one) => one.code === TREASURY && one.asset !== BASKET))
        : 0n
    const inDollars = {
      liabilities: value(code, liabilities),
      reserves: value(code, paidIn) + bought,
    }
    // A token that was only paid in is compared in its own units, without the rounding of a rate.
    const isCovered =
      bought === 0n ? paidIn >= liabilities : inDollars.reserves >= inDollars.liabilities
    return [{ code, kind, asset, liabilities, isCovered, inDollars }]
  })
  const total = (name: 'liabilities' | 'reserves'): bigint =>
    held.reduce((units, token) => units + token.inDollars[name], 0n)
  const [liabilities, reserves] = [total('liabilities'), total('reserves')]
  return {
    total_liabilities: cents(liabilities),
    total_reserves: cents(reserves),
    currency: 'USD' as const,
    reserve_ratio: ratioOf(reserves, liabilities),
    required_ratio: '1.0000',
    compliant: held.every(({ isCovered }) => isCovered),
    tokens: held.map(({ code, kind, asset, isCovered, inDollars, ...token }) => ({
      asset_code: code,
      kind,
      outstanding: formatDecimal({ units: token.liabilities, asset }),
      liabilities: cents(inDollars.liabilities),
      reserves: cents(inDollars.reserves),
      reserve_ratio: ratioOf(inDollars.reserves, inDollars.liabilities),
      compliant: isCovered,
    })),
  }
}
