// Loads the demo data through the public API, as users would: five users, three months of activity, and in the end
// exactly the balances of people.ts. A second load does only what is missing; an interrupted one is completed.
import { ServerError } from '../sdk/client/errors.ts'
import { fundingGet, systemIndex } from '../sdk/client/operations.ts'
import { months } from './activity.ts'
import { loadAgents } from './agents.ts'
import { trade } from './market.ts'
import { convert, deposit, openAccounts, payMonth, settle } from './money.ts'
import { people, type PersonName } from './people.ts'
import { connect, type Connection, DemoError, Person } from './person.ts'
import { loadSettings } from './settings.ts'

export interface Step {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly title: string
}

export interface LoadOptions extends Connection {
  readonly onStep?: (step: Step) => void
}

export { explain } from './person.ts'

export type Cast = Readonly<Record<PersonName, Person>>

/** Returns false when everything was there already. */
export async function loadDemo({
  onStep = () => {},
  ...connection
}: LoadOptions): Promise<boolean> {
  await checkMode(connection)
  const steps: readonly (readonly [title: string, run: (cast: Cast) => Promise<void>])[] = [
    ['Opening accounts', openAccounts],
    ['Bringing in what they own', deposit],
    ['Trading on the exchange', trade],
    ['Letting two agents make an agreement', loadAgents],
    ...months.map(
      (month, index) =>
        [
          `Paying salaries, rents and groceries of ${month}`,
          async (cast: Cast) => {
            await payMonth(cast, index)
            await convert(cast, index)
          },
        ] as const,
    ),
    ['Adding up', settle],
    ['Voting, and making keys, a webhook and a budget', loadSettings],
  ]
  const of = steps.length + 1
  onStep({ number: 1, of, title: 'Signing up five people' })
  const cast = await gather(connection)
  const users = Object.values(cast)
  try {
    if (users.every((person) => person.isComplete())) return false
    await checkFunding(cast)
    for (const person of users) await person.recall()
    for (const [index, [title, run]] of steps.entries()) {
      onStep({ number: index + 2, of, title })
      await run(cast)
    }
    for (const person of users) await person.complete()
    return true
  } finally {
    await Promise.allSettled(users.map((person) => person.leave()))
  }
}

async function checkMode(connection: Connection): Promise<void> {
  const { mode } = await systemIndex(connect(connection), {}).catch((error: unknown) => {
    // A refused connection, a page that is no JSON, or a bank that is starting.
    throw error instanceof TypeError || error instanceof SyntaxError || error instanceof ServerError
      ? new DemoError(
          `There is no bank at ${connection.baseUrl}: start one with "npm start", or name its address.`,
        )
      : error
  })
  if (mode !== 'sandbox')
    throw new DemoError(
      `The bank at ${connection.baseUrl} is in ${mode} mode; demo data is for a bank in sandbox mode only.`,
    )
}

async function checkFunding({ rosa }: Cast): Promise<void> {
  const { data } = await rosa.read(fundingGet, {})
  if (!data.may_fund)
    throw new DemoError(
      'Only operators bring money into this bank; start it with FUNDING=open to load demo data.',
    )
}

/** All of them are known before anything is written for one. */
async function gather(connection: Connection): Promise<Cast> {
  const found: [PersonName, Person][] = []
  for (const demo of people) found.push([demo.id, await Person.arrive(demo, connection)])
  return Object.fromEntries(found) as Cast
}
