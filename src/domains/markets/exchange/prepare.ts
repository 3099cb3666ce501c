// Before the examples of the exchange: an account to trade from, an order, a trade.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import { having, type Preparations } from '../../../../test/contract/prepare/scene.ts'

const havingTraded = having('exchange.trade', { order_type: 'market' })

export const preparations: Preparations = {
  'exchange.trade': async (scene) => ({ account_uuid: await openAccount(scene) }),
  'exchange.orders': having('exchange.trade'),
  'exchange.cancel_order': async ({ make }) => ({
    order_id: (await make('exchange.trade')).order_id,
  }),
  'exchange.market_trades': havingTraded,
  'exchange.candles': havingTraded,
  'exchange.trades': havingTraded,
}
