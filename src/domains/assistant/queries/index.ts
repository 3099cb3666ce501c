// Questions about transactions, in plain words or field by field.
import { defineDomain } from '../../../operation/domain.ts'
import type { LongWork } from '../../../operation/heavy.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const queries = (options: { readonly work: LongWork }) =>
  defineDomain({
    name: 'queries',
    rank: 4,
    summary: 'Finding transactions, and what was spent on what, also by asking in plain words.',
    examples,
    operations: makeOperations(options.work),
  })
