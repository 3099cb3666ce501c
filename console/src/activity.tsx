// Payments in rows, as the overview, the history and the pages of accounts show them. Each row leads to its payment.
import { Link } from '@tanstack/react-router'
import { icon, type Icon } from './design/icons.tsx'
import type { Transaction } from '../../sdk/client/types.ts'
import { type NamedAccount, nameOfAccount, useAccounts } from './accounts.ts'
import { Badge } from './design/badge.tsx'
import { classes } from './design/classes.ts'
import { Money } from './design/money.tsx'
import { type Column, Table } from './design/table.tsx'
import { When } from './design/time.tsx'
import { changeOf, nameOfKind, type PaymentRow, titleOf, toPayments } from './payments.ts'

const ArrowDownLeft = icon('arrow-down-left')
const ArrowUpRight = icon('arrow-up-right')
const ArrowLeftRight = icon('arrow-left-right')

/** Payments with the names of their parties and of the accounts, which are the viewer's own unless others are given. */
export function PaymentsTable({
  label = 'Payments',
  rows,
  accounts,
}: {
  readonly label?: string
  readonly rows: readonly Transaction[]
  readonly accounts?: readonly NamedAccount[]
}) {
  const own = useAccounts()
  return (
    <Table
      isCompact
      label={label}
      columns={paymentColumns(accounts ?? own.data)}
      rows={toPayments(rows)}
      keyOf={({ uuid }) => uuid}
    />
  )
}

interface Look {
  readonly icon: Icon
  readonly style: string
}

const LOOKS = {
  in: { icon: ArrowDownLeft, style: 'bg-good-bg text-good' },
  out: { icon: ArrowUpRight, style: 'bg-sunk text-soft' },
  both: { icon: ArrowLeftRight, style: 'bg-sunk text-soft' },
} as const satisfies Record<string, Look>

const lookOf = ({ main, given, own }: PaymentRow): Look =>
  given || own ? LOOKS.both : main.direction === 'incoming' ? LOOKS.in : LOOKS.out

function subtitleOf(row: PaymentRow, accounts: readonly NamedAccount[] | undefined): string {
  const { main, own } = row
  const title = titleOf(row)
  const what = main.reference ?? nameOfKind(main.subtype ?? main.type)
  const account = nameOfAccount(accounts, main.account_uuid)
  const where = own ? `${account} to ${nameOfAccount(accounts, own.account_uuid)}` : account
  return what === title ? where : `${what} · ${where}`
}

function paymentColumns(
  accounts: readonly NamedAccount[] | undefined,
): readonly Column<PaymentRow>[] {
  return [
    {
      name: 'Payment',
      isSilent: true,
      show: (row) => {
        const look = lookOf(row)
        return (
          <span className="flex min-w-0 items-center gap-3">
            <span
              className={classes(
                'grid size-8 shrink-0 place-items-center rounded-full',
                look.style,
              )}
            >
              <look.icon className="size-4" aria-hidden />
            </span>
            <span className="min-w-0">
              {/* The link covers the whole row. */}
              <Link
                to="/payments/$id"
                params={{ id: row.uuid }}
                className="line-clamp-2 font-medium wrap-anywhere before:absolute before:inset-0 hover:underline"
              >
                {titleOf(row)}
              </Link>
              <span className="block text-sm text-soft">
                <span className="line-clamp-2 wrap-anywhere">{subtitleOf(row, accounts)}</span>
                <span className="block sm:hidden">
                  <When at={row.main.created_at} />
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
      show: ({ main }) => (
        <span className="text-sm whitespace-nowrap text-soft">
          <When at={main.created_at} />
        </span>
      ),
    },
    {
      name: 'Amount',
      isRight: true,
      show: ({ main, given, own, fees }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {main.status !== 'completed' && <Badge word={main.status} />}
          <span className="grid justify-items-end">
            <Money
              amount={own ? main.amount : changeOf(main)}
              code={main.asset_code}
              isChange={!own}
              className="font-medium"
            />
            {given && (
              <Money
                amount={changeOf(given)}
                code={given.asset_code}
                className="text-sm text-soft"
              />
            )}
            {fees.map(({ uuid, amount, asset_code, direction }) => (
              <span key={uuid} className="text-sm text-soft">
                {direction === 'outgoing' ? 'Fee' : 'Fee returned'}{' '}
                <Money amount={amount} code={asset_code} />
              </span>
            ))}
          </span>
        </span>
      ),
    },
  ]
}
