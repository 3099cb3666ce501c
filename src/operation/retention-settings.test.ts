// Which periods an operator may set, and the sentence about each that is wrong.
import { describe, expect, it } from 'vitest'
import { describeForTests } from '../../test/harness/describe.ts'
import { DAY_SECONDS } from '../kernel/durations.ts'
import { applyRetention, kindOf, leastSecondsOf } from './retention-settings.ts'

const { retention } = describeForTests()
const secondsOf = (kind: string, text: string): number =>
  applyRetention(retention, text).find((one) => kindOf(one, retention) === kind)!.seconds

it('changes the kinds that it names, and no other', () => {
  const text = ' notifications.notices=30d, a2a.tasks = 36h,'
  expect(secondsOf('notifications.notices', text)).toBe(30 * DAY_SECONDS)
  expect(secondsOf('a2a.tasks', text)).toBe(1.5 * DAY_SECONDS)
  expect(secondsOf('ledger.rechecks', text)).toBe(365 * DAY_SECONDS)
  expect(applyRetention(retention, '')).toEqual(retention)
})

it('tells kinds of the same table apart', () => {
  expect(secondsOf('webhooks.deliveries.created_at', 'webhooks.deliveries.created_at=7d')).toBe(
    7 * DAY_SECONDS,
  )
  expect(secondsOf('webhooks.deliveries.delivered_at', 'webhooks.deliveries.created_at=7d')).toBe(
    DAY_SECONDS,
  )
  const kinds = retention.map((one) => kindOf(one, retention))
  expect(new Set(kinds).size).toBe(kinds.length)
})

it('keeps every period that may be set within its bound', () => {
  const shorter = retention.filter((one) => (leastSecondsOf(one) ?? 0) > one.seconds)
  expect(shorter).toEqual([])
})

describe('a wrong one', () => {
  const cases: [text: string, sentence: string][] = [
    ['notification.notices=30d', 'did you mean notifications.notices?'],
    ['ledger.moves=30d', 'ledger.moves, which is no kind of data that grows old'],
    ['something else', 'must be like "notifications.notices=30d'],
    ['a2a.tasks=30', 'but has "a2a.tasks=30"'],
    ['platform.replies=23h', 'must keep platform.replies for at least 1 day.'],
    ['notifications.notices=23h', 'for at least 1 day.'],
    ['notifications.notices=20000d', 'for at most 10980 days.'],
    ['a2a.tasks=90d,a2a.tasks=80d', 'sets a2a.tasks twice'],
    ['oauth.artifacts=5d', 'say themselves when they expire'],
    ['requests.bodies=5d', 'a body without its entry says nothing'],
  ]
  it.each(cases)('%s is refused', (text, sentence) => {
    expect(() => applyRetention(retention, text)).toThrow(sentence)
  })
})
