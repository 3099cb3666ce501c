// Lists the recipients paid last, and searches recipients: the caller's own accounts, recipients they paid before, and
// the address or account they entered. An account number or IBAN is resolved, so the caller learns that the account
// exists and its uuid, never its holder. The holder of an account is named to users who have paid it, as on their
// statements; and an e-mail address is never looked up.
import { isUuid } from '../../../../kernel/uuid.ts'
import { reaches } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import { listAccountPageOf } from '../../../core/accounts/index.ts'
import { findAccounts, isVisible, listPayees } from '../../../core/ledger/index.ts'
import { findUser } from '../../../people/identity/index.ts'
import type { MobileOptions } from '../options.ts'
import { listRecentRecipients } from './store.ts'
import { isEmail, normalizeEmail } from '../parties.ts'

/** How many of the caller's own accounts are searched. */
const ACCOUNTS_MAX = 100
/** How many of the newest moves of each balance are read for recipients, in each direction. */
const DEPTH = 200
/** How many accounts and how many addresses that were paid before are searched, the last paid first. */
const PAID_MAX = 100

export interface Recipient {
  readonly kind: 'own_account' | 'account' | 'email'
  /** The uuid of an account, or an e-mail address. */
  readonly recipient: string
  readonly name: string | null
  /** The caller's own reference of the last payment. */
  readonly last_reference: string | null
  readonly last_paid_at: string | null
  readonly times: number
}

/** The users and addresses to which the caller sent money last, each once. */
export async function listRecent(limit: number, { tx, caller }: Context) {
  const which = { environment: caller.environment, user: caller.user!, limit }
  return (await listRecentRecipients(tx, which)).map((row) => ({
    recipient: row.to_email ?? row.to_user!,
    type: row.to_email === null ? ('user' as const) : ('email' as const),
    last_sent_at: new Date(row.last_at).toISOString(),
    times: row.times,
  }))
}

const unpaid = { name: null, last_reference: null, last_paid_at: null, times: 0 }

export async function searchRecipients(
  { q = '', limit }: { readonly q?: string; readonly limit: number },
  ctx: Context,
  options: MobileOptions,
): Promise<Recipient[]> {
  const { accounts } = await listAccountPageOf({ page: 1, per_page: ACCOUNTS_MAX }, ctx)
  const own = accounts.map(({ account, row }): Recipient => {
    const { id: recipient } = account
    return { ...unpaid, kind: 'own_account', recipient, name: row.name }
  })
  const paid = [
    ...(await listPaid(
      own.map(({ recipient }) => recipient),
      ctx,
    )),
    ...(await listEmailRecipients(ctx)),
  ].toSorted((a, b) => (a.last_paid_at! > b.last_paid_at! ? -1 : 1))
  const text = q.trim()
  const exact = await resolveExactRecipient(text, ctx, options)
  // An own account or one paid before is found by its number, too, with what is known about it.
  const known = [...own, ...paid].find(({ recipient }) => recipient === exact?.recipient)
  const best = known ?? exact
  const others = [...own, ...paid].filter((one) => one !== best && matches(one, text.toLowerCase()))
  // A complete address or account is the best match, so it must not fall behind the limit.
  return [...others.slice(0, best ? limit - 1 : limit), ...(best ? [best] : [])]
}

async function listPaid(accounts: readonly string[], ctx: Context): Promise<Recipient[]> {
  const { environment, user } = ctx.caller
  const found = await listPayees(ctx.tx, {
    environment,
    accounts,
    user: user!,
    depth: DEPTH,
    limit: PAID_MAX,
  })
  const reachable = found.filter(({ tenant_uuid }) => reaches(ctx.caller, tenant_uuid))
  return reachable.map((row) => ({
    kind: 'account' as const,
    recipient: row.account,
    name: row.holder_name,
    last_reference: row.reference,
    last_paid_at: new Date(row.last_at).toISOString(),
    times: row.times,
  }))
}

/** The sender sees only the address, not who claimed the money. */
async function listEmailRecipients({ tx, caller }: Context): Promise<Recipient[]> {
  const which = { environment: caller.environment, user: caller.user!, limit: PAID_MAX }
  return (await listRecentRecipients(tx, which)).flatMap((row) =>
    row.to_email === null
      ? []
      : {
          kind: 'email' as const,
          recipient: row.to_email,
          name: null,
          last_reference: null,
          last_paid_at: new Date(row.last_at).toISOString(),
          times: row.times,
        },
  )
}

const matches = ({ recipient, name, last_reference }: Recipient, text: string): boolean =>
  [recipient, name, last_reference].some((one) => one?.toLowerCase().includes(text))

/** A complete address or account. Whether the address is known is not looked up. */
async function resolveExactRecipient(
  text: string,
  ctx: Context,
  { directory }: MobileOptions,
): Promise<Recipient | undefined> {
  if (isEmail(text)) {
    const email = normalizeEmail(text)
    const self = await findUser(ctx.tx, ctx.caller.user!)
    if (self && normalizeEmail(self.email) === email) return undefined
    return { ...unpaid, kind: 'email', recipient: email }
  }
  // Most texts are part of a name; only a text that can be an account number is looked up.
  if (!isUuid(text) && !/\d{6}/.test(text.replaceAll(/\s/g, ''))) return undefined
  const id = await directory.find(ctx.tx, { account: text })
  const account = id === undefined ? undefined : (await findAccounts(ctx.tx, [id])).get(id)
  if (!isVisible(account, ctx.caller)) return undefined
  return { ...unpaid, kind: 'account', recipient: account.id }
}
