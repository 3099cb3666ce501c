// Reads and verifies payments by x402 against their requirements. The payer's authorization (EIP-3009) is
// signed typed data (EIP-712), so everything but the payer's balance can be verified without a chain.
import { isRecord } from '../../../../kernel/json.ts'
import { type Hex, recoverSigner } from '../../../../platform/evm.ts'
import { getNetwork, networks, USDC_VERSION } from './networks.ts'

export interface Requirement {
  readonly scheme: 'exact'
  readonly network: string
  /** The address of the token contract. */
  readonly asset: string
  /** Millionths of a USDC. */
  readonly amount: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}

export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

export interface X402Proof {
  readonly version: 1 | 2
  readonly scheme: string
  readonly network: string
  /** Absent on chains that sign whole transactions. */
  readonly signature: string | undefined
  readonly authorization: Authorization | undefined
  /** The payment as received, to pass on to a facilitator. */
  readonly payload: object
}

/** Why a payment is not valid, in the protocol's error codes. */
export type X402Reason =
  | 'invalid_payload'
  | 'invalid_x402_version'
  | 'invalid_scheme'
  | 'invalid_network'
  | 'invalid_exact_evm_payload_recipient_mismatch'
  | 'invalid_exact_evm_payload_authorization_value'
  | 'invalid_exact_evm_payload_authorization_valid_after'
  | 'invalid_exact_evm_payload_authorization_valid_before'
  | 'invalid_exact_evm_payload_signature'

const TIMEOUT_SECONDS = 60
/** Settling on a chain takes some seconds, so an authorization that ends sooner is refused. */
const SETTLING_SECONDS = 6
export const HEADER_LENGTH_MAX = 8_192

export function makeRequirement(network: string, amount: bigint, payTo: string): Requirement {
  const { id, usdc_address, usdc_name } = getNetwork(network)
  return {
    scheme: 'exact',
    network: id,
    asset: usdc_address,
    amount: String(amount),
    payTo,
    maxTimeoutSeconds: TIMEOUT_SECONDS,
    extra: { name: usdc_name, version: USDC_VERSION },
  }
}

/** The headers that can carry a payment: version 2's, version 1's, and the pair of the bank's specification. */
export interface X402Headers {
  readonly payment_signature?: string | undefined
  readonly x_payment?: string | undefined
  readonly x_payment_signature?: string | undefined
  readonly x_payment_payload?: string | undefined
}

/** Undefined when no payment was sent. */
export function readX402Headers(
  headers: X402Headers,
): X402Proof | { readonly reason: X402Reason } | undefined {
  const { payment_signature, x_payment, x_payment_signature, x_payment_payload } = headers
  const whole = payment_signature ?? x_payment
  if (whole !== undefined) return readPayload(decode(whole))
  if (x_payment_signature === undefined && x_payment_payload === undefined) return undefined
  if (x_payment_signature === undefined || x_payment_payload === undefined)
    return { reason: 'invalid_payload' }
  return readPair(x_payment_signature, decode(x_payment_payload))
}

/** The payload is an authorization, or a whole payment with the same signature. */
function readPair(signature: string, given: unknown) {
  if (!isRecord(given)) return { reason: 'invalid_payload' } as const
  if (!('payload' in given))
    return readPayload({ x402Version: 2, payload: { signature, authorization: given } })
  const inner = given.payload
  if (!isRecord(inner)) return { reason: 'invalid_payload' } as const
  if (inner.signature !== undefined && inner.signature !== signature)
    return { reason: 'invalid_exact_evm_payload_signature' } as const
  return readPayload({ ...given, payload: { ...inner, signature } })
}

/** Reads a whole payment of version 1 or 2. */
export function readPayload(given: unknown): X402Proof | { readonly reason: X402Reason } {
  if (!isRecord(given)) return { reason: 'invalid_payload' }
  const { x402Version: version, payload } = given
  if (version !== 1 && version !== 2) return { reason: 'invalid_x402_version' }
  if (!isRecord(payload)) return { reason: 'invalid_payload' }
  const named = version === 1 ? given : isRecord(given.accepted) ? given.accepted : {}
  const { signature, authorization } = payload
  if (signature === undefined && typeof payload.transaction !== 'string')
    return { reason: 'invalid_payload' }
  if (signature !== undefined && (typeof signature !== 'string' || !isAuthorization(authorization)))
    return { reason: 'invalid_payload' }
  return {
    version,
    scheme: typeof named.scheme === 'string' ? named.scheme : 'exact',
    network: typeof named.network === 'string' ? toNetworkId(named.network) : '',
    signature,
    authorization: signature === undefined ? undefined : (authorization as Authorization),
    payload: given,
  }
}

