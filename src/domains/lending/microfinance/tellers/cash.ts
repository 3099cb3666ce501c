// Cash at tellers: deposits, withdrawals and currency exchange of customers, and transfers between vaults and the
// bank's own money outside. Who may move cash is decided by the rule of funding.
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { formatDecimal, formatMoney } from '../../../../kernel/money.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { NewMove } from '../../../../operation/posting.ts'
import { type Amount, type AssetRecord, readAmount, readAsset } from '../../../core/assets/index.ts'
import type { FundingScope } from '../../../core/funding/index.ts'
import { post, systemAccount } from '../../../core/ledger/index.ts'
import { convertUnits, getFreshRate } from '../../../core/rates/index.ts'
import { readAccount } from '../account-lookup.ts'
import { emitToRecipients } from '../event-recipients.ts'
import * as events from '../events.ts'
import type { MicrofinanceOptions } from '../options.ts'
import * as store from './store.ts'
import type { TellerRow } from './store.ts'
import { type CashChange, changeVaults, chooseTeller, getTeller, recordCash } from './vaults.ts'

export interface CashRequest {
  readonly type: 'deposit' | 'withdrawal' | 'currency_exchange'
  readonly amount: string | number
  readonly currency: string
  readonly account_id?: string
  readonly teller_id?: string
  readonly target_currency?: string
}

export async function moveCash(request: CashRequest, ctx: Context, options: MicrofinanceOptions) {
  const reach = await options.funding.reachOf(ctx.caller, ctx.tx)
  const fields = { amount: 'amount', asset: 'currency' }
  const amount = readAmount(
    options.assets,
    { amount: request.amount, asset_code: request.currency },
    fields,
  )
  const isExchange = request.type === 'currency_exchange'
  if (!isExchange && request.target_currency !== undefined)
    throw Invalid({
      errors: { target_currency: ['Only a currency exchange has a target currency.'] },
    })
  const teller = await chooseTeller(request.teller_id, amount.asset, ctx)
  return isExchange
    ? exchange(request, amount, teller, reach, ctx, options)
    : moveOfAccount(request, amount, teller, reach, ctx)
}

const cashOf = (ctx: Context): string => systemAccount(ctx.caller.environment, 'cash:tellers')

async function moveOfAccount(
  request: CashRequest,
  { asset, units }: Amount,
  teller: TellerRow,
  reach: FundingScope,
  ctx: Context,
) {
  const isIn = request.type === 'deposit'
  const account = await readAccount(request.account_id, ctx, reach)
  const change = { teller, asset, units: isIn ? units : -units }
  const [vault_after] = await changeVaults([change], ctx)
  const [from, to] = isIn ? [cashOf(ctx), account.id] : [account.id, cashOf(ctx)]
  const entry_id = await bookCash(
    request.type,
    [{ from, to, asset: asset.code, units }],
    teller,
    ctx,
  )
  const record = {
    type: request.type,
    target_asset: null,
    target_units: null,
    account_uuid: account.id,
    other_teller_uuid: null,
    entry_id,
    vault_after: vault_after!,
  }
  return recordCash(change, record, ctx)
}

/**
 * The customer hands over cash, and gets its worth in the other currency: as cash of the same teller, or in the
 * account that the request names. Rounded down, so that no exchange there and back makes money.
 */
async function exchange(
  request: CashRequest,
  amount: Amount,
  teller: TellerRow,
  reach: FundingScope,
  ctx: Context,
  options: MicrofinanceOptions,
) {
  const target = readTarget(request, amount.asset, options)
  const account =
    request.account_id === undefined ? undefined : await readAccount(request.account_id, ctx, reach)
  const codes = [amount.asset.code, target.code] as const
  const rate = await getFreshRate(...codes, ctx, options.updater, 'target_currency')
  const units = convertUnits(amount.units, rate, amount.asset, target, 'down')
  if (units === 0n)
    throw Invalid({
      errors: {
        amount: [
          `${formatMoney(amount)} is worth less than the smallest unit of ${target.code}; give a larger amount.`,
        ],
      },
    })
  const change = { teller, asset: amount.asset, units: amount.units }
  const paid = account ? [] : [{ teller, asset: target, units: -units }]
  const [vault_after] = await changeVaults([change, ...paid], ctx)
  const bank = systemAccount(ctx.caller.environment, 'conversions')
  const moves = [
    { from: cashOf(ctx), to: bank, asset: amount.asset.code, units: amount.units },
    { from: bank, to: account?.id ?? cashOf(ctx), asset: target.code, units },
  ]
  const record = {
    type: request.type,
    target_asset: target.code,
    target_units: units,
    account_uuid: account?.id ?? null,
    other_teller_uuid: null,
    entry_id: await bookCash(request.type, moves, teller, ctx),
    vault_after: vault_after!,
  }
  return recordCash(change, record, ctx)
}

function readTarget(
  { target_currency }: CashRequest,
  from: AssetRecord,
  { assets }: MicrofinanceOptions,
): AssetRecord {
  const refuse = (sentence: string) => Invalid({ errors: { target_currency: [sentence] } })
  if (target_currency === undefined)
    throw refuse('The target currency field is required for a currency exchange.')
  const target = readAsset(assets, target_currency, 'target_currency')
  if (target.code === from.code) throw refuse('The two currencies must be different.')
  for (const { code, type } of [from, target])
    if (type === 'basket') throw refuse(`${code} is a basket: buy or sell it instead.`)
  return target
}

