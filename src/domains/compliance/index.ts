// The domains of the area of compliance, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { regulatory } from './regulatory/index.ts'

export const complianceArea: readonly Domain[] = [regulatory]
