// The domains that watch over the bank: its switches, what was changed and called, events, webhooks, monitoring, health
// and regulatory reports. Each domain is listed after those it needs.
import type { Domain } from '../../operation/domain.ts'
import { audit } from './audit/index.ts'
import { controls } from './controls/index.ts'
import { events } from './events/index.ts'
import { monitoring } from './monitoring/index.ts'
import { regulatory } from './regulatory/index.ts'
import { requests } from './requests/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'

export const watchingArea: readonly Domain[] = [
  controls,
  audit,
  requests,
  events,
  webhooks,
  monitoring,
  system,
  regulatory,
]
