// The area of banking standards: messages and money to and from other banks, and lending in groups. Each domain is
// listed after those that it needs.
import type { Domain } from '../../operation/domain.ts'
import { iso20022 } from './iso20022/index.ts'
import { paymentFiles } from './payment-files/index.ts'

export const railsArea: readonly Domain[] = [iso20022, paymentFiles]
