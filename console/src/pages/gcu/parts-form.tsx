// Composing GCU from its parts, and splitting it into them: what is taken and given is shown first.
import { useState } from 'react'
import {
  accountComposeBasket,
  accountDecomposeBasket,
  basketValue,
  gcuQuote,
} from '../../../../sdk/client/operations.ts'
import type { BasketComponentValue } from '../../../../sdk/client/types.ts'
import type { Holdings } from '../../accounts.ts'
import { client } from '../../bank.ts'
import { AmountInput, Form } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { AccountSelect } from '../../own-account.tsx'

interface PartsFormProps {
  readonly way: 'compose' | 'decompose'
  readonly holdings: readonly Holdings[]
  readonly onDone: (message: string) => Promise<void>
}

interface Asked {
  readonly uuid: string
  readonly account: string
  readonly amount: string
  readonly feePercent: number
  readonly parts: readonly BasketComponentValue[]
}

const DIGITS = 4

/** For showing only; the bank computes the exact amounts. */
const amountOf = (amount: string, { units }: BasketComponentValue): string =>
  (Number(amount) * Number(units)).toFixed(DIGITS)

/** Composing is a way to buy GCU, and costs as much as buying it. */
const readFeePercent = async (amount: string): Promise<number> =>
  (await gcuQuote(client, { operation: 'buy', amount, currency: 'USD' })).data.fee_percentage

export function PartsForm({ way, holdings, onDone }: PartsFormProps) {
  const [asked, setAsked] = useState<Asked>()
  const isComposing = way === 'compose'
  return (
    <>
      <Form
        submit={isComposing ? 'Compose' : 'Split'}
        onSubmit={async ({ account_uuid: uuid = '', amount = '' }) => {
          const [{ data }, feePercent] = await Promise.all([
            basketValue(client, { code: 'GCU' }),
            isComposing ? readFeePercent(amount) : 0,
          ])
          const account = holdings.find((one) => one.account.uuid === uuid)?.account.name ?? ''
          setAsked({
            uuid,
            account,
            amount,
            feePercent,
            parts: Object.values(data.component_values),
          })
        }}
      >
        <p className="text-soft">
          {isComposing
            ? 'Takes the parts from your account, each by its weight, and gives you GCU for them.'
            : 'Takes GCU from your account and gives you the parts that it consists of.'}
        </p>
        <AccountSelect label="Account" accounts={holdings.map(({ account }) => account)} />
        <AmountInput label="Amount" name="amount" required code="GCU" />
      </Form>
      <Review
        title={isComposing ? 'Compose GCU' : 'Split GCU'}
        of={asked}
        look="main"
        facts={({ account, amount, feePercent, parts }) => [
          ['Account', account],
          [
            isComposing ? 'You get' : 'You give',
            <Money key="gcu" amount={amount} code="GCU" isExact />,
          ],
          [
            isComposing ? 'You give about' : 'You get about',
            <span key="parts" className="grid">
              {parts.map((part) => (
                <Money
                  key={part.asset_code}
                  amount={amountOf(amount, part)}
                  code={part.asset_code}
                  isExact
                />
              ))}
            </span>,
          ],
          ['Fee', feePercent === 0 ? 'None' : `${feePercent} % of each part, in addition`],
        ]}
        effect="The amounts of the parts are fixed by the basket, and rounded by the bank."
        submit={isComposing ? 'Compose now' : 'Split now'}
        done={isComposing ? 'GCU is composed.' : 'GCU is split.'}
        onConfirm={async ({ uuid, amount }) => {
          const input = { uuid, amount, basket_code: 'GCU' }
          await (isComposing
            ? accountComposeBasket(client, input)
            : accountDecomposeBasket(client, input))
          await onDone(
            isComposing
              ? `${amount} GCU were composed.`
              : `${amount} GCU were split into their parts.`,
          )
        }}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}
