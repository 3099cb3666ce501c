// The domains of the area of plain words and tools for models, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { agentTools } from './agent-tools/index.ts'
import { conversations } from './conversations/index.ts'
import { queries } from './queries/index.ts'
import { spending } from './spending/index.ts'

export const assistantArea: readonly Domain[] = [spending, queries, agentTools, conversations]
