// Where the money goes: by month, by category and by counterparty; budgets, and payments that recur.
import { PageHead } from '../../design/page.tsx'
import { refreshAfter } from '../../live.ts'
import { BudgetsCard } from './budgets.tsx'
import { RecurringCard } from './recurring.tsx'
import { CategoriesCard, CounterpartiesCard, MonthsCard, PaymentsCard } from './sums.tsx'

refreshAfter('transaction', ['spending', 'budgets'])
refreshAfter('spending', ['budgets'])

export function Page() {
  return (
    <>
      <PageHead
        title="Spending"
        hint="Where your money goes. Transfers between your own accounts and exchanges are not counted."
        reference="operations/spending.analysis"
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          <MonthsCard />
          <CategoriesCard />
          <PaymentsCard />
        </div>
        <div className="grid min-w-0 gap-5">
          <BudgetsCard />
          <CounterpartiesCard />
          <RecurringCard />
        </div>
      </div>
    </>
  )
}
