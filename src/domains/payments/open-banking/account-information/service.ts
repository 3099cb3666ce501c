// Reads account data for a third party: exactly what a valid consent covers, as often a day as it allows. Each
// access is counted after the data was read and before it is returned, in one statement that also checks whether
// the consent has ended meanwhile. So concurrent calls cannot exceed the limit.
import { dayOf } from '../../../../kernel/days.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Bank } from '../../../../operation/bank.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { getCallerAccount, listAccountsByIds } from '../../../core/accounts/index.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { listTransactions } from '../../../core/transactions/index.ts'
import { findUser } from '../../../people/identity/index.ts'
import { type Permission, permissions, readReference } from '../consents/access.ts'
import * as store from '../consents/store.ts'
import type { ConsentRow } from '../consents/store.ts'
import { statusAt } from '../consents/service.ts'
import type { Continuations } from './continuations.ts'
import { dayAfter, secondsLeft } from '../days.ts'
import { AccessExceeded, ConsentInvalid, ConsentMissing } from '../errors.ts'
import type { ConsentStatus } from '../life-cycle.ts'
import { asAccountHolder } from '../parties.ts'

export interface InformationOptions {
  readonly assets: AssetCatalogue
  readonly directory: AccountDirectory
  readonly work: Bank['work']
  readonly continuations: Continuations
}

/** A consent in use: everything is read as the account holder. */
interface Use {
  readonly consent: ConsentRow
  readonly holder: Context
}

export async function listAccounts(
  consentId: string | undefined,
  page: PageRequest,
  ctx: Context,
  options: InformationOptions,
) {
  const use = await openConsent(consentId, ctx)
  checkNotUsedUp(use.consent, ctx.now)
  const granted = await store.listGranted(ctx.tx, use.consent.id, 'accounts')
  if (granted.length === 0) throw notOpened('accounts')
  const open = await listAccountsByIds(granted, use.holder)
  const shown = open.slice((page.page - 1) * page.per_page, page.page * page.per_page)
  const ids = shown.map(({ account }) => account.id)
  const answer = {
    accounts: shown,
    total: open.length,
    owner_name: await nameOfHolder(use, ctx),
    identifiers: await options.directory.of(ctx.tx, ids),
  }
  await count(use, ctx, options)
  return answer
}

export async function getAccount(
  consentId: string | undefined,
  id: string,
  ctx: Context,
  options: InformationOptions,
) {
  const use = await openConsent(consentId, ctx)
  const account = await findOpened(use, id, 'accounts', ctx, options)
  checkNotUsedUp(use.consent, ctx.now)
  const answer = {
    found: await getCallerAccount(account, use.holder),
    owner_name: await nameOfHolder(use, ctx),
    identifiers: await identifiersOf(account, ctx, options),
  }
  await count(use, ctx, options)
  return answer
}

export async function getBalances(
  consentId: string | undefined,
  id: string,
  ctx: Context,
  options: InformationOptions,
) {
  const use = await openConsent(consentId, ctx)
  const account = await findOpened(use, id, 'balances', ctx, options)
  checkNotUsedUp(use.consent, ctx.now)
  const answer = {
    account: (await getCallerAccount(account, use.holder)).account,
    identifiers: await identifiersOf(account, ctx, options),
  }
  await count(use, ctx, options)
  return answer
}

export interface TransactionsRequest extends PageRequest {
  readonly id: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly bookingStatus: 'booked' | 'pending' | 'both'
  readonly continuation?: string | undefined
}

/** Only the newest pending transactions are listed; they are soon booked. */
const PENDING_MAX = 100

export async function getTransactions(
  consentId: string | undefined,
  request: TransactionsRequest,
  ctx: Context,
  options: InformationOptions,
) {
  const use = await openConsent(consentId, ctx)
  const account = await findOpened(use, request.id, 'transactions', ctx, options)
  const { from, to, bookingStatus, page, per_page } = request
  if (from !== undefined && to !== undefined && from > to)
    throw Invalid({ errors: { to_date: [`The end, ${to}, is before the start, ${from}.`] } })
  const scope = [use.consent.id, account, from ?? '', to ?? '', bookingStatus, per_page].join(' ')
  const since =
    page > 1 ? options.continuations.read(request.continuation, scope, ctx.now) : undefined
  if (since === undefined) checkNotUsedUp(use.consent, ctx.now)
  const end = endOf(to, since)
  const list = (status: 'completed' | 'pending', window: PageRequest) =>
    listTransactions(
      account,
      {
        ...window,
        status,
        sort: '-created_at',
        ...(from !== undefined && { start_date: from }),
        ...(end !== undefined && { end_date: end }),
      },
      use.holder,
      options.assets,
    )
  const nothing = { transactions: [], total: 0 }
  const booked = bookingStatus === 'pending' ? nothing : await list('completed', { page, per_page })
  const pending =
    bookingStatus === 'booked' || page > 1
      ? nothing
      : await list('pending', { page: 1, per_page: PENDING_MAX })
  const all = [...booked.transactions, ...pending.transactions]
  const others = all.flatMap((one) => one.related_account_uuid ?? [])
  const answer = {
    account,
    booked,
    pending,
    identifiers: await options.directory.of(ctx.tx, [...new Set([account, ...others])]),
    continuation:
      since === undefined ? options.continuations.make(scope, ctx.now) : request.continuation!,
  }
  await (since === undefined ? count(use, ctx, options) : openConsent(consentId, ctx))
  return answer
}

