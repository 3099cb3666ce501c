// Adds up spending in a worker thread, because after a change of a rule years of moves may have to be read.
import type { PageRequest } from '../../../kernel/page.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import type { TaskTools } from '../../../platform/workers.ts'
import { AssetCatalogue } from '../../core/assets/for-tasks.ts'
import { listBudgets, readBudgets, toBudgetStatus } from './budgets/service.ts'
import { findBudget } from './budgets/store.ts'
import { dayOf } from './days.ts'
import { inSnapshot, scopeOf } from './sums/scope.ts'
import { findRecurring } from './recurring-payments/service.ts'
import { RECURRING_MAX } from './schema.ts'
import type { Owner } from './rules/store.ts'

interface Asked {
  readonly person: Owner
  readonly now: Date
}

async function loadAssets({ db }: TaskTools, now: Date): Promise<AssetCatalogue> {
  const assets = new AssetCatalogue()
  await assets.load(db, now)
  return assets
}

export async function budgets(
  { person, now, page }: Asked & { readonly page: PageRequest },
  tools: TaskTools,
) {
  const assets = await loadAssets(tools, now)
  const { data, meta } = await inSnapshot(tools.db, (tx) => listBudgets(tx, person, page, now))
  return { data: data.map((state) => toBudgetStatus(state, assets)), meta }
}

export async function budget(
  { person, now, id }: Asked & { readonly id: string },
  tools: TaskTools,
) {
  const assets = await loadAssets(tools, now)
  const [state] = await inSnapshot(tools.db, async (tx) => {
    const row = await findBudget(tx, person, id)
    return row ? readBudgets(tx, person, [row], now) : []
  })
  return state && toBudgetStatus(state, assets)
}

export async function recurring({ person, now }: Asked, tools: TaskTools) {
  const assets = await loadAssets(tools, now)
  const found = await inSnapshot(tools.db, async (tx) =>
    findRecurring(tx, await scopeOf(tx, person), dayOf(now)),
  )
  return {
    recurring: found.slice(0, RECURRING_MAX).map(({ asset, units, counterparty, ...one }) => ({
      ...one,
      counterparty_account: counterparty,
      asset_code: asset,
      amount: formatDecimal({ units, asset: assets.get(asset) }),
    })),
  }
}
