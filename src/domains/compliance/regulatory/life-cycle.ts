// The life cycles of a report to a regulator, of a travel-rule record, and of a hit on the sanctions list.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { HitStateConflict } from './errors.ts'

export const reportLife = defineLifeCycle({
  name: 'regulatory report',
  states: ['pending', 'processing', 'accepted'],
  starts: ['pending'],
  ends: ['accepted'],
  steps: [
    {
      action: 'process',
      from: ['pending'],
      to: 'processing',
      who: ['clock'],
      guard: 'a minute has passed, and the regulator is simulated',
    },
    {
      action: 'accept',
      from: ['processing'],
      to: 'accepted',
      who: ['clock'],
      guard: 'five minutes have passed since the report was submitted',
    },
  ],
})

export type ReportStatus = StateOf<typeof reportLife>

const minuteMs = 60_000

/** The simulated regulator works by the clock alone; answers of a real one do not reach the bank. */
export function reportStatusAt(
  { submitted_at, channel }: { readonly submitted_at: Date; readonly channel: string },
  now: Date,
): ReportStatus {
  const age = now.getTime() - submitted_at.getTime()
  if (channel !== 'simulated' || age < minuteMs) return 'pending'
  return age < 5 * minuteMs ? 'processing' : 'accepted'
}

export const recordLife = defineLifeCycle({
  name: 'travel rule record',
  states: ['submitted', 'acknowledged', 'rejected'],
  starts: ['submitted', 'rejected'],
  ends: ['acknowledged', 'rejected'],
  steps: [
    {
      action: 'acknowledge',
      from: ['submitted'],
      to: 'acknowledged',
      who: ['clock'],
      guard: 'a minute has passed; the provider of the beneficiary is simulated',
    },
  ],
})

export type RecordStatus = StateOf<typeof recordLife>

export function recordStatusAt(
  { created_at, is_compliant }: { readonly created_at: Date; readonly is_compliant: boolean },
  now: Date,
): RecordStatus {
  if (!is_compliant) return 'rejected'
  return now.getTime() - created_at.getTime() < minuteMs ? 'submitted' : 'acknowledged'
}

export const hitLife = defineLifeCycle({
  name: 'sanctions hit',
  states: ['open', 'confirmed', 'cleared'],
  starts: ['open'],
  ends: [],
  steps: [
    {
      action: 'confirm',
      from: ['open', 'cleared'],
      to: 'confirmed',
      who: ['operator'],
      effect: 'the exception for the name ends',
    },
    {
      action: 'clear',
      from: ['open', 'confirmed'],
      to: 'cleared',
      who: ['operator'],
      guard: 'with a reason and a day on which the exception expires',
      effect: 'the name no longer blocks, until the exception expires',
    },
    {
      action: 'reopen',
      from: ['cleared'],
      to: 'open',
      who: ['clock', 'operator'],
      guard: 'the exception expired and the name was screened again, or an operator revoked it',
    },
  ],
  refuse: ({ state, action, to }) =>
    action === 'reopen' ? undefined : HitStateConflict({ status: state, decision: to }),
})

export type HitStatus = StateOf<typeof hitLife>
