// Wire shapes of tellers, their vaults, transactions and reconciliations.
import { Type } from 'typebox'
import { formatDecimal } from '../../../../kernel/money.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { Decimal } from '../loans/schema.ts'
import type { ReconciliationRow, TellerTransactionRow } from './store.ts'
import type { TellerWithVaults } from './service.ts'

const Vault = Type.Object(
  {
    currency: Type.String(),
    balance: Decimal,
    minimum: Type.String({ description: 'What must stay in the vault.' }),
    limit: Nullable(Type.String({ description: 'What the vault may hold at most.' })),
  },
  { $id: 'TellerVault' },
)

/** The list of all tellers reads their vaults at once, so that each shows a bounded number. */
const VAULTS_SHOWN = 20

export const CashTeller = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    branch: Nullable(Type.String()),
    currency: Type.String(),
    vault_balance: Type.String({ description: 'Of the vault in the teller’s own currency.' }),
    vaults: Type.Array(Vault, { maxItems: VAULTS_SHOWN }),
    user_id: Nullable(Uuid),
    last_reconciled_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { $id: 'CashTeller' },
)

const types = [
  'deposit',
  'withdrawal',
  'currency_exchange',
  'collection',
  'vault_in',
  'vault_out',
] as const

export const CashTransaction = Type.Object(
  {
    transaction_id: Uuid,
    type: Type.Enum([...types]),
    amount: Decimal,
    currency: Type.String(),
    target_amount: Nullable(Type.String({ description: 'What a currency exchange paid out.' })),
    target_currency: Nullable(Type.String()),
    account_id: Nullable(Uuid),
    teller_id: Uuid,
    other_teller_id: Nullable(Uuid),
    vault_balance: Type.String({ description: 'Of the currency, after the transaction.' }),
    status: Type.Literal('completed'),
    created_at: DateTime,
  },
  { $id: 'TellerTransaction' },
)

export const Reconciliation = Type.Object(
  {
    reconciliation_id: Uuid,
    teller_id: Uuid,
    currency: Type.String(),
    booked: Decimal,
    counted: Decimal,
    difference: Type.String({ description: 'Counted less booked: negative when cash is missing.' }),
    status: Type.Enum(['balanced', 'short', 'over']),
    note: Nullable(Type.String()),
    created_at: DateTime,
  },
  { $id: 'TellerReconciliation' },
)

export function toTeller({ row, vaults }: TellerWithVaults, assets: AssetCatalogue) {
  const shown = vaults.map((vault) => {
    const asset = assets.get(vault.asset)
    const show = (units: string) => formatDecimal({ units: BigInt(units), asset })
    return {
      currency: vault.asset,
      balance: show(vault.units),
      minimum: show(vault.minimum),
      limit: vault.maximum === null ? null : show(vault.maximum),
    }
  })
  const asset = assets.get(row.currency)
  const own = shown.find(({ currency }) => currency === row.currency)
  return {
    id: row.uuid,
    name: row.name,
    branch: row.branch,
    currency: row.currency,
    vault_balance: own?.balance ?? formatDecimal({ units: 0n, asset }),
    vaults: shown.slice(0, VAULTS_SHOWN),
    user_id: row.user_uuid,
    last_reconciled_at: row.last_reconciled_at,
    created_at: row.created_at,
  }
}

export function toTransaction(row: TellerTransactionRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const { target_asset, target_units } = row
  return {
    transaction_id: row.uuid,
    type: row.type,
    amount: formatDecimal({ units: BigInt(row.units), asset }),
    currency: row.asset,
    target_amount:
      target_asset === null || target_units === null
        ? null
        : formatDecimal({ units: BigInt(target_units), asset: assets.get(target_asset) }),
    target_currency: target_asset,
    account_id: row.account_uuid,
    teller_id: row.teller_uuid,
    other_teller_id: row.other_teller_uuid,
    vault_balance: formatDecimal({ units: BigInt(row.vault_after), asset }),
    status: 'completed' as const,
    created_at: row.created_at,
  }
}

export function toReconciliation(row: ReconciliationRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const difference = BigInt(row.counted) - BigInt(row.booked)
  const show = (units: bigint) => formatDecimal({ units, asset })
  const status: 'balanced' | 'short' | 'over' =
    difference === 0n ? 'balanced' : difference < 0n ? 'short' : 'over'
  return {
    reconciliation_id: row.uuid,
    teller_id: row.teller_uuid,
    currency: row.asset,
    booked: show(BigInt(row.booked)),
    counted: show(BigInt(row.counted)),
    difference: show(difference),
    status,
    note: row.note,
    created_at: row.created_at,
  }
}
