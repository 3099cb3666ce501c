// The area of banking standards: messages and money to and from other banks, and lending in groups. Each domain is
// listed after those that it needs.
import type { Domain } from '../../operation/domain.ts'
import { openBanking } from './open-banking/index.ts'
import { paymentRails } from './payment-rails/index.ts'

export const railsArea: readonly Domain[] = [openBanking, paymentRails]
