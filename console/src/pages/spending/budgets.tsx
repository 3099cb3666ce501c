// Budgets: what may be spent on a category in a week, a month or a year, and how much of it is spent.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  assetList,
  spendingBudgetCreate,
  spendingBudgetDelete,
  spendingBudgetUpdate,
} from '../../../../sdk/client/operations.ts'
import type { BudgetPeriod, BudgetState, BudgetStatus } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { addDecimals } from '../../decimal.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Dialog } from '../../design/dialog.tsx'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { Menu } from '../../design/menu.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'
import { useChosen } from './months.ts'
import { readBudgets } from './reads.ts'
import { sayCategory } from './words.ts'

const Ellipsis = icon('ellipsis')
const Goal = icon('goal')
const Plus = icon('plus')

const PERIODS: Readonly<Record<BudgetPeriod, string>> = {
  weekly: 'A week',
  monthly: 'A month',
  yearly: 'A year',
}

const STATES: Readonly<Record<BudgetState, { word: string; tone: Tone; bar: string }>> = {
  within: { word: 'within', tone: 'good', bar: 'bg-good' },
  warning: { word: 'nearly spent', tone: 'gold', bar: 'bg-gold' },
  exceeded: { word: 'exceeded', tone: 'bad', bar: 'bg-bad' },
}

/** More than a user may have. */
const LISTED = 100

export function BudgetsCard() {
  const read = useRead('budgets', readBudgets, { per_page: LISTED })
  const remove = useWrite(spendingBudgetDelete, ['budgets'])
  const [isNew, setNew] = useState(false)
  const [changed, setChanged] = useState<BudgetStatus>()
  const [removed, setRemoved] = useState<BudgetStatus>()
  const add = (
    <Button look="plain" size="small" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      Set a budget
    </Button>
  )
  return (
    <Card title="Budgets" action={add}>
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Goal} title="No budgets yet">
              A budget says how much you want to spend on a category. You are warned before it is
              used up; no payment is refused because of it.
            </Empty>
          ) : (
            <ul aria-label="Budgets" className="grid gap-4">
              {data.map((budget) => (
                <BudgetItem
                  key={budget.id}
                  budget={budget}
                  onChange={() => setChanged(budget)}
                  onRemove={() => setRemoved(budget)}
                />
              ))}
            </ul>
          )
        }
      </Show>
      <Dialog title="Set a budget" isOpen={isNew} onClose={() => setNew(false)}>
        <NewBudget onDone={() => setNew(false)} />
      </Dialog>
      <Dialog
        title={`Budget for ${sayCategory(changed?.category ?? '')}`}
        isOpen={changed !== undefined}
        onClose={() => setChanged(undefined)}
      >
        {changed && <ChangeBudget budget={changed} onDone={() => setChanged(undefined)} />}
      </Dialog>
      <Review
        title="Remove a budget"
        of={removed}
        facts={({ category, period, amount, asset_code, spent }) => [
          ['Category', sayCategory(category)],
          ['Period', PERIODS[period]],
          ['Budget', <Money key="amount" amount={amount} code={asset_code} />],
          ['Spent in this period', <Money key="spent" amount={spent} code={asset_code} />],
        ]}
        effect="You are no longer warned about this category. Your payments stay as they are."
        submit="Remove the budget"
        keep="Keep it"
        done="The budget is removed."
        onConfirm={({ id }) => remove.mutateAsync({ id })}
        onClose={() => setRemoved(undefined)}
      />
    </Card>
  )
}

interface BudgetItemProps {
  readonly budget: BudgetStatus
  readonly onChange: () => void
  readonly onRemove: () => void
}

