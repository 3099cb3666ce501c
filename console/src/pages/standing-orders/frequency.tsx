// How often a standing order pays, in words, and its days: a day is the same day wherever the viewer is.
import type { StandingOrderFrequency } from '../../../../sdk/client/types.ts'
import { When } from '../../design/time.tsx'

export const FREQUENCIES: Readonly<Record<StandingOrderFrequency, string>> = {
  weekly: 'every week',
  every_two_weeks: 'every two weeks',
  monthly: 'every month',
  quarterly: 'every three months',
  yearly: 'every year',
}

export const Day = ({ day }: { readonly day: string }) => <When at={`${day}T00:00`} isDay />
