// Rejects registrations with the tenants of a partner that is suspended or terminated. Existing customers keep their
// accounts: the end of a partner locks no customer out of their money. It is a gate, because a registration can come
// through any transport, and it answers with the error of a closed tenant, not with a 503.
import type { Gate } from '../../../../operation/gate.ts'
import type { AnyOperation } from '../../../../operation/operation.ts'
import type { TenantDirectory } from './directory.ts'

export const registrationGate =
  (register: Pick<AnyOperation, 'name'>, directory: Pick<TenantDirectory, 'checkSignUp'>): Gate =>
  (op, { tenant }) =>
    op.name === register.name && tenant !== undefined ? directory.checkSignUp(tenant) : undefined
