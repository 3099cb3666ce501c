// Errors of negotiations between agents.
import { defineError } from '../../../operation/error.ts'
import { versions } from './versions.ts'

export const UnsupportedVersion = defineError<{ requested: string }>(
  'UNSUPPORTED_VERSION',
  404,
  (d) =>
    `Version "${d.requested.slice(0, 40)}" of the protocol is not supported; the supported versions are ${versions.join(', ')}.`,
  {
    advice:
      'Use one of the versions in `data.supported`; GET /api/agent-protocol/protocol/versions lists them too.',
    show: ({ requested }) => ({ body: { data: { requested, supported: versions } } }),
  },
)

export const SelfNegotiation = defineError(
  'SELF_NEGOTIATION',
  400,
  () => 'An agent cannot make an agreement with itself; name another agent.',
  {
    advice: 'Send the DID of the other agent in `target_did`, or as the second DID of the path.',
  },
)

export const UnknownTarget = defineError<{ did: string }>(
  'UNKNOWN_TARGET',
  400,
  (d) => `There is no agent ${d.did} to negotiate with.`,
  {
    advice:
      'Check `target_did` with GET /api/agent-protocol/agents/{did}: the agent must be registered in the environment of your credential.',
  },
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
    meaning: 'The two agents have no version, method or capability in common.',
    advice:
      'Compare `protocol_versions`, `encryption` and `signatures` in the `metadata` of both agents. Omit `preferred_capabilities` to accept every capability of the version.',
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
