// What is sold to people and machines: requests, text messages, cards, subscriptions. Each domain comes after those that it needs.
import type { Domain } from '../../operation/domain.ts'
import { cards } from './cards/index.ts'
import { machinePayments } from './machine-payments/index.ts'
import { sms } from './sms/index.ts'
import { subscriptions } from './subscriptions/index.ts'

export const sellingArea: readonly Domain[] = [machinePayments, sms, cards, subscriptions]
