// Tells the story of the demo data, through the public API of a bank whose clock follows it: five users and three months
// of activity, and in the end exactly the balances of people.ts. An interrupted load is continued by the next.
import { authLogin, fundingGet } from '../sdk/client/operations.ts'
import { startOfDay } from '../src/kernel/days.ts'
import type { DemoRequest } from '../src/operation/demo-load.ts'
import type { BankAt } from '../src/bank-at.ts'
import { agree } from './agents.ts'
import { lateOn, listDays, morningOf, type StoryDay } from './calendar.ts'
import type { StoryClock } from './clock.ts'
import { workAtTheDesk } from './desk.ts'
import { trade } from './market.ts'
import { disputePayments } from './disputes.ts'
import { deposit, exchange, openAccounts, pay, settle } from './money.ts'
import { payOutside } from './outside.ts'
import { people, type PersonName } from './people.ts'
import { Caller, connect, type Connection, DemoError, Person } from './person.ts'
import { setUp, vote } from './settings.ts'

export interface LoadOptions extends DemoRequest {
  readonly clock: StoryClock
  readonly bank: BankAt
  readonly baseUrl: string
  /** The password of the operator of the story, which nobody needs afterwards. */
  readonly deskPassword: string
  readonly signal?: AbortSignal | undefined
}

export type Cast = Readonly<Record<PersonName, Person>>

const DESK = 'desk@demo.example'

export async function loadDemo(options: LoadOptions): Promise<void> {
  const { bank, clock, until } = options
  const connection = { ...options, fetch: bank.fetch }
  const days = listDays(options.first, until)
  const missing = days.filter(({ date }) => options.done === null || date > options.done)
  const steps = days.length + 2
  let done = options.done
  const report = async (step: number, title: string): Promise<void> => {
    if (!(await options.report({ step, steps, title, done })))
      throw new DemoError('Another load of the demo data has taken over.')
  }
  await report(days.length - missing.length + 1, 'Signing up five people')
  if (missing[0]) clock.begin(morningOf(missing[0]), lateOn(missing[0]))
  const cast = await gather(connection)
  const desk = await openDesk(connection, options)
  const callers = [...Object.values(cast), desk]
  try {
    for (const person of Object.values(cast)) {
      await person.recall()
      clock.reach(person.lastEntryAt())
    }
    await prepare(cast, days)
    for (const day of missing) {
      await report(day.index + 2, titleOf(day))
      clock.begin(morningOf(day), lateOn(day))
      await bank.loadPrices()
      await live(cast, desk, day)
      clock.reach(lateOn(day))
      await bank.runDue()
      done = day.date
    }
    await report(steps, 'Adding up')
    clock.begin(startOfDay(until), clock.end)
    await bank.loadPrices()
    await settle(cast)
    await vote(cast)
    await bank.runDue()
  } finally {
    await Promise.allSettled(callers.map((caller) => caller.leave()))
  }
}

const titleOf = ({ date }: StoryDay): string =>
  startOfDay(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

async function prepare(cast: Cast, days: readonly StoryDay[]): Promise<void> {
  const { data } = await cast.rosa.read(fundingGet, {})
  if (!data.may_fund)
    throw new DemoError(
      'Only operators bring money into this bank; start it with FUNDING=open to load demo data.',
    )
  await openAccounts(cast)
  await deposit(cast, days)
}

async function live(cast: Cast, desk: Caller, day: StoryDay): Promise<void> {
  await setUp(cast, day)
  await workAtTheDesk(cast, desk, day)
  await pay(cast, day)
  await payOutside(cast, desk, day)
  await disputePayments(cast, desk, day)
  await exchange(cast, day)
  await trade(cast, day)
  await agree(cast, day)
}

/** All of them are known before anything is written for one. */
async function gather(connection: Connection): Promise<Cast> {
  const found: [PersonName, Person][] = []
  for (const demo of people) found.push([demo.id, await Person.arrive(demo, connection)])
  return Object.fromEntries(found) as Cast
}

async function openDesk(
  connection: Connection,
  { bank, deskPassword }: LoadOptions,
): Promise<Caller> {
  const operator = { email: DESK, password: deskPassword }
  if (!(await bank.makeOperator(operator)))
    throw new DemoError(`${DESK} is a customer of this bank; load the demo data into another.`)
  const { data } = await authLogin(connect(connection), operator)
  if (data.two_factor_required) throw new DemoError(`${DESK} signs in with two factors.`)
  return new Caller('desk', data, connection)
}
