// Answers questions about transactions, asked in plain words or by fields.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { spending } from '../spending/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { makeTools } from './tools.ts'

export const queries = defineDomain({
  name: 'queries',
  summary: 'Finding transactions and analysing spending, asked in plain words or by fields.',
  graphql: 'ai',
  examples,
  personalData,
  needs: { accounts, assets, ledger, spending },
  setUp({ longWork }) {
    const operations = makeOperations(longWork)
    const named = byName(operations)
    return { exports: { operations: named }, operations, tools: makeTools(named) }
  },
})

export { findAsset } from './interpretation/amounts.ts'
export { accountTypes, type Filters, sorts } from './filters.ts'
export { interpret } from './interpretation/interpreter.ts'
export { namesMoreThanPayments } from './interpretation/payments.ts'
