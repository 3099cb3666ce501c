// The viewer's accounts and what is on them, as several pages need them.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { accountBalancesDecimal, accountList } from '../../sdk/client/operations.ts'
import type { Account, DecimalBalance } from '../../sdk/client/types.ts'
import { reading, useRead } from './bank.ts'
import { addDecimals, isZero } from './decimal.ts'
import { useUser } from './session.ts'

/** More than people have; the list says when there are more. */
const SHOWN_MAX = 20

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
  /** The worth of all in US dollars, as decimal text. */
  readonly usd: string
}

export function useHoldings() {
  const accounts = useAccounts()
  const reads = useQueries({
    queries: (accounts.data ?? [])
      .slice(0, SHOWN_MAX)
      .map(({ uuid }) => reading('balances', accountBalancesDecimal, { uuid })),
  })
  const isComplete = accounts.data !== undefined && reads.every(({ data }) => data !== undefined)
  const data = isComplete
    ? reads.map(({ data: read }, index): Holdings => {
        const { balances, summary } = read!.data
        return {
          account: accounts.data![index]!,
          balances,
          usd: toUsd(summary.total_usd_equivalent),
        }
      })
    : undefined
  return {
    data,
    error: accounts.error ?? reads.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all([accounts.refetch(), ...reads.map((read) => read.refetch())]),
  }
}

/** The bank writes it with separators, for people. */
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

export const nameOfAccount = (
  accounts: readonly Account[] | undefined,
  uuid: string | null,
): string =>
  accounts?.find((account) => account.uuid === uuid)?.name ??
  (uuid === null ? 'the bank' : shorten(uuid))

export const shorten = (id: string): string =>
  id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
