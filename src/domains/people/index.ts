// The domains of the area of users, in any order; README.md says what each is for.
import type { Domain } from '../../operation/domain.ts'
import { apiKeys } from './api-keys/index.ts'
import { identity } from './identity/index.ts'
import { notifications } from './notifications/index.ts'
import { oauth } from './oauth/index.ts'
import { partners } from './partners/index.ts'
import { passkeys } from './passkeys/index.ts'
import { personalData } from './personal-data/index.ts'

export const peopleArea: readonly Domain[] = [
  identity,
  apiKeys,
  passkeys,
  oauth,
  partners,
  notifications,
  personalData,
]
