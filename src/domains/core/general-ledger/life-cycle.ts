// The states of a journal entry, of a period and of a posting rule, and the steps between them.
import { defineLifeCycle } from '../../../kernel/life-cycle.ts'
import { EntryNotReversible, PeriodStateConflict, PostingRuleStateConflict } from './errors.ts'

export const entryLife = defineLifeCycle({
  name: 'journal entry',
  states: ['posted', 'reversed'],
  starts: ['posted'],
  ends: ['reversed'],
  steps: [
    {
      action: 'reverse',
      from: ['posted'],
      to: 'reversed',
      who: ['bookkeeper', 'clock'],
      guard: 'a closing entry only by reopening its period',
      effect: 'a mirrored entry is posted; both count',
    },
  ],
  refuse: ({ state }, about: { readonly entry_number: string }) =>
    EntryNotReversible({ ...about, status: state }),
})

export const periodLife = defineLifeCycle({
  name: 'accounting period',
  states: ['open', 'closed'],
  starts: ['open'],
  ends: [],
  steps: [
    {
      action: 'close',
      from: ['open'],
      to: 'closed',
      who: ['bookkeeper'],
      guard: 'it ended at least a minute ago, and every earlier period is closed',
      effect: 'its balances are kept; no entry is posted on its days or before',
    },
    {
      action: 'reopen',
      from: ['closed'],
      to: 'open',
      who: ['operator'],
      guard: 'no later period is closed',
      effect: 'its closing entries are reversed',
    },
  ],
  refuse: ({ state, action }, about: { readonly name: string }) =>
    PeriodStateConflict({
      ...about,
      status: state,
      action: `${action}${action === 'close' ? 'd' : 'ed'}`,
    }),
})

export const ruleLife = defineLifeCycle({
  name: 'posting rule',
  states: ['active', 'inactive'],
  starts: ['active'],
  ends: [],
  steps: [
    { action: 'deactivate', from: ['active'], to: 'inactive', who: ['operator'] },
    {
      action: 'activate',
      from: ['inactive'],
      to: 'active',
      who: ['operator'],
      effect: 'events from now on count',
    },
  ],
  refuse: ({ state }, { name }: { readonly name: string }) =>
    PostingRuleStateConflict({ name, status: state }),
})
