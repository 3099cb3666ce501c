// The interface of an x402 facilitator, which verifies payments and settles them on a chain, and its HTTP client.
import type { Requirement, X402Proof } from './protocol.ts'

export interface Verdict {
  readonly isValid: boolean
  readonly reason: string | null
  readonly payer: string | null
}

export interface Settlement {
  readonly success: boolean
  readonly reason: string | null
  readonly payer: string | null
  /** The hash of the transaction. */
  readonly transaction: string
}

export interface Facilitator {
  /** The address shown to payers. */
  readonly url: string
  /** True when payments do not reach a chain. */
  readonly simulated: boolean
  verify(proof: X402Proof, requirement: Requirement): Promise<Verdict>
  /** Throws when the outcome is unknown. One reference settles at most once. */
  settle(proof: X402Proof, requirement: Requirement, reference: string): Promise<Settlement>
}

const TIMEOUT_MS = 10_000

export function httpFacilitator(url: string, timeoutMs = TIMEOUT_MS): Facilitator {
  const call = async (
    path: '/verify' | '/settle',
    proof: X402Proof,
    requirement: Requirement,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        x402Version: proof.version,
        paymentPayload: proof.payload,
        paymentRequirements: requirement,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = (await response.json().catch(() => null)) as Readonly<Record<string, unknown>>
    if (typeof answer !== 'object' || answer === null || response.status >= 500)
      throw new Error(`the x402 facilitator answered ${response.status} to ${path}`)
    return answer
  }
  const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    url,
    simulated: false,
    async verify(proof, requirement) {
      const answer = await call('/verify', proof, requirement)
      return {
        isValid: answer.isValid === true,
        reason: asText(answer.invalidReason),
        payer: asText(answer.payer),
      }
    },
    async settle(proof, requirement) {
      const answer = await call('/settle', proof, requirement)
      const transaction = asText(answer.transaction) ?? ''
      if (answer.success === true && transaction === '')
        throw new Error('the x402 facilitator reported a settlement without a transaction')
      return {
        success: answer.success === true,
        reason: asText(answer.errorReason),
        payer: asText(answer.payer),
        transaction,
      }
    },
  }
}
