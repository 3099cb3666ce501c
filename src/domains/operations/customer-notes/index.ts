// What operators note about a customer for each other. The customer never sees it.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import { examples } from './examples.ts'
import { operations } from './operations.ts'
import { personalData } from './personal-data.ts'

export const customerNotes = defineDomain({
  name: 'customer-notes',
  summary: 'Notes of operators about customers, with their authors and corrections.',
  graphql: 'user',
  examples,
  personalData,
  needs: { identity },
  setUp: () => ({ operations }),
})
