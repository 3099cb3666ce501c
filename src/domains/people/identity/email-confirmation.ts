// Whether a person has the e-mail address of their account. Anyone can register an address, so until it is proven by a
// mailed code, a reset by mail or an operator, the account only receives and can be looked at: it issues no access that
// outlives the login, and nothing leaves it. Proving the address ends all access from before, because it may be that of
// an intruder who registered the address first. The code alone proves nothing: it counts in a session of the account,
// so that its recipient does not confirm an account for which somebody else chose the password.
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
  /** Every address counts as proven when it is registered: a sandbox only. */
  readonly confirmsAtOnce: boolean
}

/** Refuses what needs a proven address. Proof is never taken back, so it is remembered. */
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
    expires_at: new Date(ctx.now.getTime() + CODE_HOURS * 3_600_000),
  })
  const bankUrl = own(baseUrl())
  await mailer.send(ctx.tx, {
    to: user.email,
    subject: mailText`Confirm your e-mail address`,
    text: mailText`Hello,

somebody, hopefully you, opened an account with this e-mail address at ${bankUrl}/.
To confirm the address within ${own(String(CODE_HOURS))} hours, sign in there and enter this code:

code: ${own(code)}

A program sends it to POST ${bankUrl}/api/auth/verify-email. Codes from earlier mails no longer work.

If it was not you, give the code to nobody. Without it, the account can neither pay nor give anyone lasting access.
To take the account over, ask for a new password: that ends the access of whoever opened it.`,
  })
}

/** The answer is the same when the mails of this hour are used up. */
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

/** The session of the request goes on: whoever has it has the mail as well. */
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
 * Notes that the address is proven, and ends everything that was issued before. The caller holds the lock on the person,
 * so that nothing is issued meanwhile. An address that is proven already stays as it is, and so does its access.
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
