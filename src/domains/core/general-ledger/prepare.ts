// Before the examples of the general ledger: entries, accounts of the chart, periods in their order.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

let made = 0

const nextAccount = (): string => `X${++made}`

/** Periods of one day each, one after the other, long before the entries of the other examples. */
function nextPeriod() {
  const day = new Date(Date.UTC(1980, 0, ++made)).toISOString().slice(0, 10)
  return { name: `Day ${made}`, starts_on: day, ends_on: day }
}

const ofEntry: Prepare = async ({ make }) => ({ id: (await make('journal_entry.create')).data.id })

const ofRule: Prepare = async ({ make }) => ({ id: (await make('posting_rule.create')).data.id })

/** Periods are closed in their order, so those of earlier examples are closed first. */
async function openPeriod({ send, make }: Scene): Promise<string> {
  for (;;) {
    const { data } = await send('ledger_period.list', { status: 'open', per_page: 100 })
    const earliest: { id: string } | undefined = data.at(-1)
    if (!earliest) break
    await send('ledger_period.close', { id: earliest.id })
  }
  return (await make('ledger_period.create')).data.id
}

const withMoney: Prepare = async (scene) => {
  await openAccount(scene)
  return {}
}

export const preparations: Preparations = {
  'ledger_account.create': () => ({ code: nextAccount() }),
  'ledger_account.update': async ({ make }) => ({
    code: (await make('ledger_account.create')).data.code,
  }),
  'ledger_account.history': having('journal_entry.create'),
  'journal_entry.list': having('journal_entry.create'),
  'journal_entry.get': ofEntry,
  'journal_entry.reverse': ofEntry,
  'trial_balance.get': withMoney,
  'ledger_reconciliation.list': withMoney,
  'ledger_reconciliation.resolve': async ({ make, send }) => {
    await make('journal_entry.create')
    const { data } = await send('ledger_reconciliation.list', { domain: 'cash' })
    const dollars = data.find((row: { currency: string }) => row.currency === 'USD')
    return { variance: dollars.variance }
  },
  'ledger_period.create': nextPeriod,
  'ledger_period.list': having('ledger_period.create'),
  'ledger_period.get': async ({ make }) => ({ id: (await make('ledger_period.create')).data.id }),
  'ledger_period.close': async (scene) => ({ id: await openPeriod(scene) }),
  'ledger_period.reopen': async (scene) => {
    const id = await openPeriod(scene)
    await scene.send('ledger_period.close', { id })
    return { id }
  },
  'posting_rule.create': () => ({ name: `Rule ${++made}` }),
  'posting_rule.list': having('posting_rule.create'),
  'posting_rule.deactivate': ofRule,
  async 'posting_rule.activate'({ make, send }) {
    const { id } = (await make('posting_rule.create')).data
    await send('posting_rule.deactivate', { id })
    return { id }
  },
  'posting_rule.applications': ofRule,
}
