// Switches and limits that operators change while the bank runs.
import { defineDomain } from '../../../operation/domain.ts'
import { transfers } from '../../core/transfers/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeGate } from './features.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { Controls, CONTROLS_CHANGED } from './service.ts'
import { transferSwitch } from './transfer-switch.ts'

export const controls = defineDomain({
  name: 'controls',
  summary: 'What operators switched off, and the rate limits they set while the bank runs.',
  graphql: 'monitoring',
  events,
  examples,
  personalData,
  needs: { transfers },
  setUp(bank, _settings, needs) {
    const { clock, database, isListening, limits, registry } = bank
    const service = new Controls({
      clock,
      isListening,
      registry,
      db: database.read,
      configured: limits,
    })
    needs.transfers.guards.add(transferSwitch(transfers.name, service))
    const forget = () => service.forget()
    return {
      exports: { limits: service.limits },
      operations: makeOperations(service),
      gates: [makeGate(registry, service.off)],
      caches: [{ topic: CONTROLS_CHANGED, forget, forgetAll: forget }],
      prepare: () => service.prepare(),
    }
  },
})
