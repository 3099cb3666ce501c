// The domains of the area of core banking, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { accountNumbers } from './account-numbers/index.ts'
import { accounts } from './accounts/index.ts'
import { assets } from './assets/index.ts'
import { batches } from './batches/index.ts'
import { disputes } from './disputes/index.ts'
import { funding } from './funding/index.ts'
import { generalLedger } from './general-ledger/index.ts'
import { ledger } from './ledger/index.ts'
import { rates } from './rates/index.ts'
import { transactions } from './transactions/index.ts'
import { transfers } from './transfers/index.ts'
import { workflows } from './workflows/index.ts'

export const coreArea: readonly Domain[] = [
  ledger,
  assets,
  rates,
  funding,
  accountNumbers,
  accounts,
  transfers,
  transactions,
  disputes,
  workflows,
  batches,
  generalLedger,
]
