// Builds the x402 part of a 402: headers and bodies of both protocol versions, and the headers of the bank's
// specification.
import type { Shown } from '../../../../operation/error.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { getNetwork, USDC_DECIMALS } from './networks.ts'
import type { Requirement } from './protocol.ts'

export interface X402Demand {
  /** The first is the default. */
  readonly accepts: readonly Requirement[]
  readonly resource: {
    readonly url: string
    readonly description: string
    readonly mimeType: string
  }
  readonly facilitator: string
  readonly error: string
}

export const toBase64 = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64')

export function x402Shown({ accepts, resource, facilitator, error }: X402Demand): Shown {
  const { network, amount, payTo } = accepts[0]!
  const second = {
    x402Version: 2,
    error,
    resource,
    accepts,
  }
  const units = BigInt(amount)
  return {
    headers: {
      'Cache-Control': 'no-store',
      'X-Payment-Protocol': 'x402',
      'X-Payment-Version': '2',
      'PAYMENT-REQUIRED': toBase64(second),
      'X-Payment-Required': 'true',
      'X-Payment-Network': network,
      'X-Payment-Asset': 'USDC',
      'X-Payment-Amount': toMajor(units),
      'X-Payment-Receiver': payTo,
      'X-Payment-Facilitator': facilitator,
    },
    body: {
      x402: second,
      // Payers of version 1 read the body itself.
      x402Version: 1,
      accepts: accepts.flatMap(({ network: id, amount: maxAmountRequired, ...one }) => {
        const { v1_name } = getNetwork(id)
        const shown = { ...one, network: v1_name, maxAmountRequired, resource: resource.url }
        const { description, mimeType } = resource
        // They refuse the whole list for one network that they do not know.
        return v1_name === null ? [] : [{ ...shown, description, mimeType }]
      }),
    },
  }
}

/** '0.01': trailing zeros are dropped, but at least two decimals stay. */
function toMajor(units: bigint): string {
  const text = formatDecimal({ units, asset: { code: 'USDC', precision: USDC_DECIMALS } })
  return text.replace(/(\.\d{2}\d*?)0+$/, '$1')
}

/** The value of the header PAYMENT-RESPONSE. */
export const toPaymentResponse = (settled: {
  readonly transaction: string
  readonly network: string
  readonly payer: string | null
}): string => toBase64({ success: true, ...settled })
