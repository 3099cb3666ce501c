// The MCP tools that connected clients call for their users.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { keepDays, noShorter } from '../../../operation/retention.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import { oauth } from '../../people/oauth/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { sortTools } from './tool-order.ts'
import { makeResources, nameAccounts } from './resources.ts'
import { settings } from './settings.ts'
import { ToolRunner } from './tool-runner.ts'
import { makeTools } from './tools.ts'

const CALLS_KEPT_DAYS = 90

export const agentTools = defineDomain({
  name: 'agent-tools',
  summary: 'Tools that connected clients call for their users, and the daily limits of clients.',
  graphql: 'ai',
  settings,
  examples,
  personalData,
  needs: { accounts, assets, identity, ledger, oauth, transactions, transfers },
  setUp(bank, { MCP_ALLOWED_ORIGINS }, needs) {
    const { clock, database, run } = bank
    const { catalogue } = needs.assets
    const all = () => sortTools(bank.registry().tools)
    const operations = makeOperations(all, needs.transfers.options)
    const read = {
      ...needs.identity.operations,
      ...needs.accounts.operations,
      ...needs.transactions.operations,
    }
    return {
      exports: {
        server: new ToolRunner({
          clock,
          database,
          run,
          tools: all,
          resources: makeResources(read, catalogue, () => clock.now()),
          nameAccounts: (perform) => nameAccounts(read, perform),
          assets: catalogue,
          onError: (error, tool) =>
            bank.log.error({ err: error, tool }, 'A tool call failed with an unexpected error.'),
        }),
        allowedOrigins: MCP_ALLOWED_ORIGINS,
      },
      operations,
      tools: makeTools(byName(operations), catalogue),
      retention: [
        noShorter(
          keepDays(
            'agent_tools.keys',
            'created_at',
            1,
            'An idempotency key of a tool call is valid for a day.',
          ),
        ),
        noShorter(
          keepDays(
            'agent_tools.spends',
            'id',
            CALLS_KEPT_DAYS,
            'Spends are shown with the tool calls they belong to.',
          ),
        ),
        keepDays(
          'agent_tools.calls',
          'id',
          CALLS_KEPT_DAYS,
          'Users see which tools their connected clients have called.',
        ),
      ],
    }
  },
})
