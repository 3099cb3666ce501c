// The cash of tellers. A vault is changed under its row's lock, within its limits, and in the same transaction as
// the ledger: the sum of all vaults is always minus the balance of `cash:tellers`.
import { formatDecimal } from '../../../../kernel/money.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import { emitToRecipients } from '../event-recipients.ts'
import { NoVault, VaultLimitExceeded, VaultTooLow } from '../errors.ts'
import * as events from '../events.ts'
import * as store from './store.ts'
import type { TellerRow, TellerTransactionRow, VaultRow } from './store.ts'

/** The teller of a request: the one that it names, or the caller's own, which is made at its first use. */
export async function chooseTeller(
  id: string | undefined,
  asset: AssetRecord,
  ctx: Context,
): Promise<TellerRow> {
  if (id !== undefined) return getTeller(id, ctx)
  const user_uuid = ctx.caller.user!
  const { environment } = ctx.caller
  const own = await store.findTellerOf(ctx.tx, { user_uuid, environment, asset: asset.code })
  if (own) return own
  const { row, isNew } = await store.ensureOwnTeller(ctx.tx, {
    uuid: uuidv7(ctx.now),
    environment,
    name: 'Own teller',
    branch: null,
    currency: asset.code,
    user_uuid,
    is_implicit: true,
    created_by: user_uuid,
    created_at: ctx.now,
  })
  const { uuid, name, currency } = row
  if (isNew)
    emitToRecipients(ctx, events.TellerCreated, { teller_id: uuid, name, currency }, [user_uuid])
  return row
}

/** Operators use every teller, other users their own; 404 otherwise. */
export async function getTeller(id: string, ctx: Context): Promise<TellerRow> {
  const row = isUuid(id) ? await store.findTeller(ctx.tx, id) : undefined
  const isTheirs =
    row !== undefined &&
    row.environment === ctx.caller.environment &&
    (isOperator(ctx.caller) || row.user_uuid === ctx.caller.user)
  if (!isTheirs) throw NotFound({ what: 'teller', id })
  return row
}

export interface CashChange {
  readonly teller: TellerRow
  readonly asset: AssetRecord
  /** Positive into the vault, negative out of it. */
  readonly units: bigint
}

/** Changes all these vaults or none; returns the new balances in the order of the changes. */
export async function changeVaults(
  changes: readonly CashChange[],
  ctx: Context,
): Promise<bigint[]> {
  for (const { teller, asset } of changes)
    if (teller.is_implicit)
      await store.ensureVault(ctx.tx, { teller_uuid: teller.uuid, asset: asset.code })
  const vaults = await store.lockVaults(
    ctx.tx,
    changes.map(({ teller, asset }) => ({ teller_uuid: teller.uuid, asset: asset.code })),
  )
  const after: bigint[] = []
  for (const change of changes) {
    const { teller, asset } = change
    const vault = vaults.find((one) => one.teller_uuid === teller.uuid && one.asset === asset.code)
    if (!vault) throw NoVault({ currency: asset.code, teller: teller.uuid })
    const units = checkLimits(vault, change)
    await store.updateVault(ctx.tx, vault, units)
    after.push(units)
  }
  return after
}

/** A vault that is above its limit already, because the limit was lowered, can still be emptied. */
function checkLimits(vault: VaultRow, { asset, units }: CashChange): bigint {
  const show = (value: bigint) => formatDecimal({ units: value, asset })
  const [balance, minimum] = [BigInt(vault.units), BigInt(vault.minimum)]
  const after = balance + units
  if (units < 0n && after < minimum)
    throw VaultTooLow({
      currency: asset.code,
      available: show(balance),
      needed: show(-units),
      minimum: show(minimum),
    })
  if (units > 0n && vault.maximum !== null && after > BigInt(vault.maximum))
    throw VaultLimitExceeded({
      currency: asset.code,
      balance: show(balance),
      added: show(units),
      limit: show(BigInt(vault.maximum)),
    })
  return after
}

export type CashRecord = Omit<
  store.NewTellerTransaction,
  'uuid' | 'environment' | 'teller_uuid' | 'asset' | 'units' | 'user_uuid' | 'created_at'
>

/** Writes one line of a teller's journal, and emits its event to the teller and the caller. */
export async function recordCash(
  { teller, asset, units }: CashChange,
  record: CashRecord,
  ctx: Context,
): Promise<TellerTransactionRow> {
  const row = await store.insertTellerTransaction(ctx.tx, {
    ...record,
    uuid: uuidv7(ctx.now),
    environment: teller.environment,
    teller_uuid: teller.uuid,
    asset: asset.code,
    units: units < 0n ? -units : units,
    user_uuid: ctx.caller.user!,
    created_at: ctx.now,
  })
  const data = {
    transaction_id: row.uuid,
    teller_id: teller.uuid,
    type: row.type,
    amount: formatDecimal({ units: BigInt(row.units), asset }),
    currency: asset.code,
    vault_balance: formatDecimal({ units: record.vault_after, asset }),
  }
  emitToRecipients(ctx, events.TellerTransaction, data, [teller.user_uuid, ctx.caller.user])
  return row
}
