// Submits swaps, and reads them. The input with the gas goes to the clearing account; the pools are used when the
// chain has confirmed the swap, at their price then, within the slippage that the caller allows.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import type { Context } from '../../../../operation/operation.ts'
import { systemAccount } from '../../../core/ledger/index.ts'
import { type ChainName, chainTable } from '../../chains/index.ts'
import { ExecutionFailed } from '../errors.ts'
import { SwapSubmitted } from '../events.ts'
import { chooseChain, type DefiOptions, userOf } from '../options.ts'
import { swapThrough } from '../pools/math.ts'
import { postAll, toPool } from '../pools/service.ts'
import {
  type FieldNames,
  findTerms,
  openQuote,
  sealTerms,
  type SwapRequest,
  type SwapTerms,
} from './quotes.ts'
import * as store from '../store.ts'
import type { SwapRow } from '../store.ts'
import { writeCents } from '../tokens.ts'
import { toSwap, toSwapEvent } from './view.ts'

export const SETTLE_JOB = 'defi.settle'
const DEADLINE_MINUTES = 20
const GWEI = 1_000_000_000

interface Order {
  readonly terms: SwapTerms
  readonly quote: { readonly uuid: string; readonly id: string }
  readonly wallet_address: string
  /** If set, the output goes to the address, which is outside the bank; else the address is only recorded. */
  readonly pays_out?: boolean
  readonly account_uuid?: string | undefined
  readonly max_gas_price_gwei?: number | undefined
  readonly deadline_minutes?: number | undefined
}

export interface ExecuteRequest {
  readonly quote_id: string
  readonly wallet_address: string
  readonly account_uuid?: string
  readonly max_gas_price_gwei?: number
  readonly deadline_minutes?: number
}

/** Executes a quote, once. */
export async function executeQuote(request: ExecuteRequest, ctx: Context, options: DefiOptions) {
  const { uuid, terms } = openQuote(request.quote_id, ctx, options)
  checkWallet(terms.chain, request.wallet_address)
  return submit({ ...request, terms, quote: { uuid, id: request.quote_id } }, ctx, options)
}

/** A quote and its execution in one step. */
export async function executeNow(
  request: SwapRequest & {
    readonly account_uuid?: string | undefined
    readonly recipient?: string | undefined
  },
  fields: FieldNames,
  ctx: Context,
  options: DefiOptions,
) {
  chooseChain(options, ctx.caller.environment, request.chain)
  const { terms } = await findTerms(request, fields, ctx)
  const { quote_id } = sealTerms(terms, ctx, options)
  const { uuid } = openQuote(quote_id, ctx, options)
  const { account_uuid, recipient } = request
  const wallet_address = recipient ?? options.custody.addressOf(ctx, terms.chain)
  const pays_out = recipient !== undefined
  return submit(
    { terms, quote: { uuid, id: quote_id }, wallet_address, pays_out, account_uuid },
    ctx,
    options,
  )
}

async function submit(order: Order, ctx: Context, options: DefiOptions): Promise<SwapRow> {
  const { terms, quote } = order
  const { chain, token_in, token_out, units_in, gas_units } = terms
  const provider = chooseChain(options, ctx.caller.environment, chain)
  const gas_price_wei = await provider.gasPrice(chain, ctx.now)
  checkGasPrice(gas_price_wei, order.max_gas_price_gwei)
  await checkOutput(terms, ctx)
  const custody = await options.custody.open(ctx, chain)
  const { account_uuid } = order
  const units = units_in + gas_units
  const source = await options.sourceOf(ctx, { token: token_in, units, account_uuid })
  const id = uuidv7(ctx.now)
  const { tx_hash } = await provider.sendTransaction({ id: `swap/${id}`, chain, now: ctx.now })
  const row = await store.insertSwap(ctx.tx, {
    ...userOf(ctx),
    id,
    quote_uuid: quote.uuid,
    quote_id: quote.id,
    account_uuid: source.id,
    custody_uuid: custody.id,
    wallet_address: order.wallet_address,
    pays_out: order.pays_out ?? false,
    chain,
    dex: terms.dex,
    token_in: token_in.symbol,
    token_out: token_out.symbol,
    pools: terms.pools,
    path: terms.path,
    units_in,
    gas_units,
    gas_usd: writeCents(terms.gas_cents),
    gas_price_wei,
    expected_units: terms.expected_units,
    min_units: terms.min_units,
    provider: provider.name,
    tx_hash,
    deadline_at: after(ctx.now, (order.deadline_minutes ?? DEADLINE_MINUTES) * 60),
    due_at: after(ctx.now, chainTable[chain].block_seconds),
    created_at: ctx.now,
  })
  if (!row)
    throw ExecutionFailed({
      reason: 'QUOTE_USED',
      sentence: 'This quote was used for another swap; ask for a new one.',
    })
  const clearing = systemAccount(row.environment, 'clearing:chains')
  const pay = { from: source.id, to: clearing, asset: token_in.asset }
  await postAll(ctx, [
    {
      type: 'transfer',
      subtype: 'swap',
      reference: `Swap of ${token_in.symbol} for ${token_out.symbol} on ${chain}`,
      metadata: { swap_id: row.id, tx_hash },
      moves: [
        { ...pay, units: units_in },
        { ...pay, units: gas_units, subtype: 'fee' },
      ],
    },
  ])
  ctx.emit(SwapSubmitted, toSwapEvent(row), { user_uuid: row.user_uuid, account_uuid: source.id })
  const due = { uuid: row.id, environment: row.environment, expires_at: row.due_at! }
  await sendWhenDue(options.jobs, SETTLE_JOB, due, ctx)
  return row
}

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** The address is recorded and not paid to, so only its form is checked. */
function checkWallet(chain: ChainName, address: string): void {
  const form = chainTable[chain].is_evm ? /^0x[0-9a-fA-F]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{25,44}$/
  if (!form.test(address))
    throw Invalid({ errors: { wallet_address: [`This is not an address on ${chain}.`] } })
}

function checkGasPrice(wei: bigint, max_gwei: number | undefined): void {
  if (max_gwei === undefined || wei <= BigInt(Math.floor(max_gwei * GWEI))) return
  throw ExecutionFailed({
    reason: 'GAS_PRICE',
    sentence: `The gas price is ${Number(wei) / GWEI} gwei, above your limit of ${max_gwei} gwei; try again later.`,
  })
}

/** Rejects a swap that would fail at its confirmation if the pools did not change until then. */
async function checkOutput(terms: SwapTerms, ctx: Context): Promise<void> {
  const rows = await store.listPools(ctx.tx, ctx.caller.environment, terms.chain)
  const pools = terms.pools.map((number) => toPool(rows.find((row) => row.number === number)!))
  const { outputs } = swapThrough(pools, terms.path[0]!, terms.units_in)
  if (outputs.at(-1)! < terms.min_units)
    throw ExecutionFailed({
      reason: 'SLIPPAGE',
      sentence:
        'The price has moved by more than the slippage that you allow; ask for a new quote.',
    })
}

export async function getSwap(swap_id: string, ctx: Context): Promise<SwapRow> {
  const id = swap_id.startsWith('swap_') ? swap_id.slice('swap_'.length) : ''
  const row = await store.findSwap(ctx.tx, userOf(ctx), id)
  if (!row) throw NotFound({ what: 'swap', id: swap_id })
  return row
}

export async function listSwaps(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listSwaps(ctx.tx, userOf(ctx), page)
  return toPage(rows.map(toSwap), total, page)
}
