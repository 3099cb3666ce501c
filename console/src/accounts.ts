// The viewer's accounts and their balances, for several pages.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { accountBalancesDecimal, accountList, balanceList } from '../../sdk/client/operations.ts'
import type { Account, DecimalBalance } from '../../sdk/client/types.ts'
import { reading, useRead } from './bank.ts'
import { addDecimals, isZero } from './decimal.ts'
import { refreshAfter } from './live.ts'
import { useUser } from './session.ts'

// Every movement of money is announced as `account.balance_updated`. A pending payment is announced as
// `transaction.created` and `transfer.created` only.
refreshAfter('account', ['accounts', 'balances', 'transactions'])
refreshAfter('transaction', ['balances', 'transactions'])
refreshAfter('transfer', ['balances', 'transactions'])

/** The most balances that are read one by one, which leaves enough of the viewer's calls per minute. */
const READ_MAX = 40
/** Above this number of accounts, the empty ones are found first, because they need not be read. */
const MANY = 20
/** The most that the bank lists at once. */
const LISTED_MAX = 100

/** The viewer's own accounts, oldest first, without those that are closed. */
export function useAccounts() {
  const { uuid } = useUser()
  const read = useRead('accounts', accountList, { per_page: 100 })
  const data = useMemo(
    () =>
      read.data?.data
        .filter((account) => account.user_uuid === uuid && account.status !== 'closed')
        .toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
    [read.data, uuid],
  )
  return { ...read, data }
}

export interface Holdings {
  readonly account: Account
  readonly balances: readonly DecimalBalance[]
  /** The value of all balances in US dollars, as decimal text. */
  readonly usd: string
}

/** The balances of the viewer's accounts; `unread` are accounts with a balance beyond the number that is read. */
export function useHoldings() {
  const accounts = useAccounts()
  const empty = useEmpty(accounts.data)
  const isSorted = accounts.data !== undefined && empty.data !== undefined
  const holding = isSorted ? accounts.data!.filter(({ uuid }) => !empty.data!.has(uuid)) : []
  const read = holding.slice(0, READ_MAX)
  const reads = useQueries({
    queries: read.map(({ uuid }) => reading('balances', accountBalancesDecimal, { uuid })),
  })
  const isComplete = isSorted && reads.every(({ data }) => data !== undefined)
  const byAccount = new Map(reads.map(({ data }) => [data?.data.account_uuid, data?.data]))
  const unread = holding.slice(READ_MAX)
  const data = isComplete
    ? accounts
        .data!.filter((account) => !unread.includes(account))
        .map((account): Holdings => {
          const { balances = [], summary } = byAccount.get(account.uuid) ?? {}
          return { account, balances, usd: toUsd(summary?.total_usd_equivalent ?? '') }
        })
    : undefined
  const all = [accounts, empty, ...reads]
  return {
    data,
    unread,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(all.map((one) => one.refetch())),
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The accounts that are certainly empty, if there are more than MANY. */
function useEmpty(accounts: readonly Account[] | undefined) {
  const { uuid: user_uuid } = useUser()
  const isMany = (accounts?.length ?? 0) > MANY
  const input = { user_uuid, limit: LISTED_MAX }
  const listed = useQuery({ ...reading('balances', balanceList, input), enabled: isMany })
  const data = useMemo(() => {
    if (!isMany) return NONE
    if (!accounts || !listed.data) return undefined
    const { data: balances, meta } = listed.data
    // Accounts beyond the end of the list may have a balance.
    if (meta.total_balances > balances.length) return NONE
    const used = new Set(balances.map(({ account_uuid }) => account_uuid))
    return new Set(accounts.map(({ uuid }) => uuid).filter((uuid) => !used.has(uuid)))
  }, [accounts, isMany, listed.data])
  return { ...listed, data }
}

/** The bank writes this amount with thousands separators. */
const toUsd = (text: string): string =>
  /-?[\d,]+(\.\d+)?/.exec(text)?.[0].replaceAll(',', '') ?? '0.00'

export const totalOf = (holdings: readonly Holdings[]): string =>
  addDecimals(['0.00', ...holdings.map(({ usd }) => usd)])

/** What can be spent, money before other assets. */
export const spendable = (balances: readonly DecimalBalance[]): readonly DecimalBalance[] =>
  balances
    .filter(({ available_balance }) => !isZero(available_balance))
    .toSorted((a, b) => rankOf(a) - rankOf(b))

const rankOf = ({ asset_code, asset }: DecimalBalance): number =>
  asset_code === 'USD' ? 0 : asset.type === 'fiat' ? 1 : 2

export type NamedAccount = Pick<Account, 'uuid' | 'name'>

export const nameOfAccount = (
  accounts: readonly NamedAccount[] | undefined,
  uuid: string | null,
): string =>
  accounts?.find((account) => account.uuid === uuid)?.name ??
  (uuid === null ? 'the bank' : shorten(uuid))

export const shorten = (id: string): string =>
  id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
