// The terms of a bridge: the fee in the token, what arrives, and whether the fee is out of proportion. Everything is
// computed in whole units; the fee is rounded up once, at the end.
import { multiplyDivide } from '../../../../kernel/money.ts'
import type { FeeSchedule } from '../../../core/transfers/index.ts'
import { priceUsd, USD_PRECISION } from '../../chains/index.ts'
import type { Protocol, ProtocolName, Route } from '../providers/protocols.ts'

export interface BridgedToken {
  /** The code of the bank's asset. */
  readonly asset: string
  readonly precision: number
}

export interface Offer {
  readonly protocol: ProtocolName
  readonly units: bigint
  readonly fee_units: bigint
  readonly receive_units: bigint
  readonly seconds: number
  /** False when the fee is more than 2 % of the amount. */
  readonly recommended: boolean
}

/** The largest recommended fee, in hundredths of a percent of the amount. */
const FEE_CEILING = 200n
const WHOLE = 10_000n

const CENT = 10n ** BigInt(USD_PRECISION - 2)

export function feeOf(
  { fixedCents, basisPoints }: Protocol,
  route: Route,
  units: bigint,
  { asset, precision }: BridgedToken,
): bigint {
  // fixed ÷ price × 10^precision + units × basisPoints ÷ 10000, over one denominator.
  const price = priceUsd(asset)
  const fixed = fixedCents(route) * CENT * 10n ** BigInt(precision) * WHOLE
  const inProportion = units * basisPoints * price
  return multiplyDivide(fixed + inProportion, 1n, WHOLE * price, 'up')
}

/**
 * Undefined when the fee uses up the whole amount. Most bridges end in an account of this bank, of the sender or of
 * another customer, so a bridge costs no less than a transfer.
 */
export function makeOffer(
  protocol: Protocol,
  route: Route,
  units: bigint,
  token: BridgedToken,
  feeWithin: FeeSchedule = (_units, ownFee = 0n) => ownFee,
): Offer | undefined {
  const fee_units = feeWithin(units, feeOf(protocol, route, units, token))
  if (fee_units >= units) return undefined
  return {
    protocol: protocol.name,
    units,
    fee_units,
    receive_units: units - fee_units,
    seconds: protocol.seconds,
    recommended: fee_units * WHOLE <= units * FEE_CEILING,
  }
}

/** The value in US cents: rounded up where it counts against limits, rounded down for holdings. */
export const centsOf = (
  units: bigint,
  { asset, precision }: BridgedToken,
  rounding: 'up' | 'down',
): bigint => multiplyDivide(units, priceUsd(asset), 10n ** BigInt(precision) * CENT, rounding)

/** The minimum that must arrive, rounded up so that the loss never exceeds the tolerance. */
export const minimumReceived = (
  units: bigint,
  slippage: { readonly parts: bigint; readonly of: bigint },
) => multiplyDivide(units, slippage.of - slippage.parts, slippage.of, 'up')
