// The first step: account, recipient and amount.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Holdings, spendable } from '../../accounts.ts'
import { Card } from '../../design/card.tsx'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { formatDecimal } from '../../design/money.tsx'
import { type Chosen, readWritten, RecipientInput } from '../../recipient.tsx'
import { AccountSelect } from '../../own-account.tsx'

export interface Draft {
  /** To an account by its id, or to the owner of an e-mail address. */
  readonly kind: 'account' | 'email'
  readonly from: Holdings
  readonly to: string
  readonly toName: string
  readonly amount: string
  readonly asset: string
  readonly reference: string
}

interface DraftFormProps {
  readonly holdings: readonly Holdings[]
  readonly draft: Draft | undefined
  readonly from: string | undefined
  readonly onDraft: (draft: Draft) => Promise<void>
}

export function DraftForm({ holdings, draft, from, onDraft }: DraftFormProps) {
  const first = holdings.find(({ balances }) => spendable(balances).length > 0) ?? holdings[0]!
  const [source, setSource] = useState(
    draft?.from.account.uuid ??
      holdings.find(({ account }) => account.uuid === from)?.account.uuid ??
      first.account.uuid,
  )
  const [chosen, setChosen] = useState<Chosen | undefined>(
    draft && { kind: draft.kind, to: draft.to, name: draft.toName },
  )
  const held = holdings.find(({ account }) => account.uuid === source) ?? first
  const choices = spendable(held.balances)
  const [asset, setAsset] = useState(draft?.asset)
  const spent = choices.find(({ asset_code }) => asset_code === asset) ?? choices[0]
  return (
    <Card>
      <Form
        submit="Continue"
        onSubmit={async ({ to_account, amount = '', reference = '' }) => {
          const recipient = chosen ?? readWritten(to_account)
          if (!recipient)
            throw new Error('Choose a recipient, or enter a full e-mail address or account id.')
          await onDraft({
            kind: recipient.kind,
            from: held,
            to: recipient.to,
            toName: recipient.name,
            amount,
            asset: spent?.asset_code ?? 'USD',
            reference,
          })
        }}
      >
        <AccountSelect
          accounts={holdings.map(({ account }) => account)}
          label="From"
          name="from_account"
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
        <RecipientInput payer={held.account.uuid} chosen={chosen} onChosen={setChosen} />
        {holdings.length < 2 && (
          <p className="text-sm text-soft">
            No recipient yet?{' '}
            <Link to="/accounts" className="font-medium text-accent underline underline-offset-2">
              Open a second account
            </Link>{' '}
            and send money to it.
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountInput
            label="Amount"
            name="amount"
            required
            defaultValue={draft?.amount}
            hint={
              spent
                ? `${formatDecimal(spent.available_balance)} ${spent.asset_code} available`
                : 'There is nothing on this account yet.'
            }
          />
          <Select
            label="Asset"
            name="asset_code"
            value={spent?.asset_code}
            onChange={(event) => setAsset(event.target.value)}
          >
            {choices.map(({ asset_code, asset: { name } }) => (
              <option key={asset_code} value={asset_code}>
                {asset_code}, {name}
              </option>
            ))}
            {choices.length === 0 && <option value="USD">USD</option>}
          </Select>
        </div>
        <Input
          label="Message (optional)"
          name="reference"
          maxLength={140}
          defaultValue={draft?.reference}
        />
      </Form>
    </Card>
  )
}
