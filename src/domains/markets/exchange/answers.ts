// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'exchange.markets': {
    output: [
      {
        pair: 'BTC/EUR',
        base_currency: 'BTC',
        quote_currency: 'EUR',
        last_price: '41474.65',
        volume_24h: '0.00000000',
        high_24h: null,
        low_24h: null,
        change_24h_percentage: '0.00',
        min_amount: '0.00010000',
        max_amount: '100.00000000',
        tick_size: '0.01',
        lot_size: '0.00000001',
      },
      {
        pair: 'BTC/USD',
        base_currency: 'BTC',
        quote_currency: 'USD',
        last_price: '45000.00',
        volume_24h: '0.00000000',
        high_24h: null,
        low_24h: null,
        change_24h_percentage: '0.00',
        min_amount: '0.00010000',
        max_amount: '100.00000000',
        tick_size: '0.01',
        lot_size: '0.00000001',
      },
    ],
  },
  'exchange.market_trades': {
    output: {
      pair: 'EUR/USD',
      trades: [
        {
          number: 1,
          price: '1.08609',
          amount: '10.00',
          value: '10.87',
          taker_side: 'buy',
          created_at: '2026-03-01T12:00:00.000Z',
        },
        {
          number: 1,
          price: '1.08609',
          amount: '10.00',
          value: '10.87',
          taker_side: 'buy',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      next_before: null,
    },
    varies: ['trades'],
  },
  'exchange.candles': {
    output: {
      pair: 'EUR/USD',
      interval: '1h',
      from: '2026-02-25T09:00:00.000Z',
      to: '2026-03-01T13:00:00.000Z',
      candles: [
        {
          at: '2026-03-01T12:00:00.000Z',
          open: '1.08609',
          high: '1.08609',
          low: '1.08609',
          close: '1.08609',
          volume: '10.00',
          value: '10.87',
          trades: 1,
        },
      ],
    },
    varies: ['candles.trades', 'candles.value', 'candles.volume'],
  },
  'exchange.order_book': {
    output: {
      pair: 'BTC/USD',
      bids: [{ price: '44955.00', amount: '100.00000000' }],
      asks: [{ price: '45045.00', amount: '100.00000000' }],
      spread: '90.00',
      spread_percentage: '0.20',
      mid_price: '45000.00',
      last_price: '45000.00',
      volume_24h: '0.00000000',
      high_24h: null,
      low_24h: null,
      change_24h_percentage: '0.00',
      change_24h: '0.00',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'exchange.quote': {
    output: {
      from_currency: 'EUR',
      to_currency: 'USD',
      exchange_rate: '1.0850000000',
      inverse_rate: '0.9216589862',
      amount: '100.00',
      converted_amount: '108.50',
      fee_amount: '0.00',
      total_amount: '108.50',
      formatted_rate: '1 EUR = 1.0850000000 USD',
      formatted_amount: '108.50 USD',
      spread_percentage: '0.1',
      provider: 'internal',
      timestamp: '2026-03-01T12:00:00.000Z',
    },
  },
  'exchange.trade': {
    output: {
      success: true,
      order_id: '0199d3a2-7c00-7000-8000-f9dac1b26342',
      message: 'The order is in the book.',
      workflow_id: null,
      data: {
        account_id: '0199d3a2-7c00-7000-8000-000000000004',
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      },
    },
  },
  'exchange.orders': {
    output: {
      data: [
        {
          account_id: '0199d3a2-7c00-7000-8000-e95090e6b4f4',
          account_uuid: '0199d3a2-7c00-7000-8000-e95090e6b4f4',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'exchange.cancel_order': {
    output: {
      success: true,
      message: 'The order is cancelled; its reserved money is available again.',
      order_id: '0199d3a2-7c00-7000-8000-000000000039',
    },
  },
  'exchange.trades': {
    output: {
      data: [
        {
          trade_id: '0199d3a2-7c00-7000-8000-b88b6cae10d5',
          pair: 'EUR/USD',
          buy_order_id: '0199d3a2-7c00-7000-8000-b847a131fc70',
          sell_order_id: null,
          buyer_account_id: '0199d3a2-7c00-7000-8000-cfc324907b26',
          seller_account_id: null,
          base_currency: 'EUR',
          quote_currency: 'USD',
          price: '1.08609',
          amount: '10.00',
          value: '10.87',
          maker_fee: '0.00',
          taker_fee: '0.03',
          maker_side: 'sell',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
}
