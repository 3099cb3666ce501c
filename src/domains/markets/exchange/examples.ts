// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'exchange.markets': {},
  'exchange.market_trades': { input: { base: 'EUR', quote: 'USD' } },
  'exchange.candles': { input: { base: 'EUR', quote: 'USD', interval: '1h' } },
  'exchange.order_book': { input: { base: 'BTC', quote: 'USD' } },
  'exchange.quote': { input: { from_currency: 'EUR', to_currency: 'USD', amount: '100' } },
  'exchange.estimate': {
    input: { type: 'buy', base_currency: 'EUR', quote_currency: 'USD', amount: '100' },
  },
  'exchange.trade': {
    input: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      type: 'buy',
      order_type: 'limit',
      base_currency: 'EUR',
      quote_currency: 'USD',
      amount: '10',
      price: '1.00',
    },
    other: { amount: '11' },
  },
  'exchange.orders': {},
  'exchange.cancel_order': { input: { order_id: '0199d3a2-7c00-7000-8000-000000000039' } },
  'exchange.trades': {},
})
