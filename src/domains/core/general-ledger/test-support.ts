// Support for the tests of the general ledger: calls that must succeed, and the figures they look at.
import { expect } from 'vitest'
import type { Answer, Bank } from '../../../../test/harness/bank.ts'

export interface Holder {
  readonly token: string
}

export interface LineInput {
  readonly account_code: string
  readonly debit?: string | number
  readonly credit?: string | number
  readonly currency?: string
  readonly narrative?: string
}

const AT = '/api/v1/ledger'

/** The data of an answer that must be a success. */
// oxlint-disable-next-line typescript/no-explicit-any -- bodies are asserted on, field by field
export async function ok(calling: Promise<Answer>): Promise<any> {
  const { status, body } = await calling
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}

export const openBooks = (bank: Bank) => {
  const get = (path: string, who: Holder) => bank.call(`GET ${AT}${path}`, undefined, who)
  const send = (path: string, body: object, who: Holder, key?: string) =>
    bank.call(`POST ${AT}${path}`, body, { ...who, ...(key !== undefined && { key }) })
  return {
    get,
    send,
    post: (lines: readonly LineInput[], who: Holder, more: object = {}) =>
      send('/entries', { description: 'Test', lines, ...more }, who),
    /** Debits one account and credits another. */
    move: (debit: string, credit: string, amount: string, who: Holder, more: object = {}) =>
      send(
        '/entries',
        {
          description: 'Test',
          lines: [
            { account_code: debit, debit: amount },
            { account_code: credit, credit: amount },
          ],
          ...more,
        },
        who,
      ),
    async account(code: string, who: Holder) {
      return (await ok(get(`/accounts/${code}`, who))).data
    },
    async trialBalance(who: Holder, query = '') {
      return ok(get(`/trial-balance${query}`, who))
    },
    async reconciliation(domain: string, who: Holder, currency = 'USD') {
      const { data } = await ok(get(`/reconciliation/${domain}`, who))
      return data.find((row: { currency: string }) => row.currency === currency)
    },
  }
}

export type TestBooks = ReturnType<typeof openBooks>

export async function openAccount(bank: Bank, who: Holder, cents = 0): Promise<string> {
  const request = { name: 'Test', initial_balance: cents }
  return (await ok(bank.call('POST /api/v2/accounts', request, who))).data.uuid
}