function BudgetItem({ budget, onChange, onRemove }: BudgetItemProps) {
  const { category, asset_code: code, period, amount, spent, remaining, spent_percent } = budget
  const { word, tone, bar } = STATES[budget.status]
  const name = `${sayCategory(category)}, ${PERIODS[period].toLowerCase()}`
  const isOver = budget.status === 'exceeded'
  return (
    <li className="grid gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="font-medium wrap-anywhere">{sayCategory(category)}</span>
          <span className="text-sm text-soft">{PERIODS[period].toLowerCase()}</span>
          <Badge word={word} tone={tone} />
        </span>
        <Menu
          trigger={
            <Button look="quiet" size="icon" aria-label={`More for ${name}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[
            { word: 'Change', onChoose: onChange },
            { word: 'Remove', onChoose: onRemove, isDangerous: true },
          ]}
        />
      </div>
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(Math.round(spent_percent), 100)}
        aria-valuetext={`${spent_percent} % spent`}
        className="h-2 overflow-hidden rounded-full bg-sunk"
      >
        <div
          className={classes('h-full rounded-full', bar)}
          style={{ width: `${Math.min(spent_percent, 100)}%` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span>
          <Money amount={spent} code={code} /> of <Money amount={amount} code={code} />
        </span>
        <span>
          <Money amount={isOver ? addDecimals([spent, `-${amount}`]) : remaining} code={code} />{' '}
          {isOver ? 'too much' : 'left'}, until <When at={`${budget.ends_on}T12:00:00Z`} isDay />
        </span>
      </p>
    </li>
  )
}

/** Categories that the bank knows; any other name is one, too. */
const SUGGESTED = [
  'groceries',
  'dining',
  'housing',
  'utilities',
  'transportation',
  'entertainment',
  'shopping',
  'healthcare',
  'insurance',
  'education',
  'gifts',
  'taxes',
  'subscriptions',
  'travel',
] as const

function NewBudget({ onDone }: { readonly onDone: () => void }) {
  const { category } = useChosen()
  const assets = useRead('assets', assetList, {})
  const create = useWrite(spendingBudgetCreate, ['budgets'])
  const [code, setCode] = useState('USD')
  return (
    <Form
      submit="Set the budget"
      onSubmit={async ({
        category: named = '',
        period = 'monthly',
        amount = '',
        warning_percent = '',
      }) => {
        await create.mutateAsync({
          category: named,
          period: period as BudgetPeriod,
          amount,
          asset_code: code,
          warning_percent: Number(warning_percent),
        })
        toast('The budget is set.')
        onDone()
      }}
    >
      <Input
        label="Category"
        name="category"
        required
        maxLength={50}
        list="spending-categories"
        autoComplete="off"
        defaultValue={category ?? ''}
        hint="One of the bank’s, or a name that a rule of yours assigns"
      />
      <datalist id="spending-categories">
        {SUGGESTED.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="grid grid-cols-2 gap-4">
        <Select label="Period" name="period" defaultValue="monthly">
          {Object.entries(PERIODS).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
        <Select
          label="Currency"
          name="asset_code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        >
          {(assets.data?.data ?? [{ code: 'USD' }]).map((asset) => (
            <option key={asset.code}>{asset.code}</option>
          ))}
        </Select>
      </div>
      <AmountInput label="Amount" name="amount" required code={code} />
      <WarningInput percent={80} />
    </Form>
  )
}

const WarningInput = ({ percent }: { readonly percent: number }) => (
  <Input
    label="Warn at"
    name="warning_percent"
    type="number"
    min={1}
    max={99}
    required
    defaultValue={percent}
    hint="Percent of the amount"
  />
)

function ChangeBudget({
  budget: { id, amount, asset_code, warning_percent },
  onDone,
}: {
  readonly budget: BudgetStatus
  readonly onDone: () => void
}) {
  const change = useWrite(spendingBudgetUpdate, ['budgets'])
  return (
    <Form
      submit="Save"
      onSubmit={async (values) => {
        await change.mutateAsync({
          id,
          amount: values['amount'] ?? '',
          warning_percent: Number(values['warning_percent']),
        })
        toast('The budget is changed.')
        onDone()
      }}
    >
      <AmountInput label="Amount" name="amount" required code={asset_code} defaultValue={amount} />
      <WarningInput percent={warning_percent} />
    </Form>
  )
}
