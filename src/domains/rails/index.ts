// The area of banking standards: messages and money to and from other banks, and lending in groups. Each domain is
// listed after those that it needs.
import type { Domain } from '../../operation/domain.ts'
import { interledger } from './interledger/index.ts'
import { iso20022 } from './iso20022/index.ts'
import { microfinance } from './microfinance/index.ts'
import { mobile } from './mobile/index.ts'
import { notifications } from './notifications/index.ts'
import { openBanking } from './open-banking/index.ts'
import { outsidePayments } from './outside-payments/index.ts'
import { paymentFiles } from './payment-files/index.ts'
import { paymentRails } from './payment-rails/index.ts'

export const railsArea: readonly Domain[] = [
  iso20022,
  openBanking,
  paymentRails,
  paymentFiles,
  outsidePayments,
  interledger,
  microfinance,
  mobile,
  notifications,
]
