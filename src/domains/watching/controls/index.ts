// Switches and limits that operators change while the bank runs.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeGate } from './features.ts'
import { makeOperations } from './operations.ts'
import { Controls, CONTROLS_CHANGED } from './service.ts'

export const controls = defineDomain({
  name: 'controls',
  summary: 'What operators switched off, and the rate limits they set while the bank runs.',
  events,
  examples,
  needs: {},
  setUp(bank) {
    const service = new Controls({ ...bank, db: bank.database.read, configured: bank.limits })
    const forget = () => service.forget()
    return {
      face: { limits: service.limits },
      operations: makeOperations(service),
      gates: [makeGate(bank.registry, service.off)],
      caches: [{ topic: CONTROLS_CHANGED, forget, forgetAll: forget }],
      prepare: () => service.prepare(),
    }
  },
})
