// The first step: from which account, to whom, and how much.
import { useState } from 'react'
import { p2pTransferRecipients } from '../../../../sdk/client/operations.ts'
import { type Holdings, shorten, spendable } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { formatDecimal } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'

export interface Draft {
  /** To an account by its id, or to a person by e-mail or user id. */
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

type Target = 'person' | 'own' | 'account'

export function DraftForm({ holdings, draft, from, onDraft }: DraftFormProps) {
  const first = holdings.find(({ balances }) => spendable(balances).length > 0) ?? holdings[0]!
  const [source, setSource] = useState(
    draft?.from.account.uuid ??
      holdings.find(({ account }) => account.uuid === from)?.account.uuid ??
      first.account.uuid,
  )
  const [target, setTarget] = useState<Target>(draft?.kind === 'account' ? 'account' : 'person')
  const held = holdings.find(({ account }) => account.uuid === source) ?? first
  const choices = spendable(held.balances)
  const [asset, setAsset] = useState(draft?.asset)
  const chosen = choices.find(({ asset_code }) => asset_code === asset) ?? choices[0]
  const others = holdings.filter(({ account }) => account.uuid !== source)
  const targets = {
    person: 'A person',
    account: 'An account',
    ...(others.length > 0 && { own: 'My accounts' }),
  }
  return (
    <Card>
      <Form
        submit="Continue"
        onSubmit={({ to = '', amount = '', reference = '' }) => {
          const own = others.find(({ account }) => account.uuid === to)
          return onDraft({
            kind: target === 'person' ? 'email' : 'account',
            from: held,
            to,
            toName: own?.account.name ?? (target === 'account' ? shorten(to) : to),
            amount,
            asset: chosen?.asset_code ?? 'USD',
            reference,
          })
        }}
      >
        <Select
          label="From"
          name="from_account"
          value={source}
          onChange={(event) => setSource(event.target.value)}
        >
          {holdings.map(({ account }) => (
            <option key={account.uuid} value={account.uuid}>
              {account.name}
            </option>
          ))}
        </Select>
        <fieldset className="grid gap-3">
          <legend className="mb-1.5 text-sm font-medium">To</legend>
          <div>
            <Segments
              label="Kind of recipient"
              choices={targets as Record<Target, string>}
              chosen={target}
              onChoose={setTarget}
            />
          </div>
          {target === 'person' && <PersonInput draft={draft} />}
          {target === 'account' && (
            <Input
              label="Account id"
              name="to"
              required
              maxLength={64}
              defaultValue={draft?.kind === 'account' ? draft.to : ''}
              hint="The Florin id of the account; its holder finds it on the account’s page."
            />
          )}
          {target === 'own' && (
            <Select label="Account" name="to" defaultValue={draft?.to}>
              {others.map(({ account }) => (
                <option key={account.uuid} value={account.uuid}>
                  {account.name}
                </option>
              ))}
            </Select>
          )}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountInput
            label="Amount"
            name="amount"
            required
            defaultValue={draft?.amount}
            hint={
              chosen
                ? `${formatDecimal(chosen.available_balance)} ${chosen.asset_code} available`
                : 'There is nothing on this account yet.'
            }
          />
          <Select
            label="Asset"
            name="asset_code"
            value={chosen?.asset_code}
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

/** Suggests those whom the viewer paid before. */
function PersonInput({ draft }: { readonly draft: Draft | undefined }) {
  const recent = useRead('recipients', p2pTransferRecipients, { limit: 20 })
  return (
    <>
      <Input
        label="E-mail or user id"
        name="to"
        required
        maxLength={255}
        list="recent-recipients"
        autoComplete="off"
        defaultValue={draft?.kind === 'email' ? draft.to : ''}
        hint="Whoever is not a customer yet gets an invitation and has a month to collect it."
      />
      <datalist id="recent-recipients">
        {(recent.data?.data ?? []).map(({ recipient }) => (
          <option key={recipient} value={recipient} />
        ))}
      </datalist>
    </>
  )
}
