// A payer, a receiver and operators with a payment between them, for the tests of this domain.
import { expect } from 'vitest'
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../transactions/test-support.ts'

export interface Side extends Person {
  readonly account: string
}

export interface Court {
  readonly bank: Bank
  readonly teller: Teller
  /** The operator, signed in anew after the test has moved the clock. */
  operator(): Promise<Person>
  side(name: string, cents?: number): Promise<Side>
  pay(from: Side, to: Side, amount: string): Promise<string>
  /** Opens a dispute and gives its uuid. */
  open(payer: Side, payment: string, more?: object): Promise<string>
  call(path: string, body: object, by: CallOptions): Promise<Answer>
  get(id: string, by: CallOptions): Promise<Answer>
}

export function ok(answer: Answer) {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body.data
}

export async function expectRefused(
  calling: Promise<Answer>,
  status: number,
  code: string,
): Promise<Answer['body']> {
  const answer = await calling
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
  return answer.body
}

export function openCourt(bank: Bank): Court {
  const teller = tellerOf(bank)
  let signedIn: { readonly at: number; readonly as: Promise<Person> } | undefined
  const operator = (): Promise<Person> => {
    const at = bank.clock.now().getTime()
    if (signedIn?.at !== at) signedIn = { at, as: bank.operator() }
    return signedIn.as
  }
  const call: Court['call'] = (path, body, by) => bank.call(`POST /api/v2/${path}`, body, by)
  return {
    bank,
    teller,
    operator,
    call,
    async side(name, cents = 0) {
      const person = await teller.person({ name })
      return { ...person, account: await teller.open(person, cents) }
    },
    async pay(from, to, amount) {
      return (await teller.transfer(from, from.account, to.account, amount)).uuid
    },
    async open(payer, payment_uuid, more = {}) {
      const asked = { payment_uuid, reason: 'unauthorised', ...more }
      return ok(await call('disputes', asked, payer)).uuid
    },
    get: (id, by) => bank.call(`GET /api/v2/disputes/${id}`, undefined, by),
  }
}
