// The life cycles of partners and of their tenants.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { PartnerStateConflict, TenantStateConflict } from './errors.ts'

export const partnerLife = defineLifeCycle({
  name: 'partner',
  states: ['active', 'suspended', 'terminated'],
  starts: ['active'],
  ends: ['terminated'],
  steps: [
    {
      action: 'suspend',
      from: ['active'],
      to: 'suspended',
      who: ['operator'],
      effect:
        'its keys are rejected and its tenants accept no new customers until it is reactivated',
    },
    { action: 'reactivate', from: ['suspended'], to: 'active', who: ['operator'] },
    {
      action: 'terminate',
      from: ['active', 'suspended'],
      to: 'terminated',
      who: ['operator'],
      effect: 'its keys are revoked for good and its tenants accept no new customers',
    },
  ],
  refuse: ({ state, action, allowed }) => PartnerStateConflict({ status: state, action, allowed }),
})

export const tenantLife = defineLifeCycle({
  name: 'tenant',
  states: ['active', 'suspended', 'deleting', 'deleted'],
  starts: ['active'],
  ends: ['deleted'],
  steps: [
    { action: 'suspend', from: ['active'], to: 'suspended', who: ['partner'] },
    { action: 'reactivate', from: ['suspended'], to: 'active', who: ['partner'] },
    {
      action: 'delete',
      from: ['active', 'suspended'],
      to: 'deleting',
      who: ['partner'],
      effect: 'it is deleted after 14 days and keeps its domain until then',
    },
    { action: 'restore', from: ['deleting'], to: 'active', who: ['partner'] },
    {
      action: 'end',
      from: ['deleting'],
      to: 'deleted',
      who: ['clock'],
      guard: 'the 14 days are over',
      effect: 'its domain is free again',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    action === 'end' ? undefined : TenantStateConflict({ status: state, action, allowed }),
})
export type TenantStatus = StateOf<typeof tenantLife>
