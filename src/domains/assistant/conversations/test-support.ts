// Shared by the tests of conversations: users with money, and their messages.
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { tellerOf } from '../../core/transactions/test-support.ts'

export interface Customer extends Person {
  /** The account that was opened with the user. */
  readonly main: string
  readonly savings: string
  /** The token of the login, which may make keys. */
  readonly login: string
}

/** A user with an account that has money, and an empty savings account. */
export async function customer(bank: Bank, euros = '100.00'): Promise<Customer> {
  const teller = tellerOf(bank)
  const signedIn = await bank.person()
  const person = await keyOf(bank, signedIn, { permissions: ['read', 'write', 'delete'] })
  const { body } = await bank.call('GET /api/accounts', undefined, person)
  const main = body.data[0].uuid as string
  await teller.deposit(person, main, euros, 'EUR')
  const opened = { name: 'Savings', type: 'savings' }
  const made = await bank.call('POST /api/v2/accounts', opened, person)
  return { ...person, main, savings: made.body.data.uuid, login: signedIn.token }
}

export const chat = (
  bank: Bank,
  caller: CallOptions,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> => bank.call('POST /api/ai/chat', { message, ...more }, caller)

/** Sends several messages in one conversation, and returns the answers. */
export async function talk(
  bank: Bank,
  caller: CallOptions,
  messages: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
) {
  const answers = []
  let conversation_id: string | undefined = more['conversation_id'] as string | undefined
  for (const message of messages) {
    const { status, body } = await chat(bank, caller, message, { ...more, conversation_id })
    if (status !== 200) throw new Error(`chat answered ${status}: ${JSON.stringify(body)}`)
    conversation_id = body.conversation_id
    answers.push(body)
  }
  return answers
}

/** What an account has of an asset. */
export const balance = (bank: Bank, person: Person, account: string, asset = 'EUR') =>
  tellerOf(bank).balance(person, account, asset)

/** The same user with a key, which lasts while a test lets time pass. */
export async function keyOf(
  bank: Bank,
  person: Person & { readonly login?: string },
  change: object,
): Promise<Person> {
  const key = { name: 'Key', permissions: ['read'], ...change }
  const { login: token = person.token } = person
  const { body } = await bank.call('POST /api/v2/api-keys', key, { token })
  return { ...person, token: body.data.api_key }
}
