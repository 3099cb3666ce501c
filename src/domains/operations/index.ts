// The domains of the area of operations, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { audit } from './audit/index.ts'
import { bankOverview } from './bank-overview/index.ts'
import { controls } from './controls/index.ts'
import { customerNotes } from './customer-notes/index.ts'
import { demo } from './demo/index.ts'
import { events } from './events/index.ts'
import { monitoring } from './monitoring/index.ts'
import { requests } from './requests/index.ts'
import { sdks } from './sdks/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'

export const operationsArea: readonly Domain[] = [
  controls,
  audit,
  customerNotes,
  requests,
  events,
  webhooks,
  monitoring,
  bankOverview,
  system,
  sdks,
  demo,
]
