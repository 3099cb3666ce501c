// Errors of negotiations between agents.
import { defineError } from '../../../operation/error.ts'
import { versions } from './versions.ts'

export const UnsupportedVersion = defineError<{ requested: string }>(
  'UNSUPPORTED_VERSION',
  404,
  (d) =>
    `Version "${d.requested.slice(0, 40)}" of the protocol is not supported; the supported versions are ${versions.join(', ')}.`,
  { show: ({ requested }) => ({ body: { data: { requested, supported: versions } } }) },
)

export const NegotiationWithItself = defineError(
  'SELF_NEGOTIATION',
  400,
  () => 'An agent cannot make an agreement with itself; name another agent.',
)

export const UnknownTarget = defineError<{ did: string }>(
  'UNKNOWN_TARGET',
  400,
  (d) => `There is no agent ${d.did} to negotiate with.`,
)

export interface FailedNegotiation {
  readonly error: string
  readonly initiatorDid: string
  readonly targetDid: string
}

export const NegotiationFailed = defineError<FailedNegotiation>(
  'NEGOTIATION_FAILED',
  400,
  (d) => d.error,
  {
    meaning: 'The two agents have nothing that both can do.',
    advice: 'Compare the capabilities of both agents and offer what they share.',
    show: ({ error, initiatorDid, targetDid }) => ({
      body: {
        data: {
          negotiation: {
            success: false,
            agreement: null,
            error,
            timeout: false,
            existingAgreement: false,
            initiatorDid,
            targetDid,
          },
        },
      },
    }),
  },
)
