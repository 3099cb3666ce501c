// The MCP resources: data that a connected client can read without calling a tool.
import { parseDecimal, toJsonInteger } from '../../../kernel/money.ts'
import { AppError, NotFound } from '../../../operation/error.ts'
import { PER_PAGE_MAX } from '../../../kernel/page.ts'
import type { OutputOf } from '../../../operation/operation-index.ts'
import type { ExportsOf } from '../../../operation/domain.ts'
import type { Perform, ToolResource } from '../../../operation/tool.ts'
import type { accounts } from '../../core/accounts/index.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { transactions } from '../../core/transactions/index.ts'
import type { identity } from '../../people/identity/index.ts'

const RECENT = 25

type Operations = ExportsOf<typeof accounts>['operations'] &
  ExportsOf<typeof identity>['operations'] &
  ExportsOf<typeof transactions>['operations']
type Transaction = OutputOf<Operations['transaction.get']>
type Account = OutputOf<Operations['account.list']>['data'][number]

/** A profile lists at most this many accounts; `account.list` pages through all of them. */
const ACCOUNTS_MAX = 1_000

/**
 * The user's own accounts, oldest first; more than `ACCOUNTS_MAX` when the profile cannot list them all. The list
 * is newest first and also holds the accounts that the user manages, so it is read from its last page backwards.
 */
async function findOwnAccounts(
  user: string,
  operations: Operations,
  perform: Perform,
  most = ACCOUNTS_MAX,
): Promise<readonly Account[]> {
  const list = (page: number) =>
    perform(operations['account.list'], { page, per_page: PER_PAGE_MAX })
  const first = await list(1)
  const own: Account[] = []
  for (let page = first.meta.last_page; page >= 1 && own.length <= most; page--) {
    const { data } = page === 1 ? first : await list(page)
    own.push(...data.filter((account) => account.user_uuid === user).toReversed())
  }
  return own
}

/** A few, in the error of a tool call. */
const ACCOUNTS_NAMED = 20
const BALANCES_NAMED = 100

/**
 * The user's accounts with their assets, as lines for a model that does not know them: many clients give a model tools
 * only, and no resources.
 */
export async function nameAccounts(operations: Operations, perform: Perform): Promise<string> {
  const { uuid: user } = (await perform(operations['user.get'], {})).data
  const own = await findOwnAccounts(user, operations, perform, ACCOUNTS_NAMED)
  if (own.length === 0) return 'The user has no account yet; account.create opens one.'
  const { data: balances } = await perform(operations['balance.list'], {
    user_uuid: user,
    limit: BALANCES_NAMED,
  })
  const lines = own.slice(0, ACCOUNTS_NAMED).map(({ uuid, name, status }) => {
    const held = balances.filter((one) => one.account_uuid === uuid).map((one) => one.formatted)
    return `- ${JSON.stringify(name)}: ${uuid} (${status}; ${held.join(', ') || 'empty'})`
  })
  const more = own.length > ACCOUNTS_NAMED ? ['- and more: see the resource account://profile'] : []
  return ['The user’s accounts:', ...lines, ...more].join('\n')
}

export const makeResources = (
  operations: Operations,
  assets: AssetCatalogue,
  now: () => Date,
): ToolResource[] => {
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
      summary: 'The user this client acts for, and the accounts they own.',
      scope: 'accounts:read',
      async read(_parameters, perform) {
        const user = await perform(operations['user.get'], {})
        const { uuid, name, created_at } = user.data
        const own = await findOwnAccounts(uuid, operations, perform)
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
      summary: 'The user’s balance in one currency over all their accounts, in its smallest unit.',
      scope: 'accounts:read',
      async read({ currency = '' }, perform) {
        const code = currency.toUpperCase()
        const user = await perform(operations['user.get'], {})
        const { data, meta } = await perform(operations['balance.list'], {
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
        const page = await perform(operations['transaction.list'], {
          page: 1,
          per_page: RECENT,
          sort: '-created_at',
          format: 'json',
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
          const found = await perform(operations['transaction.get'], { id })
          return { ...toItem(found), reference: found.reference }
        } catch (error) {
          // Answers in the data, because the protocol's code for a missing resource (-32002) has another meaning here.
          if (!(error instanceof AppError)) throw error
          return { error: NotFound({ what: 'transaction', id }).message }
        }
      },
    },
  ]
}

/** The values of the `{name}` parts; undefined when the address does not match. The scheme ignores case. */
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
