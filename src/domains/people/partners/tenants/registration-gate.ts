// Keeps new customers away from the tenants of a partner that is suspended or terminated. Those it has keep their
// accounts: nobody is locked out of their money because the company between them and the bank is gone. It is a gate,
// because a registration can come through any transport, and it refuses with the error of a closed tenant, not with a 503.
import type { Gate } from '../../../../operation/gate.ts'
import type { AnyOperation } from '../../../../operation/operation.ts'
import type { TenantDirectory } from './directory.ts'

export const registrationGate =
  (register: Pick<AnyOperation, 'name'>, directory: Pick<TenantDirectory, 'checkNewcomer'>): Gate =>
  (op, { tenant }) =>
    op.name === register.name && tenant !== undefined ? directory.checkNewcomer(tenant) : undefined