/** Later pages show the state at which the first page was read, so that no row moves to another page. */
function endOf(to: string | undefined, since: Date | undefined): string | undefined {
  if (since === undefined) return to
  return to !== undefined && dayAfter(to) <= since ? to : since.toISOString()
}

const identifiersOf = async (account: string, { tx }: Context, options: InformationOptions) =>
  (await options.directory.of(tx, [account])).get(account)!

const nameOfHolder = async ({ consent }: Use, { tx }: Context): Promise<string | null> =>
  (await findUser(tx, consent.psu_uuid!))?.name ?? null

/** A valid consent of the caller; another party's consent is reported as unknown. */
export async function openConsent(id: string | undefined, ctx: Context): Promise<Use> {
  if (id === undefined || id === '') throw ConsentMissing({})
  const row = await store.findConsent(ctx.tx, id)
  const { user, environment } = ctx.caller
  if (!row || row.tpp_uuid !== user || row.environment !== environment)
    throw ConsentInvalid({ reason: `You have no consent ${id}; ask for one and retry.` })
  const status = statusAt(row, ctx.now)
  if (status !== 'valid') throw ConsentInvalid({ reason: REASONS[status] })
  // A suspended account holder has no access, so neither has a third party on their behalf.
  if ((await findUser(ctx.tx, row.psu_uuid!))?.status !== 'active')
    throw ConsentInvalid({
      reason:
        'This consent gives no access at the moment; ask the account holder, and retry later.',
    })
  return { consent: row, holder: asAccountHolder(ctx, row.psu_uuid!) }
}

const REASONS: Readonly<Record<Exclude<ConsentStatus, 'valid'>, string>> = {
  received: 'The account holder has not authorized this consent yet; send them to its scaRedirect.',
  rejected: 'The account holder rejected this consent; ask for another one.',
  revokedByPsu: 'The account holder revoked this consent; ask for another one.',
  expired: 'This consent has expired; ask for another one.',
  terminatedByTpp: 'You have terminated this consent; ask for another one.',
}

/** The account by uuid or IBAN, if the consent covers this kind of its data. */
async function findOpened(
  { consent }: Use,
  id: string,
  permission: Permission,
  ctx: Context,
  { directory }: InformationOptions,
): Promise<string> {
  const reference = readReference(id)
  const account =
    reference === undefined ? undefined : await directory.find(ctx.tx, { account: reference })
  const grants = await store.listGrants(ctx.tx, consent.id)
  const opened = permissions.filter((one) =>
    grants.some((grant) => grant.permission === one && grant.account_uuid === account),
  )
  if (account === undefined || opened.length === 0) throw NotFound({ what: 'account', id })
  if (!opened.includes(permission)) throw notOpened(permission)
  return account
}

const notOpened = (permission: Permission) =>
  ConsentInvalid({
    reason: {
      accounts: 'This consent does not cover the details of this account.',
      balances: 'This consent does not cover the balances of this account.',
      transactions: 'This consent does not cover the transactions of this account.',
    }[permission],
  })

/** Refuses before anything is read, so that calls beyond the limit cost little. */
function checkNotUsedUp(consent: ConsentRow, now: Date): void {
  const { used_on, used_count, frequency_per_day, valid_until, recurring } = consent
  const today = dayOf(now)
  if (used_on === null || used_on < today || used_count < frequency_per_day) return
  throw AccessExceeded({
    frequency_per_day,
    retry_after: secondsLeft(now),
    isLastDay: !recurring || valid_until <= today,
  })
}

async function count({ consent }: Use, ctx: Context, { work }: InformationOptions): Promise<void> {
  const { id, environment } = consent
  const now = ctx.now
  await work(environment, 'open_banking.count_access', async ({ tx }) => {
    if (await store.countAccess(tx, { id, now })) return
    const current = await openConsent(id, { ...ctx, tx })
    checkNotUsedUp(current.consent, now)
  })
}
