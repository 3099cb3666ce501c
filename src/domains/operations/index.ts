// The area of operations: what operators and developers use to run the bank and to build on it. Switches, the audit log,
// requests, events, webhooks, monitoring, health and generated SDKs.
import type { Domain } from '../../operation/domain.ts'
import { audit } from './audit/index.ts'
import { controls } from './controls/index.ts'
import { events } from './events/index.ts'
import { monitoring } from './monitoring/index.ts'
import { requests } from './requests/index.ts'
import { sdks } from './sdks/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'

export const operationsArea: readonly Domain[] = [
  controls,
  audit,
  requests,
  events,
  webhooks,
  monitoring,
  system,
  sdks,
]
