// Conversations through HTTP: questions, what is carried over, keeping, listing, deleting and rating.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { tellerOf } from '../../core/transactions/test-support.ts'
import { chat, type Customer, customer, keyOf, talk } from './test-support.ts'

let bank: Bank
let ada: Customer
let bob: Customer
beforeAll(async () => {
  bank = await startBank()
  ada = await customer(bank)
  bob = await customer(bank)
  const teller = tellerOf(bank)
  await teller.deposit(ada, ada.main, '500.00', 'USD')
  const pay = (amount: string, description: string, asset_code = 'USD') =>
    teller.transfer(ada, ada.main, bob.main, amount, { description, asset_code })
  await pay('12.50', 'Lidl')
  await pay('30.00', 'Aldi')
  await pay('7.25', 'Lidl', 'EUR')
  await pay('200.00', 'Rent')
})
afterAll(() => bank.stop())

const conversations = async (as: { token: string }, query = '') =>
  (await bank.call(`GET /api/ai/conversations${query}`, undefined, as)).body

describe('conversation.chat', () => {
  it('prints', async () => {
    for (const c of [
      ['what is my balance?', 'and in euros?', 'and savings?', 'what accounts do I have?'],
      [
        'How much did I spend on groceries today?',
        'and in euros?',
        'only Lidl',
        'show them',
        'the largest',
        'and the day before?',
      ],
      ['what is GCU worth?', 'and in euros?', 'how much is 100 EUR in USD'],
      ['show my latest transfers'],
      ['hello', 'can i get a loan', 'blue elephants', 'help'],
      [
        'send 20 EUR to savings',
        'yes',
        'confirm 20 EUR to savings',
        'confirm 20.00 EUR to Savings',
        'what did I spend today by category?',
      ],
    ]) {
      const a = await talk(bank, ada, c)
      a.forEach((x, i) =>
        console.log(c[i], '=>', x.confidence, x.tools_used.join(), '\n   ', x.response),
      )
    }
  })
})
