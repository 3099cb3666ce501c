// The domains about people and their credentials. Each domain comes after those that it needs.
import type { Domain } from '../../operation/domain.ts'
import { apiKeys } from './api-keys/index.ts'
import { identity } from './identity/index.ts'
import { oauth } from './oauth/index.ts'
import { partners } from './partners/index.ts'
import { passkeys } from './passkeys/index.ts'
import { sdks } from './sdks/index.ts'

export const peopleArea: readonly Domain[] = [identity, apiKeys, passkeys, oauth, partners, sdks]
