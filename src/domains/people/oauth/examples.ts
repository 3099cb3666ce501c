// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'grant.list': {},
  'grant.list_of_user': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    as: 'operator',
  },
  'grant.update': {
    input: { grant_id: '0199d3a2-7c00-7000-8000-000000000014', daily_limit_minor: 5000 },
    other: { daily_limit_minor: null },
  },
  'grant.revoke': { input: { grant_id: '0199d3a2-7c00-7000-8000-000000000014' } },
  'grant.revoke_of_user': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000001',
      grant_id: '0199d3a2-7c00-7000-8000-000000000042',
    },
    as: 'operator',
  },
})
