// Buying and selling GCU: against money at the bank's price, or against the parts that it consists of.
import { useState } from 'react'
import { makeKey } from '../../../../sdk/client/client.ts'
import { gcuBuy, gcuQuote, gcuSell, gcuTradingLimits } from '../../../../sdk/client/operations.ts'
import type { GcuQuote } from '../../../../sdk/client/types.ts'
import { type Holdings, useHoldings } from '../../accounts.ts'
import { client, queries, refresh, useRead } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { AmountInput, Form, Select } from '../../design/form.tsx'
import { Money, toDecimal } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Show } from '../../design/state.tsx'
import { AccountSelect } from '../../own-account.tsx'
import { PartsForm } from './parts-form.tsx'

const WAYS = { buy: 'Buy', sell: 'Sell', compose: 'Compose', decompose: 'Split' } as const
type Way = keyof typeof WAYS

export function TradeCard() {
  const holdings = useHoldings()
  const [way, setWay] = useState<Way>('buy')
  return (
    <Card title="Trade">
      <div className="mb-4">
        <Segments label="What to do" choices={WAYS} chosen={way} onChoose={setWay} />
      </div>
      <Show read={holdings}>{(data) => <Trade key={way} way={way} holdings={data} />}</Show>
    </Card>
  )
}

interface Priced {
  readonly quote: GcuQuote
  readonly account_uuid: string
  readonly amount: string
}

function Trade({ way, holdings }: { readonly way: Way; readonly holdings: readonly Holdings[] }) {
  const [priced, setPriced] = useState<Priced>()
  const [done, setDone] = useState<string>()
  const finish = async (message: string): Promise<void> => {
    setPriced(undefined)
    setDone(message)
    await refresh(queries, ['balances', 'transactions', 'gcu'])
  }
  if (priced) return <Confirm priced={priced} onBack={() => setPriced(undefined)} onDone={finish} />
  return (
    <>
      {done !== undefined && (
        <p role="status" className="rise mb-4 rounded-lg bg-good-bg px-4 py-3 text-good">
          {done}
        </p>
      )}
      {way === 'buy' || way === 'sell' ? (
        <QuoteForm way={way} holdings={holdings} onPriced={setPriced} />
      ) : (
        <PartsForm way={way} holdings={holdings} onDone={finish} />
      )}
    </>
  )
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF']

interface QuoteFormProps {
  readonly way: 'buy' | 'sell'
  readonly holdings: readonly Holdings[]
  readonly onPriced: (priced: Priced) => void
}

function QuoteForm({ way, holdings, onPriced }: QuoteFormProps) {
  const [currency, setCurrency] = useState('USD')
  const limits = useRead('gcu', gcuTradingLimits, {}).data?.data
  const least = way === 'buy' ? limits?.minimum_buy_amount : limits?.minimum_sell_amount
  const asset = way === 'buy' ? currency : 'GCU'
  return (
    <Form
      submit="See the price"
      onSubmit={async ({ account_uuid = '', amount = '' }) => {
        // The bank quotes any amount, and refuses one that is too small only when it is traded.
        if (least !== undefined && Number(amount) < least)
          throw new Error(`The amount must be at least ${least} ${asset}.`)
        const { data: quote } = await gcuQuote(client, { operation: way, amount, currency })
        onPriced({ quote, account_uuid, amount })
      }}
    >
      <AccountSelect label="Account" accounts={holdings.map(({ account }) => account)} />
      <Select
        label={way === 'buy' ? 'Pay with' : 'Be paid in'}
        name="currency"
        value={currency}
        onChange={(event) => setCurrency(event.target.value)}
      >
        {CURRENCIES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
      <AmountInput
        label={way === 'buy' ? 'Amount to pay' : 'Amount to sell'}
        name="amount"
        required
        code={asset}
        hint={least === undefined ? undefined : `At least ${least} ${asset}.`}
      />
    </Form>
  )
}

interface ConfirmProps {
  readonly priced: Priced
  readonly onBack: () => void
  readonly onDone: (message: string) => Promise<void>
}

/** The quote holds for a short while; the bank refuses one that is too old. */
function Confirm({ priced: { quote, account_uuid, amount }, onBack, onDone }: ConfirmProps) {
  const isBuying = quote.operation === 'buy'
  const currency = isBuying ? quote.input_currency : quote.output_currency
  const [key] = useState(makeKey)
  return (
    <>
      <Facts
        rows={[
          [
            'You give',
            <Money
              key="in"
              amount={toDecimal(quote.input_amount, 4)}
              code={quote.input_currency}
            />,
          ],
          [
            'Fee',
            <Money key="fee" amount={toDecimal(quote.fee_amount, 4)} code={quote.fee_currency} />,
          ],
          [
            'You get',
            <Money
              key="out"
              amount={toDecimal(quote.output_amount, 4)}
              code={quote.output_currency}
              className="font-semibold"
            />,
          ],
          ['Valid until', new Date(quote.quote_valid_until).toLocaleTimeString()],
        ]}
      />
      <Form
        className="mt-4"
        submit={isBuying ? 'Buy now' : 'Sell now'}
        other={
          <Button look="plain" onClick={onBack}>
            Back
          </Button>
        }
        onSubmit={async () => {
          const input = { amount, currency, account_uuid, quote_id: quote.quote_id }
          const { message } = await (isBuying ? gcuBuy : gcuSell)(client, input, {
            idempotencyKey: key,
          })
          await onDone(message)
        }}
      />
    </>
  )
}
