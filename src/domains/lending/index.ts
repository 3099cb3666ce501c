// The area of lending: loans, shares and savings of groups.
import type { Domain } from '../../operation/domain.ts'
import { microfinance } from './microfinance/index.ts'

export const lendingArea: readonly Domain[] = [microfinance]
