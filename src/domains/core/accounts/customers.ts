// How operators find accounts of any customer: by number, name, owner, state or asset.
import { formatDecimal } from '../../../kernel/money.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { findPeople, findUser } from '../../people/identity/index.ts'
import type { AccountDirectory } from '../account-numbers/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { type Account, findAccounts } from '../ledger/index.ts'
import * as store from './customer-store.ts'
import type { AccountRow } from './store.ts'

export interface CustomerOptions {
  readonly assets: AssetCatalogue
  readonly directory: AccountDirectory
}

export interface AccountSearch {
  /** A uuid, an IBAN, an account number, or part of a name. */
  readonly search?: string
  /** A uuid, or part of a name or an e-mail address. */
  readonly owner?: string
  readonly status?: store.AccountFilter['status']
  readonly asset?: string
}

/** A search that matches more owners than this is too unspecific to be useful. */
const OWNERS_MAX = 100
const CHANGES_SHOWN = 50

export async function searchAccounts(
  { search, owner, status, asset }: AccountSearch,
  page: PageRequest,
  ctx: Context,
  options: CustomerOptions,
) {
  const filter: store.AccountFilter = {
    environment: ctx.caller.environment,
    ...(await readSearch(search?.trim() ?? '', ctx, options)),
    owners: await findOwners(owner?.trim() ?? '', ctx),
    status,
    asset: asset?.toUpperCase(),
  }
  const { rows, total } = await store.searchAccounts(ctx.tx, filter, page)
  return { accounts: await describe(rows, ctx, options), total }
}

/** Text that is neither a uuid nor an account number is searched in the names. */
async function readSearch(
  text: string,
  { tx }: Context,
  { directory }: CustomerOptions,
): Promise<Pick<store.AccountFilter, 'name' | 'uuids'>> {
  if (text === '') return {}
  if (isUuid(text)) return { uuids: [text] }
  const found = await directory.find(tx, { account: text })
  return found === undefined ? { name: text } : { uuids: [found] }
}

/** An owner who is not registered also has a uuid, given by the manager of the account. */
async function findOwners(text: string, { tx }: Context): Promise<readonly string[] | undefined> {
  if (text === '') return undefined
  return isUuid(text) ? [text] : findPeople(tx, { search: text }, OWNERS_MAX)
}

async function describe(rows: readonly AccountRow[], { tx }: Context, options: CustomerOptions) {
  const ids = rows.map((row) => row.uuid)
  const accounts = await findAccounts(tx, ids)
  const numbers = await options.directory.of(tx, ids)
  const owners = await Promise.all(rows.map((row) => findUser(tx, row.user_uuid)))
  return rows.map((row, index) => {
    const account = accounts.get(row.uuid)!
    const owner = owners[index]
    return {
      ...row,
      status: account.status,
      tenant_id: account.tenant_uuid,
      owner: owner ? { name: owner.name, email: owner.email } : null,
      account_number: numbers.get(row.uuid)!.account_number,
      iban: numbers.get(row.uuid)!.iban,
      balances: listBalances(account, options.assets),
    }
  })
}

const listBalances = (account: Account, assets: AssetCatalogue) =>
  [...account.books.values()]
    .filter(({ units, held }) => units !== 0n || held !== 0n)
    .toSorted((a, b) => (a.asset < b.asset ? -1 : 1))
    .map(({ asset: code, units, held }) => {
      const asset = assets.get(code)
      return {
        asset_code: code,
        total_balance: formatDecimal({ units, asset }),
        available_balance: formatDecimal({ units: units - held, asset }),
      }
    })

/** One account with why it was frozen, unfrozen or closed, and by whom. */
export async function getCustomerAccount(uuid: string, ctx: Context, options: CustomerOptions) {
  const row = isUuid(uuid)
    ? await store.findAnyAccount(ctx.tx, ctx.caller.environment, uuid)
    : undefined
  if (!row) throw NotFound({ what: 'account', id: uuid })
  const [account] = await describe([row], ctx, options)
  return {
    ...account!,
    status_changes: await store.listStatusChanges(ctx.tx, row.uuid, CHANGES_SHOWN),
  }
}
