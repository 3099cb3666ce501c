// Orders a card: the account and currency that it pays from, its network and a name.
import { useState } from 'react'
import { issuedCardCreate } from '../../../../sdk/client/operations.ts'
import type { IssuedCard } from '../../../../sdk/client/types.ts'
import { type Holdings, spendable } from '../../accounts.ts'
import { useWrite } from '../../bank.ts'
import { Form, Input, Select } from '../../design/form.tsx'
import { toast } from '../../design/toast.tsx'
import { NETWORKS } from './face.tsx'
import { AccountSelect } from '../../own-account.tsx'

interface OrderFormProps {
  readonly holdings: readonly Holdings[]
  readonly onDone: (id: string) => void
}

const isNetwork = (word: string): word is IssuedCard['network'] => word in NETWORKS

export function OrderForm({ holdings, onDone }: OrderFormProps) {
  const order = useWrite(issuedCardCreate, ['issued-cards'])
  const first = holdings.find(({ balances }) => spendable(balances).length > 0) ?? holdings[0]!
  const [source, setSource] = useState(first.account.uuid)
  const { balances } = holdings.find(({ account }) => account.uuid === source) ?? first
  const held = spendable(balances).flatMap(({ asset_code, asset }) =>
    asset.type === 'fiat' ? [asset_code] : [],
  )
  const currencies = held.length === 0 ? ['USD'] : held
  return (
    <Form
      submit="Order the card"
      onSubmit={async ({ currency = 'USD', network = 'visa', label = '' }) => {
        const { data } = await order.mutateAsync({
          account_uuid: source,
          currency,
          network: isNetwork(network) ? network : 'visa',
          ...(label !== '' && { label }),
        })
        toast('Your card is ready.')
        onDone(data.id)
      }}
    >
      <AccountSelect
        accounts={holdings.map(({ account }) => account)}
        label="Account to pay from"
        name="account_uuid"
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Currency" name="currency">
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
        <Select label="Network" name="network">
          {Object.entries(NETWORKS).map(([network, name]) => (
            <option key={network} value={network}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Input
        label="Name of the card (optional)"
        name="label"
        maxLength={50}
        hint="Such as Online or Travel. Only you see it."
      />
      <p className="text-sm text-soft">
        It starts with limits for a payment, a day and a month, which you can change.
      </p>
    </Form>
  )
}
