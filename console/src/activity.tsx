// One movement of money in words, as the overview and the history show it.
import { icon } from './design/icons.tsx'
import type { Account, Transaction } from '../../sdk/client/types.ts'
import { nameOfAccount, useAccounts } from './accounts.ts'
import { Badge } from './design/badge.tsx'
import { classes } from './design/classes.ts'
import { Money } from './design/money.tsx'
import { type Column, Table } from './design/table.tsx'
import { When } from './design/time.tsx'

const ArrowDownLeft = icon('arrow-down-left')
const ArrowUpRight = icon('arrow-up-right')

const WORDS: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer',
}

const sayWhat = ({ type, subtype }: Transaction): string => {
  const word = (subtype ?? '').replaceAll(/[._]/g, ' ').trim()
  return word === '' ? (WORDS[type] ?? type) : word.charAt(0).toUpperCase() + word.slice(1)
}

/** The signed amount, as it changed the account. */
const changeOf = ({ amount, direction }: Transaction): string =>
  direction === 'outgoing' ? `-${amount}` : amount

/** Movements with the names of the viewer's own accounts. */
export function EntriesTable({
  label = 'Entries',
  rows,
}: {
  readonly label?: string
  readonly rows: readonly Transaction[]
}) {
  const accounts = useAccounts()
  return (
    <Table
      isCompact
      label={label}
      columns={transactionColumns(accounts.data)}
      rows={rows}
      keyOf={({ uuid, direction }) => uuid + direction}
    />
  )
}

function transactionColumns(
  accounts: readonly Account[] | undefined,
): readonly Column<Transaction>[] {
  return [
    {
      name: 'Description',
      isSilent: true,
      show: (row) => {
        const isIn = row.direction === 'incoming'
        const Icon = isIn ? ArrowDownLeft : ArrowUpRight
        const other = row.type === 'transfer' ? row.related_account_uuid : null
        return (
          <span className="flex min-w-0 items-center gap-3">
            <span
              className={classes(
                'grid size-8 shrink-0 place-items-center rounded-full',
                isIn ? 'bg-good-bg text-good' : 'bg-sunk text-soft',
              )}
            >
              <Icon className="size-4" aria-hidden />
            </span>
            <span className="min-w-0">
              <span className="line-clamp-2 font-medium wrap-anywhere">
                {row.description ?? row.reference ?? sayWhat(row)}
              </span>
              <span className="block text-sm text-soft">
                <span className="line-clamp-2 wrap-anywhere">
                  {nameOfAccount(accounts, row.account_uuid)}
                  {other !== null && ` ${isIn ? 'from' : 'to'} ${nameOfAccount(accounts, other)}`}
                </span>
                <span className="block sm:hidden">
                  <When at={row.created_at} />
                </span>
              </span>
            </span>
          </span>
        )
      },
    },
    {
      name: 'When',
      isWideOnly: true,
      show: (row) => (
        <span className="text-sm whitespace-nowrap text-soft">
          <When at={row.created_at} />
        </span>
      ),
    },
    {
      name: 'Amount',
      isRight: true,
      show: (row) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {row.status !== 'completed' && <Badge word={row.status} />}
          <Money amount={changeOf(row)} code={row.asset_code} isChange className="font-medium" />
        </span>
      ),
    },
  ]
}
