// The domains of the area of payments to and from other banks, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { interledger } from './interledger/index.ts'
import { iso20022 } from './iso20022/index.ts'
import { mobile } from './mobile/index.ts'
import { openBanking } from './open-banking/index.ts'
import { outsidePayments } from './outside-payments/index.ts'
import { paymentFiles } from './payment-files/index.ts'
import { paymentRails } from './payment-rails/index.ts'
import { standingOrders } from './standing-orders/index.ts'

export const paymentsArea: readonly Domain[] = [
  iso20022,
  openBanking,
  paymentRails,
  paymentFiles,
  outsidePayments,
  interledger,
  mobile,
  standingOrders,
]
