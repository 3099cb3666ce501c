// Lists the domains of this area: payments for requests, text messages, cards and subscriptions. Each comes after the ones it needs.
import type { Domain } from '../../operation/domain.ts'
import { cards } from './cards/index.ts'
import { machinePayments } from './machine-payments/index.ts'
import { sms } from './sms/index.ts'
import { subscriptions } from './subscriptions/index.ts'

export const sellingArea: readonly Domain[] = [machinePayments, sms, cards, subscriptions]
