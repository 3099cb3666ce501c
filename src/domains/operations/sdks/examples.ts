// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'
const generation_id = '0199d3a2-7c00-7000-8000-0000000000d1'
const signature = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'
export const examples = defineExamples(answers, {
  'partner_sdk.generate': {
    input: {
      language: 'python',
      branding: { name: 'Acme Pay', color: '#AA0033' },
      modules: ['accounts', 'transfers'],
      api_version: 'v2',
      options: { include_examples: false },
    },
    other: { language: 'go' },
  },
  'partner_sdk.list': {},
  'partner_sdk.get': { input: { generation_id } },
  'partner_sdk.download': {
    input: {
      generation_id,
      language: 'python',
      format: 'json',
      expires: 1_772_370_000,
      signature,
    },
  },
  'partner_sdk.languages': {},
  'partner_sdk.openapi_spec': { input: { format: 'json' } },
  'partner_sdk.status': {
    input: { language: 'python' },
    pathIsChoice: true,
  },
})
