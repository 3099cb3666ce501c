// How operators find payments of any customer: by time, kind, asset, amount, party and reference.
import { formatDecimal, parseDecimal } from '../../../../kernel/money.ts'
import { isUuid, timeOf } from '../../../../kernel/uuid.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { findPeople } from '../../../people/identity/index.ts'
import type { AccountDirectory } from '../../account-numbers/index.ts'
import type { AssetCatalogue } from '../../assets/index.ts'
import {
  type Account,
  type AmountRange,
  type BankPayment,
  findAccounts,
  listAccountIdsOf,
  searchPayments,
} from '../../ledger/index.ts'
import { counterpartyNameOf } from '../counterparty.ts'
import { checkOrder, readTime } from '../period.ts'

export interface SearchOptions {
  readonly assets: AssetCatalogue
  readonly directory: AccountDirectory
}

export interface PaymentSearch {
  readonly from?: string
  readonly to?: string
  readonly kind?: string
  readonly status?: BankPayment['status']
  readonly asset_code?: string
  readonly amount_from?: string
  readonly amount_to?: string
  readonly party?: string
  readonly reference?: string
  readonly before?: string
  readonly limit: number
}

/** A name that fits more customers or accounts than this is too unspecific to be useful. */
const PEOPLE_MAX = 100
const ACCOUNTS_MAX = 500

export async function findPayments(request: PaymentSearch, ctx: Context, options: SearchOptions) {
  const { tx, caller } = ctx
  const from = request.from === undefined ? undefined : readTime(request.from, 'from', 'first')
  const to = request.to === undefined ? undefined : readTime(request.to, 'to', 'last')
  if (from && to) checkOrder(from, to, 'to')
  const { rows, stoppedAt, searchedBackTo } = await searchPayments(tx, {
    environment: caller.environment,
    from,
    to,
    before: request.before,
    status: request.status,
    kind: request.kind,
    asset: request.asset_code?.toUpperCase(),
    amounts: readAmounts(request, options.assets),
    ...(await readParty(request.party?.trim() ?? '', ctx, options.directory)),
    reference: request.reference?.trim() || undefined,
    limit: request.limit,
  })
  const shown = rows.slice(0, request.limit)
  const hasMore = rows.length > request.limit
  const accounts = await findAccounts(tx, [
    ...new Set(shown.flatMap(({ from_account, to_account }) => [from_account, to_account])),
  ])
  return {
    data: shown.map((row) => toItem(row, accounts, options.assets)),
    next: hasMore ? shown.at(-1)!.id : (stoppedAt ?? null),
    searched_back_to: hasMore ? null : (searchedBackTo?.toISOString() ?? null),
  }
}

/** The amounts in units of each asset that is wanted; of one with fewer places than the bounds have, none is. */
function readAmounts(
  { amount_from, amount_to, asset_code }: PaymentSearch,
  assets: AssetCatalogue,
): AmountRange[] | undefined {
  if (amount_from === undefined && amount_to === undefined) return undefined
  return assets
    .list()
    .filter(({ code }) => asset_code === undefined || code === asset_code.toUpperCase())
    .flatMap((asset) => {
      const least = parseDecimal(amount_from ?? '0', asset)
      const most = amount_to === undefined ? undefined : parseDecimal(amount_to, asset)
      if (!least || (amount_to !== undefined && !most)) return []
      if (most && most.units < least.units)
        throw Invalid({
          errors: {
            amount_to: [`The amount to, ${amount_to}, is below the amount from, ${amount_from}.`],
          },
        })
      return { asset: asset.code, least: least.units, most: most?.units }
    })
}

/** A customer's account or name; a name that no customer has is looked for outside the bank. */
async function readParty(
  text: string,
  { tx }: Context,
  directory: AccountDirectory,
): Promise<{
  readonly accounts: readonly string[] | undefined
  readonly outsider: string | undefined
}> {
  if (text === '') return { accounts: undefined, outsider: undefined }
  const account = isUuid(text) ? text.toLowerCase() : await directory.find(tx, { account: text })
  if (account !== undefined) return { accounts: [account], outsider: undefined }
  const people = await findPeople(tx, { search: text }, PEOPLE_MAX + 1)
  if (people.length === 0) return { accounts: undefined, outsider: text }
  const accounts = await listAccountIdsOf(tx, people)
  if (people.length > PEOPLE_MAX || accounts.length > ACCOUNTS_MAX)
    throw Invalid({
      errors: {
        party: [
          `More than ${PEOPLE_MAX} customers or ${ACCOUNTS_MAX} accounts match “${text}”. Write more of the name, or an account number.`,
        ],
      },
    })
  return { accounts, outsider: undefined }
}

function toItem(row: BankPayment, accounts: ReadonlyMap<string, Account>, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const { id, status, reference, reason, completed_at } = row
  return {
    uuid: id,
    kind: row.subtype ?? row.type,
    status,
    from: toParty(row, 'from', accounts),
    to: toParty(row, 'to', accounts),
    amount: formatDecimal({ units: BigInt(row.units), asset }),
    asset_code: asset.code,
    reference,
    failure_reason: reason,
    created_at: timeOf(id).toISOString(),
    completed_at,
  }
}

/** An account of the bank stands for the counterparty outside, if the bank wrote its name. */
function toParty(row: BankPayment, side: 'from' | 'to', accounts: ReadonlyMap<string, Account>) {
  const { id, code, holder_name } = accounts.get(row[`${side}_account`])!
  if (code === null) return { name: holder_name, account_uuid: id, bank_account: null }
  const name = counterpartyNameOf({
    ...row,
    side: side === 'from' ? 'to' : 'from',
    other_account: id,
    other_code: code,
    other_holder: null,
  })
  return { name, account_uuid: null, bank_account: code }
}
