// What a connected program can read without calling a tool.
import { parseDecimal, toJsonInteger } from '../../../kernel/money.ts'
import { AppError, NotFound } from '../../../operation/error.ts'
import { PER_PAGE_MAX } from '../../../kernel/page.ts'
import type { ToolResource } from '../../../operation/tool.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'

const RECENT = 25

interface Transaction {
  readonly uuid: string
  readonly account_uuid: string
  readonly asset_code: string
  readonly amount: string
  readonly direction: 'incoming' | 'outgoing'
  readonly type: string
  readonly status: string
  readonly description: string | null
  readonly reference: string | null
  readonly created_at: string
}

interface BalanceList {
  readonly data: readonly { readonly account_uuid: string }[]
  readonly meta: { readonly asset_totals: Readonly<Record<string, string>> }
}

interface Account {
  readonly uuid: string
  readonly user_uuid: string
  readonly name: string
  readonly type: string
  readonly status: string
  readonly created_at: string
}

interface AccountPage {
  readonly data: readonly Account[]
  readonly meta: { readonly last_page: number }
}

/** More than these are not named in a profile: whoever has so many asks for them page by page. */
const ACCOUNTS_MAX = 1_000

/**
 * The person's own accounts, oldest first, and one more than are named if there are more. They are
 * listed newest first among those of their customers, so that they are looked for from the end.
 */
async function findOwnAccounts(
  user: string,
  perform: Parameters<ToolResource['read']>[1],
): Promise<readonly Account[]> {
  const list = (page: number) =>
    perform<AccountPage>('account.list', { page, per_page: PER_PAGE_MAX })
  const first = await list(1)
  const own: Account[] = []
  for (let page = first.meta.last_page; page >= 1 && own.length <= ACCOUNTS_MAX; page--) {
    const { data } = page === 1 ? first : await list(page)
    own.push(...data.filter((account) => account.user_uuid === user).toReversed())
  }
  return own
}

export const makeResources = (assets: AssetCatalogue, now: () => Date): ToolResource[] => {
  const toItem = (transaction: Transaction) => {
    const asset = assets.get(transaction.asset_code)
    const units = toJsonInteger(parseDecimal(transaction.amount, asset)!.units)
    return {
      id: transaction.uuid,
      account_id: transaction.account_uuid,
      asset_code: transaction.asset_code,
      amount_minor: transaction.direction === 'incoming' ? units : -units,
      type: transaction.type,
      status: transaction.status,
      description: transaction.description,
      created_at: transaction.created_at,
    }
  }
  return [
    {
      uri: 'account://profile',
      title: 'Profile',
      summary: 'The person this program is connected to, and the accounts they own.',
      scope: 'accounts:read',
      async read(_parameters, perform) {
        const user = await perform<{ data: { uuid: string; name: string; created_at: string } }>(
          'user.get',
          {},
        )
        const { uuid, name, created_at } = user.data
        const own = await findOwnAccounts(uuid, perform)
        return {
          account_id: own[0]?.uuid ?? null,
          user_uuid: uuid,
          name,
          created_at,
          accounts: own.slice(0, ACCOUNTS_MAX).map((account) => ({
            account_id: account.uuid,
            name: account.name,
            type: account.type,
            status: account.status,
            created_at: account.created_at,
          })),
          has_more_accounts: own.length > ACCOUNTS_MAX,
        }
      },
    },
    {
      uri: 'account://balance/{currency}',
      title: 'Balance',
      summary: 'What the person has of one currency over all their accounts, in its smallest unit.',
      scope: 'accounts:read',
      async read({ currency = '' }, perform) {
        const code = currency.toUpperCase()
        const user = await perform<{ data: { uuid: string } }>('user.get', {})
        const { data, meta } = await perform<BalanceList>('balance.list', {
          asset: code,
          user_uuid: user.data.uuid,
          limit: 1,
        })
        const total = meta.asset_totals[code]
        const asset = assets.find(code)
        const units = total !== undefined && asset ? parseDecimal(total, asset)!.units : 0n
        return {
          currency: code,
          balance_minor: toJsonInteger(units),
          account_id: data[0]?.account_uuid ?? null,
          as_of: now().toISOString(),
        }
      },
    },
    {
      uri: 'transactions://recent',
      title: 'Recent transactions',
      summary: `The last ${RECENT} transactions over all accounts, newest first.`,
      scope: 'transactions:read',
      async read(_parameters, perform) {
        const page = await perform<{ data: Transaction[] }>('transaction.list', {
          per_page: RECENT,
        })
        return { transactions: page.data.map(toItem) }
      },
    },
    {
      uri: 'transaction://{id}',
      title: 'Transaction',
      summary: 'One transaction by its id.',
      scope: 'transactions:read',
      async read({ id = '' }, perform) {
        try {
          const found = await perform<Transaction>('transaction.get', { id })
          return { ...toItem(found), reference: found.reference }
        } catch (error) {
          // The protocol's own code for a missing resource means something else here (-32002).
          if (!(error instanceof AppError)) throw error
          return { error: NotFound({ what: 'transaction', id }).message }
        }
      },
    },
  ]
}

/** The parts that `{name}` stands for; undefined when the address is another. The scheme has no case. */
export function matchUri(
  template: string,
  uri: string,
): Readonly<Record<string, string>> | undefined {
  const [scheme = '', rest = ''] = splitScheme(template)
  const [givenScheme = '', givenRest = ''] = splitScheme(uri)
  if (scheme.toLowerCase() !== givenScheme.toLowerCase()) return undefined
  const pattern = rest.replace(/\{(\w+)\}/g, (_all, name: string) => `(?<${name}>[^/]+)`)
  const match = new RegExp(`^${pattern}$`).exec(givenRest)
  return match ? { ...match.groups } : undefined
}

const splitScheme = (uri: string): string[] => uri.split(/:\/\/(.*)/s)
