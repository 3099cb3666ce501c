// The area of compliance: regulatory reports, sanctions screening and cases.
import type { Domain } from '../../operation/domain.ts'
import { regulatory } from './regulatory/index.ts'

export const complianceArea: readonly Domain[] = [regulatory]
