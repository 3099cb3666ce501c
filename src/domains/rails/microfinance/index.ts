// Microfinance: groups of borrowers, loans, cash at tellers, collection sheets and shares of members.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { groupOperations } from './group-operations.ts'
import { settings } from './settings.ts'

export const microfinance = defineDomain({
  name: 'microfinance',
  summary: 'Groups of borrowers, their loans, cash at tellers, collections and shares.',
  settings,
  events,
  examples,
  needs: {},
  setUp() {
    return { face: {}, operations: [...groupOperations] }
  },
})
