// Starts bridges and reads them.
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readUnits } from '../../../core/assets/index.ts'
import { type ChainName, readAddress } from '../../chains/index.ts'
import { QuoteOver } from '../errors.ts'
import { BridgeInitiated } from '../events.ts'
import { checkTransferGuards } from './transfer-check.ts'
import { readBridgeId } from '../ids.ts'
import type { BridgeStatus } from '../life-cycle.ts'
import { checkLimits } from './limits.ts'
import { addSeconds, type CrossChainOptions } from '../options.ts'
import { protocols, type ProtocolName } from '../providers/protocols.ts'
import { getBridgeToken, getOffer } from './offers.ts'
import { type OpenedQuote, openQuote, sealQuote, termsOf } from './quotes.ts'
import { collect } from './settlement.ts'
import * as store from './store.ts'
import type { BridgeRow } from './store.ts'
import { centsOf, minimumReceived } from './terms.ts'
import { toBridgeEvent } from '../view.ts'

export const ADVANCE_JOB = 'cross_chain.advance'

/** The default: 0.5 %. */
export const SLIPPAGE = 0.005
export const DEADLINE_MINUTES = 30
/** Tolerances are counted in parts of this. */
const SLIPPAGE_PARTS = 1_000_000_000

export interface StartRequest {
  readonly sender_address?: string
  readonly recipient_address?: string
  readonly slippage_tolerance?: number
  readonly deadline_minutes?: number
  readonly account_uuid?: string
}

interface Start extends StartRequest {
  readonly quote: OpenedQuote
  /** Set if the tokens are swapped on the destination chain: then they must arrive in the bank, at any address. */
  readonly arrivesHere?: boolean
  /** Whether the swap quote that the bridge is part of has been used; called under the lock of the user. */
  readonly isUsed?: () => Promise<boolean>
  /** The field that the error names if the recipient address is rejected. */
  readonly recipientField?: string
}

export interface OneStepRequest extends StartRequest {
  readonly source_chain: ChainName
  readonly destination_chain: ChainName
  readonly token: string
  readonly amount: string | number
  readonly protocol?: ProtocolName
}

export const initiate = (
  { quote_id, ...request }: StartRequest & { readonly quote_id: string },
  ctx: Context,
  options: CrossChainOptions,
): Promise<BridgeRow> =>
  startBridge({ ...request, quote: openQuote(quote_id, ctx, options.sealer) }, ctx, options)

/** Quotes and starts in one step. */
export async function quoteAndStartBridge(
  request: OneStepRequest,
  ctx: Context,
  options: CrossChainOptions,
): Promise<BridgeRow> {
  const route = { from: request.source_chain, to: request.destination_chain }
  const token = getBridgeToken(request.token, route, options)
  const units = readUnits(request.amount, token)
  const offer = getOffer({ route, token, units }, ctx, options, request.protocol)
  const { quote_id } = sealQuote(termsOf(route, token, offer), ctx, options.sealer)
  return initiate({ ...request, quote_id }, ctx, options)
}

