// The domains of the area of commerce, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { cards } from './cards/index.ts'
import { machinePayments } from './machine-payments/index.ts'
import { partnerBilling } from './partner-billing/index.ts'
import { sms } from './sms/index.ts'
import { subscriptions } from './subscriptions/index.ts'

export const commerceArea: readonly Domain[] = [
  machinePayments,
  sms,
  cards,
  subscriptions,
  partnerBilling,
]