const kinds = {
  deposit: { type: 'deposit', subtype: 'teller_deposit' },
  withdrawal: { type: 'withdrawal', subtype: 'teller_withdrawal' },
  currency_exchange: { type: 'transfer', subtype: 'teller_exchange' },
  vault_in: { type: 'transfer', subtype: 'vault_in' },
  vault_out: { type: 'transfer', subtype: 'vault_out' },
} as const

async function bookCash(
  kind: keyof typeof kinds,
  moves: readonly NewMove[],
  teller: TellerRow,
  ctx: Context,
): Promise<string> {
  const books = moves.flatMap(({ from, to, asset }) => [
    { account: from, asset },
    { account: to, asset },
  ])
  const { id } = await post(ctx, {
    books,
    decide: (ledger) =>
      ledger.post({
        ...kinds[kind],
        reference: `Teller ${teller.name}`,
        metadata: { teller_id: teller.uuid },
        credits: 'cash',
        moves,
      }),
  })
  return id
}

export interface VaultTransferRequest {
  readonly from_teller_id?: string
  readonly to_teller_id?: string
  readonly amount: string | number
  readonly currency: string
}

/** Between two vaults, or between a vault and the bank's own money outside. Only operators get here. */
export async function transferCash(
  request: VaultTransferRequest,
  ctx: Context,
  { assets, funding }: MicrofinanceOptions,
) {
  await funding.reachOf(ctx.caller, ctx.tx)
  const { asset, units } = readAmount(
    assets,
    { amount: request.amount, asset_code: request.currency },
    { amount: 'amount', asset: 'currency' },
  )
  const { from_teller_id, to_teller_id } = request
  if (from_teller_id === undefined && to_teller_id === undefined)
    throw Invalid({ errors: { to_teller_id: ['Name the teller that gives or gets the cash.'] } })
  if (from_teller_id?.toLowerCase() === to_teller_id?.toLowerCase())
    throw Invalid({ errors: { to_teller_id: ['The two tellers must be different.'] } })
  const from = from_teller_id === undefined ? undefined : await getTeller(from_teller_id, ctx)
  const to = to_teller_id === undefined ? undefined : await getTeller(to_teller_id, ctx)
  const changes: CashChange[] = [
    ...(from ? [{ teller: from, asset, units: -units }] : []),
    ...(to ? [{ teller: to, asset, units }] : []),
  ]
  const balances = await changeVaults(changes, ctx)
  const entry_id = from && to ? null : await bookOutside((from ?? to)!, changes[0]!, ctx)
  const rows = []
  for (const [index, change] of changes.entries()) {
    const record = {
      type: change.units < 0n ? ('vault_out' as const) : ('vault_in' as const),
      target_asset: null,
      target_units: null,
      account_uuid: null,
      other_teller_uuid: (change.units < 0n ? to : from)?.uuid ?? null,
      entry_id,
      vault_after: balances[index]!,
    }
    rows.push(await recordCash(change, record, ctx))
  }
  return rows
}

async function bookOutside(teller: TellerRow, { asset, units }: CashChange, ctx: Context) {
  const outside = systemAccount(ctx.caller.environment, 'external:settlement')
  const isIn = units > 0n
  const [from, to] = isIn ? [cashOf(ctx), outside] : [outside, cashOf(ctx)]
  const move = { from, to, asset: asset.code, units: isIn ? units : -units }
  return bookCash(isIn ? 'vault_in' : 'vault_out', [move], teller, ctx)
}

export interface CountRequest {
  readonly counted: string
  readonly currency?: string
  readonly note?: string
}

/** Compares the cash that was counted with the vault; the difference is reported, and nothing is booked. */
export async function reconcile(
  id: string,
  request: CountRequest,
  ctx: Context,
  { assets }: MicrofinanceOptions,
) {
  const teller = await getTeller(id, ctx)
  const asset = readAsset(assets, request.currency ?? teller.currency, 'currency')
  const counted = readCounted(request.counted, asset, assets)
  const name = { teller_uuid: teller.uuid, asset: asset.code }
  const [vault] = await store.lockVaults(ctx.tx, [name])
  const booked = BigInt(vault?.units ?? 0)
  const row = await store.insertReconciliation(ctx.tx, {
    uuid: uuidv7(ctx.now),
    ...name,
    booked,
    counted,
    note: request.note ?? null,
    counted_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  await store.touchReconciled(ctx.tx, teller.uuid, ctx.now)
  const show = (units: bigint) => formatDecimal({ units, asset })
  const data = {
    reconciliation_id: row.uuid,
    teller_id: teller.uuid,
    currency: asset.code,
    booked: show(booked),
    counted: show(counted),
    difference: show(counted - booked),
  }
  emitToRecipients(ctx, events.TellerReconciled, data, [teller.user_uuid, ctx.caller.user])
  return row
}

/** An empty vault is counted too: zero is an amount here. */
function readCounted(
  text: string,
  asset: AssetRecord,
  assets: MicrofinanceOptions['assets'],
): bigint {
  if (/^0+(\.0+)?$/.test(text)) return 0n
  const fields = { amount: 'counted', asset: 'currency' }
  return readAmount(assets, { amount: text, asset_code: asset.code }, fields).units
}
