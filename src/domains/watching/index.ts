// The domains that report on the bank: events, webhooks, monitoring, health and regulatory reports. Each domain is
// listed after those it needs.
import type { Domain } from '../../operation/domain.ts'
import { events } from './events/index.ts'
import { monitoring } from './monitoring/index.ts'
import { regulatory } from './regulatory/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'

export const watchingArea: readonly Domain[] = [events, webhooks, monitoring, system, regulatory]
