// The example of every operation as the tests send it: what its domain says, with the ids of what the domain's
// `prepare.ts` creates in this bank first.
import type { Example } from '../../src/operation/examples.ts'
import type { Answer, Bank, Person } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { needsPartner, partnerHeaders } from './partner-keys.ts'
import { gather, importPrepareModules } from './prepare/gather.ts'
import { type Fields, type Scene, withChanges } from './prepare/scene.ts'
import { sendTo } from './send.ts'

interface SentExample extends Omit<Example, 'input'> {
  /** The input as the domain's example has it. */
  readonly request: Example['input']
  /** Makes what the call needs, and gives the input for it. */
  input(bank: Bank, person: Person): Promise<Record<string, unknown>>
}

const { domains, operations } = describeForTests()
export const { preparations, rows, liveOnly } = gather(await importPrepareModules(), domains)
const said: Readonly<Record<string, Example>> = Object.assign(
  {},
  ...domains.map((domain) => domain.examples),
)

async function inputOf(name: string, bank: Bank, person: Person): Promise<Record<string, unknown>> {
  const input = said[name]?.input ?? {}
  const op = operations.find((one) => one.name === name)
  // The partner is there before the call that a test looks at.
  if (op && needsPartner(op)) await partnerHeaders(bank, person.token)
  const change = await preparations[name]?.(sceneOf(bank, person, input))
  return withChanges(input, change ?? {}) as Record<string, unknown>
}

const sceneOf = (bank: Bank, person: Person, input: Fields): Scene => ({
  bank,
  person,
  input,
  make: async (operation, more = {}) => {
    const by = await callerOf(operation, bank, person)
    const prepared = await inputOf(operation, bank, by)
    return send(operation, withChanges(prepared, more) as Fields, bank, by)
  },
  send: async (operation, more, by = person) => {
    const whole = withChanges(said[operation]?.input ?? {}, more) as Fields
    return send(operation, whole, bank, await callerOf(operation, bank, by))
  },
})

/** Adds a row to a list where its preparation adds none; `input` is what the list is asked with. */
export async function addRow(
  list: string,
  bank: Bank,
  person: Person,
  input: Fields,
): Promise<void> {
  await rows[list]?.(sceneOf(bank, person, input))
}

const callerOf = async (name: string, bank: Bank, person: Person): Promise<Person> =>
  said[name]?.as === 'operator' ? bank.operator() : person

async function send(
  name: string,
  input: Fields,
  bank: Bank,
  { token }: Person,
): Promise<Answer['body']> {
  const op = operations.find((one) => one.name === name)
  const route = op?.rest[0]
  if (!op || !route) throw new Error(`no operation "${name}" to prepare an example with`)
  const { status, body } = await sendTo(bank, op, route, input, { token })
  if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export const examples: Readonly<Record<string, SentExample>> = Object.fromEntries(
  Object.entries(said).map(([name, example]) => [
    name,
    {
      ...example,
      request: example.input,
      input: (bank: Bank, person: Person) => inputOf(name, bank, person),
    },
  ]),
)
