// Payer and recipient: the account that a payer uses, and the user, account, merchant or e-mail address that a text
// names.
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { findUser, isVisibleTo } from '../../people/identity/index.ts'
import { findFirstAccountOf, listAccountPageOf } from '../../core/accounts/index.ts'
import {
  type Account,
  findAccounts,
  findFirstAccounts,
  isVisible,
} from '../../core/ledger/index.ts'
import { NoAccount } from './errors.ts'
import type { IntentRow } from './intents/store.ts'
import { findPayee } from './merchants/lookup.ts'
import type { MobileOptions } from './options.ts'

/** The account named by the caller, or else their oldest one that covers the amount, or else their oldest. */
export async function choosePayer(
  given: string | null | undefined,
  need: { readonly asset: string; readonly units: bigint },
  ctx: Context,
): Promise<string> {
  if (given !== null && given !== undefined) {
    const id = given.toLowerCase()
    const account = (await findAccounts(ctx.tx, [id])).get(id)
    if (!isVisible(account, ctx.caller) || account.user_uuid !== ctx.caller.user)
      throw NotFound({ what: 'account', id: given })
    return id
  }
  const oldest = await findFirstAccountOf(ctx)
  if (oldest?.user_uuid !== ctx.caller.user) throw NoAccount({})
  const covers = ({ status, user_uuid, books }: Account): boolean => {
    const book = books.get(need.asset)
    const isOwn = status === 'active' && user_uuid === ctx.caller.user
    return isOwn && book !== undefined && book.units - book.held >= need.units
  }
  if (covers(oldest!)) return oldest!.id
  const { accounts } = await listAccountPageOf({ page: 1, per_page: SEARCHED_MAX }, ctx)
  return (accounts.findLast(({ account }) => covers(account))?.account ?? oldest!).id
}

/** The number of accounts that are searched for one that covers a payment; owners of more can name one. */
const SEARCHED_MAX = 100

/** The canonical form of an e-mail address, for comparisons. */
export const normalizeEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

const EMAIL = /^[^\s@,;<>()"]{1,64}@[^\s@,;<>()"]{1,190}\.[^\s@,;<>()".]{2,60}$/u

export const isEmail = (text: string): boolean => EMAIL.test(normalizeEmail(text))

/** Refuses the caller's own address, in any spelling. */
export async function checkNotOwnEmail(
  email: string,
  field: string,
  { tx, caller }: Context,
): Promise<void> {
  const own = await findUser(tx, caller.user!)
  if (own && normalizeEmail(own.email) === email) throw selfPaymentError(field)
}

export const selfPaymentError = (field: string) =>
  Invalid({ errors: { [field]: ['You cannot send money to yourself.'] } })

export type Recipient = Pick<IntentRow, 'recipient_kind' | 'recipient_id'>

/**
 * Resolves a text to a recipient; refuses the caller and a merchant that does not accept the asset. An e-mail address
 * is never looked up, so that callers cannot find out whether it belongs to a customer.
 */
export async function readRecipient(
  given: string,
  asset: string,
  ctx: Context,
  options: MobileOptions,
): Promise<Recipient> {
  const text = given.trim()
  const { tx, caller } = ctx
  if (isEmail(text)) {
    const recipient_id = normalizeEmail(text)
    await checkNotOwnEmail(recipient_id, 'recipient', ctx)
    return { recipient_kind: 'email', recipient_id }
  }
  const uuid = text.toLowerCase()
  if (await isVisibleTo(ctx, uuid)) {
    if (uuid === caller.user) throw selfPaymentError('recipient')
    return { recipient_kind: 'user', recipient_id: uuid }
  }
  const merchant = await findPayee(text, { asset, field: 'recipient' }, ctx)
  if (merchant) return { recipient_kind: 'merchant', recipient_id: merchant.id }
  const account = await options.directory.find(tx, { account_number: text })
  const known = account === undefined ? undefined : (await findAccounts(tx, [account])).get(account)
  return isVisible(known, caller)
    ? { recipient_kind: 'account', recipient_id: known.id }
    : { recipient_kind: 'unknown', recipient_id: null }
}

/** The recipient's account, if it can receive money now. */
export async function findReceivingAccount(
  to: { readonly user: string } | { readonly account: string },
  ctx: Pick<Context, 'tx' | 'caller'>,
): Promise<string | undefined> {
  const { environment } = ctx.caller
  const id =
    'account' in to
      ? to.account
      : (await findFirstAccounts(ctx.tx, { environment, users: [to.user] })).get(to.user)
  const account = id === undefined ? undefined : (await findAccounts(ctx.tx, [id])).get(id)
  const isOpen = isVisible(account, ctx.caller) && account.status === 'active'
  return isOpen && account.quarantine === null ? account.id : undefined
}
