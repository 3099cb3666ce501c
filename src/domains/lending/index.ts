// The domains of the area of lending, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { microfinance } from './microfinance/index.ts'

export const lendingArea: readonly Domain[] = [microfinance]
