// What the buyer can do with an escrow; each step is reviewed, because it moves money or ends the escrow.
import { useState } from 'react'
import {
  escrowCancel,
  escrowDispute,
  escrowFund,
  escrowRelease,
} from '../../../../sdk/client/operations.ts'
import type { Escrow } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Checks, chosenOf, Input } from '../../design/form.tsx'
import { Money, toDecimal } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'

type Step = 'fund' | 'release' | 'dispute' | 'cancel'

const STEPS: Readonly<
  Partial<Record<Escrow['status'], readonly (readonly [Step, word: string])[]>>
> = {
  created: [
    ['fund', 'Fund it'],
    ['cancel', 'Cancel'],
  ],
  funded: [
    ['release', 'Release to the seller'],
    ['dispute', 'Dispute'],
  ],
}

const isEnding = (step: Step): boolean => step === 'cancel' || step === 'dispute'

interface EscrowStepsProps {
  readonly escrow: Escrow
  readonly buyer: string
  readonly seller: string
}

export function EscrowSteps({ escrow, buyer, seller }: EscrowStepsProps) {
  const { escrow_id, buyer_did, amount, currency, release_conditions } = escrow
  const [step, setStep] = useState<Step>()
  const fund = useWrite(escrowFund, ['escrows', 'balances'])
  const release = useWrite(escrowRelease, ['escrows', 'balances'])
  const cancel = useWrite(escrowCancel, ['escrows', 'balances'])
  const dispute = useWrite(escrowDispute, ['escrows'])
  const of = (wanted: Step): Escrow | undefined => (step === wanted ? escrow : undefined)
  const facts = () =>
    [
      ['From', buyer],
      ['To', seller],
      ['Amount', <Money key="amount" amount={toDecimal(amount)} code={currency} isExact />],
    ] as const
  const shared = { facts, onClose: () => setStep(undefined) }
  return (
    <div className="flex flex-wrap gap-2">
      {STEPS[escrow.status]?.map(([name, word]) => (
        <Button
          key={name}
          size="small"
          look={isEnding(name) ? 'danger' : 'main'}
          onClick={() => setStep(name)}
        >
          {word}
          <span className="sr-only">
            {' '}
            {toDecimal(amount)} {currency} for {seller}
          </span>
        </Button>
      ))}
      <Review
        {...shared}
        title="Fund the escrow"
        of={of('fund')}
        look="main"
        effect="The amount is reserved on the account of the buyer until the escrow is released, resolved or expires."
        submit="Fund"
        done="The escrow is funded."
        onConfirm={() => fund.mutateAsync({ escrow_id, funder_did: buyer_did })}
      />
      <Review
        {...shared}
        title="Release the escrow"
        of={of('release')}
        look="main"
        effect={
          release_conditions.length > 0
            ? 'The seller gets the money at once. Tick each condition that is met; the bank releases when all of them are.'
            : 'The seller gets the money at once. No condition was agreed on.'
        }
        submit="Release"
        done="The seller has the money."
        onConfirm={(_escrow, values) => {
          const conditions_met = chosenOf(values, 'met').map(
            (at) => release_conditions[Number(at)]!,
          )
          if (conditions_met.length < release_conditions.length)
            throw new Error('A condition is not met yet, so the money stays reserved.')
          return release.mutateAsync({ escrow_id, releaser_did: buyer_did, conditions_met })
        }}
      >
        {release_conditions.length > 0 && (
          <Checks
            label="Conditions that are met"
            name="met"
            choices={Object.fromEntries(
              release_conditions.map((condition, index) => [String(index), condition]),
            )}
          />
        )}
      </Review>
      <Review
        {...shared}
        title="Dispute the escrow"
        of={of('dispute')}
        effect="The money stays reserved until the agreed resolver decides."
        submit="Dispute"
        done="The escrow is disputed."
        onConfirm={(_escrow, { reason = '' }) =>
          dispute.mutateAsync({ escrow_id, disputer_did: buyer_did, reason })
        }
      >
        <Input label="Reason" name="reason" required maxLength={1000} autoFocus />
      </Review>
      <Review
        {...shared}
        title="Cancel the escrow"
        of={of('cancel')}
        keep="Keep it"
        effect="It ends; nothing was paid into it."
        submit="Cancel the escrow"
        done="The escrow is cancelled."
        onConfirm={() => cancel.mutateAsync({ escrow_id })}
      />
    </div>
  )
}
