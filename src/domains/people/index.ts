// The area of users: their identity and credentials, the partners they belong to, and their notifications.
import type { Domain } from '../../operation/domain.ts'
import { apiKeys } from './api-keys/index.ts'
import { identity } from './identity/index.ts'
import { notifications } from './notifications/index.ts'
import { oauth } from './oauth/index.ts'
import { partners } from './partners/index.ts'
import { passkeys } from './passkeys/index.ts'

export const peopleArea: readonly Domain[] = [
  identity,
  apiKeys,
  passkeys,
  oauth,
  partners,
  notifications,
]
