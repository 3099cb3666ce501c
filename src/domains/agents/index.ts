// The domains of the area of software agents, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { a2a } from './a2a/index.ts'
import { agents } from './agents/index.ts'
import { agentAgreements } from './agreements/index.ts'
import { escrow } from './escrow/index.ts'
import { mandates } from './mandates/index.ts'
import { agentMessages } from './messages/index.ts'
import { agentPayments } from './payments/index.ts'
import { reputation } from './reputation/index.ts'

export const agentsArea: readonly Domain[] = [
  agents,
  agentAgreements,
  agentMessages,
  escrow,
  agentPayments,
  reputation,
  mandates,
  a2a,
]
