// Tools that programs call for people who connected them: the bank as a model sees it.
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { AnyTool } from '../../../operation/tool.ts'
import type { TransferOptions } from '../../core/transfers/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { deleteOld } from './store.ts'

const DAY_MS = 86_400_000
const CALLS_KEPT_DAYS = 90

export interface AgentToolsOptions extends TransferOptions {
  readonly tools: readonly AnyTool[]
  readonly clock: Clock
}

export const agentTools = ({ tools, clock, ...options }: AgentToolsOptions) =>
  defineDomain({
    name: 'agent-tools',
    rank: 4,
    summary: 'Tools that connected programs call for people, and what they may spend.',
    examples,
    operations: makeOperations(tools, options),
    tools,
    jobs: [
      {
        name: 'agent_tools.prune',
        cron: '41 3 * * *',
        retries: 0,
        run(_payload, db) {
          const now = clock.now().getTime()
          return deleteOld(db, new Date(now - DAY_MS), new Date(now - CALLS_KEPT_DAYS * DAY_MS))
        },
      },
    ],
  })

export { ToolKeeper } from './keeper.ts'
export { makeResources } from './resources.ts'
export { makeTools } from './tools.ts'
