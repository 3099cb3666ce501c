// Questions in plain words, and the bank as tools for models. Each domain is listed after those it needs.
import type { Domain } from '../../operation/domain.ts'
import { agentTools } from './agent-tools/index.ts'
import { conversations } from './conversations/index.ts'
import { queries } from './queries/index.ts'
import { spending } from './spending/index.ts'

export const assistantArea: readonly Domain[] = [spending, queries, agentTools, conversations]
