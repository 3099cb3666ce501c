// The example of every operation as the tests send it: what its domain says, with the ids of things
// that this bank made for it first.
import type { Example } from '../../src/operation/examples.ts'
import type { Answer, Bank, Person } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { needsPartner, partnerHeaders } from './partner-keys.ts'
import { agents } from './prepare/agents.ts'
import { assistant } from './prepare/assistant.ts'
import { core } from './prepare/core.ts'
import { crossChain } from './prepare/cross-chain.ts'
import { defi } from './prepare/defi.ts'
import { generalLedger } from './prepare/general-ledger.ts'
import { interledger } from './prepare/interledger.ts'
import { markets } from './prepare/markets.ts'
import { mobile } from './prepare/mobile.ts'
import { openBanking } from './prepare/open-banking.ts'
import { microfinance } from './prepare/microfinance.ts'
import { paymentRails } from './prepare/payment-rails.ts'
import { paymentFiles } from './prepare/payment-files.ts'
import { partners } from './prepare/partners.ts'
import { people } from './prepare/people.ts'
import { regulatory } from './prepare/regulatory.ts'
import { type Fields, type Preparations, withChanges } from './prepare/scene.ts'
import { sdks } from './prepare/sdks.ts'
import { commerce } from './prepare/commerce.ts'
import { webhooks } from './prepare/webhooks.ts'
import { sendTo } from './send.ts'

export const preparations: Preparations = {
  ...people,
  ...core,
  ...generalLedger,
  ...markets,
  ...crossChain,
  ...defi,
  ...agents,
  ...commerce,
  ...openBanking,
  ...paymentRails,
  ...webhooks,
  ...assistant,
  ...interledger,
  ...microfinance,
  ...mobile,
  ...paymentFiles,
  ...regulatory,
  ...partners,
  ...sdks,
}

interface SentExample extends Omit<Example, 'input'> {
  /** The input as the domain's example has it. */
  readonly request: Example['input']
  /** Makes what the call needs, and gives the input for it. */
  input(bank: Bank, person: Person): Promise<Record<string, unknown>>
}

const { domains, operations } = describeForTests()
const said: Readonly<Record<string, Example>> = Object.assign(
  {},
  ...domains.map((domain) => domain.examples),
)

async function inputOf(name: string, bank: Bank, person: Person): Promise<Record<string, unknown>> {
  const input = said[name]?.input ?? {}
  const op = operations.find((one) => one.name === name)
  // The partner is there before the call that a test looks at.
  if (op && needsPartner(op)) await partnerHeaders(bank, person.token)
  const change = await preparations[name]?.({
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
  return withChanges(input, change ?? {}) as Record<string, unknown>
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