/** Debits the sender and stores the bridge; a job advances it. */
export async function startBridge(
  { quote, arrivesHere = false, isUsed, recipientField, ...request }: Start,
  ctx: Context,
  options: CrossChainOptions,
): Promise<BridgeRow> {
  const { terms } = quote
  const { source_chain, destination_chain, token, paid_token, protocol, units, fee_units } = terms
  const whose = { environment: ctx.caller.environment, user_uuid: ctx.caller.user! }
  const { simulated } = options.providers.choose(protocol, whose.environment)
  const addresses = readAddresses(request, terms, recipientField, ctx, options)
  await store.lockUser(ctx.tx, whose)
  if ((await store.isQuoteUsed(ctx.tx, quote.uuid)) || (await isUsed?.()))
    throw QuoteOver({
      reason: 'QUOTE_USED',
      sentence: 'This quote has been used, and a quote is valid once only; ask for a new one.',
    })
  const { precision } = options.assets.get(token)
  const usd_cents = centsOf(units, { asset: token, precision }, 'up')
  await checkLimits(usd_cents, ctx, options.bridgeLimits)
  const source = await options.chains.sourceOf(ctx, {
    token: { asset: paid_token, chain: source_chain },
    units,
    account_uuid: request.account_uuid,
  })
  const isOwn =
    addresses.recipient_address === options.chains.custody.addressOf(ctx, destination_chain)
  const other = isOwn
    ? undefined
    : await options.chains.custody.findOwner(ctx, addresses.recipient_address, source)
  if (arrivesHere && other !== undefined)
    throw Invalid({
      errors: {
        [recipientField ?? 'recipient_address']: [
          'This is the address of another customer; swap to your own account, and send it from there.',
        ],
      },
    })
  const destination =
    isOwn || arrivesHere ? await options.chains.custody.open(ctx, destination_chain) : undefined
  const id = uuidv7(ctx.now)
  if (!isOwn) {
    const leaving = { ...addresses, id, from: source.id, asset: paid_token, units, to: other }
    await checkTransferGuards(leaving, ctx, options)
  }
  const receive_units = units - fee_units
  const { slippage_tolerance = SLIPPAGE, deadline_minutes = DEADLINE_MINUTES } = request
  const { seconds } = protocols[protocol]
  const bridge = await store.insertBridge(ctx.tx, {
    ...whose,
    ...addresses,
    id,
    quote_id: quote.quote_id,
    quote_uuid: quote.uuid,
    protocol,
    simulated,
    source_chain,
    destination_chain,
    token,
    paid_token,
    units,
    fee_units,
    receive_units,
    least_units: minimumReceived(receive_units, {
      parts: BigInt(Math.round(slippage_tolerance * SLIPPAGE_PARTS)),
      of: BigInt(SLIPPAGE_PARTS),
    }),
    usd_cents,
    source_account: source.id,
    destination_account: destination?.id ?? null,
    credited_user: destination ? whose.user_uuid : (other ?? null),
    deadline_at: addSeconds(ctx.now, deadline_minutes * 60),
    estimated_completion_at: addSeconds(ctx.now, seconds),
    check_at: ctx.now,
    created_at: ctx.now,
  })
  await collect(bridge, ctx)
  ctx.emit(BridgeInitiated, toBridgeEvent(bridge, options), {
    user_uuid: bridge.user_uuid,
    account_uuid: source.id,
  })
  // A second later the source transaction of a simulated bridge is sent.
  await options.jobs.send(ctx.tx, ADVANCE_JOB, { bridge: bridge.id }, { afterSeconds: 1 })
  return bridge
}

/** Addresses in the formats of their chains; the caller's own in the bank when none are given. */
function readAddresses(
  { sender_address, recipient_address }: StartRequest,
  { source_chain, destination_chain }: OpenedQuote['terms'],
  recipientField = 'recipient_address',
  ctx: Context,
  { chains }: CrossChainOptions,
) {
  return {
    sender_address:
      sender_address === undefined
        ? chains.custody.addressOf(ctx, source_chain)
        : readAddress(source_chain, sender_address, 'sender_address'),
    recipient_address:
      recipient_address === undefined
        ? chains.custody.addressOf(ctx, destination_chain)
        : readAddress(destination_chain, recipient_address, recipientField),
  }
}

/** Finds a bridge of the caller; bridges of others are reported as not found. */
export async function getBridge(id: string, { tx, caller }: Context): Promise<BridgeRow> {
  const uuid = readBridgeId(id)
  const row = uuid === undefined ? undefined : await store.findBridge(tx, uuid)
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'bridge transaction', id })
  return row
}

export const listBridges = (
  { tx, caller }: Context,
  request: PageRequest & { readonly status?: BridgeStatus },
) =>
  store.listBridges(
    tx,
    { environment: caller.environment, user_uuid: caller.user!, status: request.status },
    request,
  )
