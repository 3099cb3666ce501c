// The life of an agent: its owner deactivates and activates it, an operator suspends it. It has no end.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { StatusChangeNotAllowed } from './errors.ts'

export const agentLife = defineLifeCycle({
  name: 'agent',
  states: ['active', 'inactive', 'suspended'],
  starts: ['active'],
  ends: [],
  steps: [
    {
      action: 'deactivate',
      from: ['active'],
      to: 'inactive',
      who: ['owner', 'operator'],
      effect: 'its sessions end',
    },
    { action: 'activate', from: ['inactive'], to: 'active', who: ['owner', 'operator'] },
    {
      action: 'suspend',
      from: ['active', 'inactive'],
      to: 'suspended',
      who: ['operator'],
      effect: 'its sessions end',
    },
    { action: 'restore', from: ['suspended'], to: 'active', who: ['operator'] },
  ],
  refuse: ({ state, to }) => StatusChangeNotAllowed({ from: state, to }),
})

export type AgentStatus = StateOf<typeof agentLife>
