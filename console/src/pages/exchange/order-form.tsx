// Placing an order: what it would do is shown first.
import { useState } from 'react'
import { exchangeEstimate } from '../../../../sdk/client/operations.ts'
import type { ExchangeMarket } from '../../../../sdk/client/types.ts'
import { useHoldings } from '../../accounts.ts'
import { queries, reading } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { AmountInput, Form } from '../../design/form.tsx'
import { formatDecimal } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Show } from '../../design/state.tsx'
import { AccountSelect } from '../../own-account.tsx'
import { type AskedOrder, OrderReview } from './order-review.tsx'

export function OrderCard({ market }: { readonly market: ExchangeMarket }) {
  const holdings = useHoldings()
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [kind, setKind] = useState<'limit' | 'market'>('limit')
  const [account, setAccount] = useState<string>()
  const [asked, setAsked] = useState<AskedOrder>()
  const [done, setDone] = useState<string>()
  const { base_currency, quote_currency } = market
  const spent = side === 'buy' ? quote_currency : base_currency
  if (asked)
    return (
      <Card title={`Review: ${side} ${base_currency}`}>
        <OrderReview
          order={asked}
          onBack={() => setAsked(undefined)}
          onPlaced={(message) => {
            setDone(message)
            setAsked(undefined)
          }}
        />
      </Card>
    )
  return (
    <Card title="Place an order">
      <Show read={holdings}>
        {(data) => {
          const held = data.find((one) => one.account.uuid === account) ?? data[0]
          const available =
            held?.balances.find(({ asset_code }) => asset_code === spent)?.available_balance ?? '0'
          return (
            <Form
              submit="Review order"
              onSubmit={async ({ amount = '', price = '' }) => {
                const order = {
                  type: side,
                  base_currency,
                  quote_currency,
                  amount,
                  ...(held && { account_uuid: held.account.uuid }),
                  ...(kind === 'limit' && { price }),
                }
                await queries.fetchQuery({
                  ...reading('estimate', exchangeEstimate, order),
                  staleTime: 0,
                })
                setDone(undefined)
                setAsked(order)
              }}
            >
              <div className="flex flex-wrap gap-2">
                <Segments
                  label="Side"
                  choices={{ buy: 'Buy', sell: 'Sell' }}
                  chosen={side}
                  onChoose={setSide}
                />
                <Segments
                  label="Kind"
                  choices={{ limit: 'Limit', market: 'Market' }}
                  chosen={kind}
                  onChoose={setKind}
                />
              </div>
              <AccountSelect
                accounts={data.map(({ account: one }) => one)}
                label="Account"
                name="account_uuid"
                value={held?.account.uuid}
                onChange={(event) => setAccount(event.target.value)}
                hint={`${formatDecimal(available)} ${spent} available`}
              />
              <AmountInput
                label="Amount"
                name="amount"
                required
                code={base_currency}
                hint={`At least ${market.min_amount}`}
              />
              {kind === 'limit' && (
                <AmountInput
                  label="Price"
                  name="price"
                  required
                  code={quote_currency}
                  defaultValue={market.last_price ?? ''}
                  hint={`In steps of ${market.tick_size}`}
                />
              )}
              {done !== undefined && (
                <p role="status" className="rise rounded-lg bg-good-bg px-4 py-3 text-good">
                  {done}
                </p>
              )}
            </Form>
          )
        }}
      </Show>
    </Card>
  )
}
