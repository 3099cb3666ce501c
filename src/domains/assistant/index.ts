// The bank in plain words, and as tools for models. Each domain comes after those that it needs.
import type { Domain } from '../../operation/domain.ts'
import { agentTools } from './agent-tools/index.ts'
import { queries } from './queries/index.ts'

export const assistantArea: readonly Domain[] = [queries, agentTools]
