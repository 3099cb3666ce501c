// Sets up a standing order in two steps: what it says, and a review of it.
import { useState } from 'react'
import { standingOrderCreate } from '../../../../sdk/client/operations.ts'
import type { StandingOrderFrequency } from '../../../../sdk/client/types.ts'
import { type Holdings, spendable } from '../../accounts.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Facts } from '../../design/facts.tsx'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { toast } from '../../design/toast.tsx'
import { type Chosen, readWritten, RecipientInput } from '../../recipient.tsx'
import { Day, FREQUENCIES } from './frequency.tsx'
import { AccountSelect } from '../../own-account.tsx'

interface Draft {
  readonly from: Holdings
  readonly recipient: Chosen
  readonly amount: string
  readonly asset: string
  readonly reference: string
  readonly frequency: StandingOrderFrequency
  readonly firstOn: string
  readonly lastOn: string
}

interface NewOrderProps {
  readonly holdings: readonly Holdings[]
  readonly onDone: () => void
}

export function NewOrder({ holdings, onDone }: NewOrderProps) {
  const [draft, setDraft] = useState<Draft>()
  const [isReviewed, setReviewed] = useState(false)
  return draft && isReviewed ? (
    <ReviewStep draft={draft} onBack={() => setReviewed(false)} onDone={onDone} />
  ) : (
    <DraftStep
      holdings={holdings}
      draft={draft}
      onDraft={(next) => {
        setDraft(next)
        setReviewed(true)
      }}
    />
  )
}

/** The bank's days are those of UTC. */
const today = (): string => new Date().toISOString().slice(0, 10)

interface DraftStepProps {
  readonly holdings: readonly Holdings[]
  readonly draft: Draft | undefined
  readonly onDraft: (draft: Draft) => void
}

function DraftStep({ holdings, draft, onDraft }: DraftStepProps) {
  const first = holdings.find(({ balances }) => spendable(balances).length > 0) ?? holdings[0]!
  const [source, setSource] = useState((draft?.from ?? first).account.uuid)
  const [chosen, setChosen] = useState(draft?.recipient)
  const from = holdings.find(({ account }) => account.uuid === source) ?? first
  const assets = from.balances.map(({ asset_code }) => asset_code)
  return (
    <Form
      submit="Continue"
      onSubmit={async (values) => {
        const recipient = chosen ?? readWritten(values['to_account'])
        if (recipient?.kind !== 'account')
          throw new Error(
            'A standing order pays an account: choose an account that you paid before or own, or enter an account id.',
          )
        const { amount = '', asset_code = 'USD', reference = '' } = values
        onDraft({
          from,
          recipient,
          amount,
          asset: asset_code,
          reference,
          frequency: values['frequency'] as StandingOrderFrequency,
          firstOn: values['first_on'] ?? today(),
          lastOn: values['last_on'] ?? '',
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
      <RecipientInput payer={from.account.uuid} chosen={chosen} onChosen={setChosen} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountInput label="Amount" name="amount" required defaultValue={draft?.amount} />
        <Select label="Asset" name="asset_code" defaultValue={draft?.asset ?? assets[0] ?? 'USD'}>
          {(assets.length === 0 ? ['USD'] : assets).map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      </div>
      <Input
        label="Message (optional)"
        name="reference"
        maxLength={140}
        defaultValue={draft?.reference}
      />
      <Select label="How often" name="frequency" defaultValue={draft?.frequency ?? 'monthly'}>
        {Object.entries(FREQUENCIES).map(([frequency, words]) => (
          <option key={frequency} value={frequency}>
            {words}
          </option>
        ))}
      </Select>
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="First payment"
          name="first_on"
          type="date"
          required
          min={today()}
          defaultValue={draft?.firstOn ?? today()}
        />
        <Input
          label="Last day (optional)"
          name="last_on"
          type="date"
          min={today()}
          defaultValue={draft?.lastOn}
        />
      </div>
    </Form>
  )
}

interface ReviewStepProps {
  readonly draft: Draft
  readonly onBack: () => void
  readonly onDone: () => void
}

function ReviewStep({ draft, onBack, onDone }: ReviewStepProps) {
  const create = useWrite(standingOrderCreate, ['standing-orders'])
  const { from, recipient, amount, asset, reference, frequency, firstOn, lastOn } = draft
  return (
    <Form
      submit="Set it up"
      other={
        <Button look="plain" onClick={onBack}>
          Change something
        </Button>
      }
      onSubmit={async () => {
        await create.mutateAsync({
          from_account: from.account.uuid,
          to_account: recipient.to,
          recipient_name: recipient.name,
          amount,
          asset_code: asset,
          frequency,
          first_on: firstOn,
          ...(reference !== '' && { reference }),
          ...(lastOn !== '' && { last_on: lastOn }),
        })
        toast('The standing order is set up.')
        onDone()
      }}
    >
      <Money amount={amount} code={asset} isLarge />
      <Facts
        rows={[
          ['To', recipient.name],
          ['From', from.account.name],
          ...(reference === '' ? [] : [['Message', reference] as const]),
          ['How often', FREQUENCIES[frequency]],
          ['First payment', <Day key="first" day={firstOn} />],
          ['Last day', lastOn === '' ? 'until you cancel it' : <Day key="last" day={lastOn} />],
        ]}
      />
      <p className="text-sm text-soft">
        If the account holds too little on a day, the bank tries again on the next two.
      </p>
    </Form>
  )
}
