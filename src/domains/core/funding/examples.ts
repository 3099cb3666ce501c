// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const teller = {
  user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  added_by: '0199d3a2-7c00-7000-8000-000000000002',
  added_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'funding.get': { output: { mode: 'open', may_fund: true } },
  'teller.add': {
    input: { user_uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    output: { data: teller, message: 'The user is a teller now.' },
    other: { user_uuid: '0197a000-0000-7000-8000-000000000001' },
    as: 'operator',
  },
  'teller.list': { output: onePage(teller), as: 'operator' },
  'teller.remove': {
    input: { user_uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    output: { message: 'The user is no longer a teller.' },
    as: 'operator',
  },
})
