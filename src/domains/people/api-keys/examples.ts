// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'api_key.create': {
    input: { name: 'Contract', permissions: ['read', 'write'], allowed_ips: ['10.0.0.0/8'] },
    other: { name: 'Contract 2' },
  },
  'api_key.list': {},
  'api_key.list_of_user': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    as: 'operator',
  },
  'api_key.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000008' } },
  'api_key.update': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000008', name: 'Renamed' },
    other: { name: 'Renamed again' },
  },
  'api_key.revoke': { input: { id: '0199d3a2-7c00-7000-8000-000000000008' } },
  'api_key.regenerate': { input: { id: '0199d3a2-7c00-7000-8000-000000000008' } },
  'api_key.revoke_of_user': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000001',
      id: '0199d3a2-7c00-7000-8000-000000000042',
    },
    as: 'operator',
  },
})
