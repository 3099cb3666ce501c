// The area of banking standards: messages and money to and from other banks, and lending in groups. Each domain is
// listed after those that it needs.
import type { Domain } from '../../operation/domain.ts'
import { paymentFiles } from './payment-files/index.ts'

export const railsArea: readonly Domain[] = [paymentFiles]
