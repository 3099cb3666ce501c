// Proof that a user owns the e-mail address of their account. Anyone can register an address, so until it is proven by
// a mailed code, a reset by mail or an operator, the account can only receive and be read: it issues no access that
// outlives the login, and cannot pay. Proving the address revokes all earlier access, because it may belong to an
// intruder who registered the address first. The code is accepted only in a session of the account, so that its
// recipient does not confirm an account whose password an intruder chose.
import { HOUR_MS } from '../../../kernel/durations.ts'
import { RecentMap } from '../../../kernel/recent-map.ts'
import { EmailNotConfirmed, Unavailable } from '../../../operation/error.ts'
import type { Gate } from '../../../operation/gate.ts'
import { needsConfirmedEmail, type Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { mailText, own } from '../../../platform/mail-text.ts'
import { hashSecret, randomText } from '../../../platform/secrets.ts'
import { EmailAlreadyConfirmed, wrongCode } from './errors.ts'
import { EmailConfirmed } from './events.ts'
import { recordAttempt } from './lockout.ts'
import { countMail } from './mail-limit.ts'
import { revokeAllAccess, type SessionlessAccess } from './credentials/sessionless-access.ts'
import * as store from './store.ts'
import type { UserRow } from './store.ts'

const CODE_HOURS = 24

export interface ConfirmationOptions {
  readonly mailer: Mailer
  readonly baseUrl: () => string
  /** Every address counts as proven when it is registered; sandbox only. */
  readonly confirmsAtOnce: boolean
}

/** Rejects operations that need a proven address. A proof is never withdrawn, so it is cached. */
export function confirmedEmailGate(db: Db): Gate {
  const confirmed = new RecentMap<string, true>(50_000)
  return (op, caller) => {
    // An agent acts with the rights of its owner.
    const user = caller.user ?? caller.credential?.user
    if (user === undefined || !needsConfirmedEmail(op) || confirmed.get(user)) return undefined
    return store.findUser(db, user).then((found) => {
      if (found?.email_verified_at === null) throw EmailNotConfirmed({})
      confirmed.set(user, true)
      return undefined
    })
  }
}

/** Mails a new code; an older one stops working. Without a mail server an operator confirms. */
export async function sendConfirmation(
  user: UserRow,
  { mailer, baseUrl }: ConfirmationOptions,
  ctx: Context,
): Promise<void> {
  if (!mailer.isOn) return
  if (!(await countMail(`confirmation mail ${user.uuid}`, ctx))) return
  const code = `${randomText(8)}-${randomText(8)}`
  await store.saveConfirmation(ctx.tx, {
    user_uuid: user.uuid,
    hash: hashSecret(code),
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + CODE_HOURS * HOUR_MS),
  })
  const bankUrl = own(baseUrl())
  await mailer.send(ctx.tx, {
    to: user.email,
    subject: mailText`Confirm your e-mail address`,
    text: mailText`Hello,

an account was opened with this e-mail address at ${bankUrl}/.
To confirm the address within ${own(String(CODE_HOURS))} hours, sign in there and enter this code:

code: ${own(code)}

An API client sends it to POST ${bankUrl}/api/auth/verify-email. Codes from earlier mails no longer work.

If you did not open it, do not share the code. Without it, the account can neither pay nor grant lasting access.
To take the account over, reset its password: that revokes the access of the person who opened it.`,
  })
}

/** The answer is the same when the limit of mails per hour is reached. */
export async function requestConfirmation(
  options: ConfirmationOptions,
  ctx: Context,
): Promise<void> {
  const user = await lockUnconfirmed(ctx)
  if (!options.mailer.isOn)
    throw Unavailable({
      reason:
        'No mail can be sent: this bank has no mail server. Ask its operator to confirm your address.',
    })
  await sendConfirmation(user, options, ctx)
}

/** Keeps the session of the request, because its user has received the mail. */
export async function confirmEmail(
  code: string,
  others: readonly SessionlessAccess[],
  ctx: Context,
): Promise<void> {
  const user = await lockUnconfirmed(ctx)
  await recordAttempt(
    ctx.tx,
    { subject: `confirmation:${user.uuid}`, address: ctx.caller.address },
    ctx.now,
    () => store.useConfirmation(ctx.tx, user.uuid, hashSecret(code.trim()), ctx.now),
    () => wrongCode('code'),
  )
  const current = await store.findCredentialById(ctx.tx, ctx.caller.credential!.id)
  await confirmAddress(
    user,
    { by: 'code', keptSession: current?.session ?? undefined },
    others,
    ctx,
  )
}

async function lockUnconfirmed({ tx, caller }: Context): Promise<UserRow> {
  const user = await store.lockUser(tx, caller.user!)
  if (!user || user.email_verified_at !== null) throw EmailAlreadyConfirmed({})
  return user
}

export interface Proof {
  readonly by: 'code' | 'reset' | 'operator'
  readonly keptSession?: string | undefined
}

/**
 * Marks the address as proven and revokes all access issued before. The caller holds the lock on the user, so that
 * nothing is issued concurrently. Does nothing if the address is proven already.
 */
export async function confirmAddress(
  user: UserRow,
  { by, keptSession }: Proof,
  others: readonly SessionlessAccess[],
  ctx: Context,
): Promise<void> {
  if (user.email_verified_at !== null) return
  const { uuid } = user
  await store.updateUser(ctx.tx, uuid, { email_verified_at: ctx.now }, ctx.now)
  await store.deleteConfirmation(ctx.tx, uuid)
  await revokeAllAccess(uuid, keptSession, others, ctx)
  ctx.emit(EmailConfirmed, { user_uuid: uuid, by }, { user_uuid: uuid })
}
