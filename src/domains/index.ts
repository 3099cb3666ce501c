// The areas of the bank, by the names that readers of the API see. A new domain is a line in the list of its area.
import type { Areas, Domain } from '../operation/domain.ts'
import { agentsArea } from './agents/index.ts'
import { assistantArea } from './assistant/index.ts'
import { commerceArea } from './commerce/index.ts'
import { complianceArea } from './compliance/index.ts'
import { coreArea } from './core/index.ts'
import { lendingArea } from './lending/index.ts'
import { marketsArea } from './markets/index.ts'
import { operationsArea } from './operations/index.ts'
import { paymentsArea } from './payments/index.ts'
import { peopleArea } from './people/index.ts'

export const areas: Areas = {
  'People and access': peopleArea,
  'Core banking': coreArea,
  Markets: marketsArea,
  Agents: agentsArea,
  Commerce: commerceArea,
  Payments: paymentsArea,
  Lending: lendingArea,
  Compliance: complianceArea,
  Operations: operationsArea,
  Assistant: assistantArea,
}

export const domains: readonly Domain[] = Object.values(areas).flat()
