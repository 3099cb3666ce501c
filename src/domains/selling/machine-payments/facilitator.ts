// The port to whoever takes x402 payments to a chain: asked whether one would go through, and told to
// settle it. The one over HTTP speaks the protocol's own two calls.
import type { Requirement, X402Proof } from './x402.ts'

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
  /** As it is named to payers. */
  readonly url: string
  /** Nothing reaches a chain. */
  readonly simulated: boolean
  verify(proof: X402Proof, requirement: Requirement): Promise<Verdict>
  /** Throws when nobody knows whether it was settled. One reference settles once. */
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
      throw new Error(`the facilitator answered ${response.status}`)
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
        throw new Error('the facilitator settled without a transaction')
      return {
        success: answer.success === true,
        reason: asText(answer.errorReason),
        payer: asText(answer.payer),
        transaction,
      }
    },
  }
}