function decode(header: string): unknown {
  if (header.length > HEADER_LENGTH_MAX) return undefined
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Version 1 uses short names for chains. */
const toNetworkId = (name: string): string =>
  networks.find((network) => network.v1_name === name)?.id ?? name

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const NUMBER = /^\d{1,78}$/
const SIGNATURE = /^0x[0-9a-fA-F]{130}$/
const MAX_UINT256 = 2n ** 256n - 1n

function isAuthorization(value: unknown): value is Authorization {
  if (!isRecord(value)) return false
  const isNumber = (text: unknown): boolean =>
    typeof text === 'string' && NUMBER.test(text) && BigInt(text) <= MAX_UINT256
  const isText = (text: unknown, pattern: RegExp): boolean =>
    typeof text === 'string' && pattern.test(text)
  return (
    isText(value.from, ADDRESS) &&
    isText(value.to, ADDRESS) &&
    isNumber(value.value) &&
    isNumber(value.validAfter) &&
    isNumber(value.validBefore) &&
    isText(value.nonce, /^0x[0-9a-fA-F]{64}$/)
  )
}

/** The first reason why the payment is not valid, in the protocol's order; undefined when it is valid. */
export function findFault(
  proof: X402Proof,
  requirement: Requirement,
  now: Date,
): X402Reason | undefined {
  if (proof.scheme !== requirement.scheme) return 'invalid_scheme'
  // A bare authorization names no network; the signature covers it.
  if (proof.network !== '' && proof.network !== requirement.network) return 'invalid_network'
  const { chain_id } = getNetwork(requirement.network)
  // Chains without a numeric id use whole transactions, which only a facilitator can read.
  if (chain_id === null) return proof.authorization === undefined ? undefined : 'invalid_payload'
  const { authorization, signature } = proof
  if (!authorization || signature === undefined) return 'invalid_payload'
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  if (authorization.to.toLowerCase() !== requirement.payTo.toLowerCase())
    return 'invalid_exact_evm_payload_recipient_mismatch'
  if (BigInt(authorization.value) < BigInt(requirement.amount))
    return 'invalid_exact_evm_payload_authorization_value'
  if (BigInt(authorization.validAfter) > seconds)
    return 'invalid_exact_evm_payload_authorization_valid_after'
  if (BigInt(authorization.validBefore) < seconds + BigInt(SETTLING_SECONDS))
    return 'invalid_exact_evm_payload_authorization_valid_before'
  const isSigned = isSignedBy(authorization, signature, requirement, chain_id)
  return isSigned ? undefined : 'invalid_exact_evm_payload_signature'
}

/** EIP-3009's TransferWithAuthorization. */
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export const toTypedData = (
  authorization: Authorization,
  { asset, extra }: Pick<Requirement, 'asset' | 'extra'>,
  chainId: number,
) =>
  ({
    domain: { ...extra, chainId: BigInt(chainId), verifyingContract: asset.toLowerCase() as Hex },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from.toLowerCase() as Hex,
      to: authorization.to.toLowerCase() as Hex,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce.toLowerCase() as Hex,
    },
  }) as const

/** Whether the payer's own key signed it. */
function isSignedBy(
  authorization: Authorization,
  signature: string,
  requirement: Requirement,
  chainId: number,
): boolean {
  if (!SIGNATURE.test(signature)) return false
  try {
    const signer = recoverSigner(toTypedData(authorization, requirement, chainId), signature)
    return signer.toLowerCase() === authorization.from.toLowerCase()
  } catch {
    // The signature is not a point on the curve.
    return false
  }
}

/** Identifies an authorization, which counts once whatever else its payment contains. */
export function proofKeyOf({ authorization, payload }: X402Proof, network: string): string {
  if (authorization) return `${network}/${authorization.from}/${authorization.nonce}`.toLowerCase()
  const { transaction } = (payload as { payload: { transaction: string } }).payload
  return `${network}/${transaction}`
}
