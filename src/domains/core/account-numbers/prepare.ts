// Before the examples of account numbers: an account.
import { ofAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = { 'account.identifiers': ofAccount }
