// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'asset.list_public': {},
  'asset.list': {},
  'asset.get_public': { input: { code: 'EUR' } },
  'asset.get': { input: { code: 'eur' }, pathIsChoice: true },
  'asset.create': {
    input: { name: 'Example', type: 'custom', precision: 2, code: 'EXB' },
    other: { name: 'Another' },
    as: 'operator',
  },
  'asset.update': {
    input: { code: 'EXB', name: 'Renamed' },
    other: { name: 'Renamed again' },
    as: 'operator',
  },
  'asset.deactivate': {
    input: { code: 'EXB' },
    as: 'operator',
  },
})
