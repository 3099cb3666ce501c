// Removes the second factor of a user who is locked out by it, such as after a theft. Only the bank can do this, and
// the user is notified by mail.
import { isUuid } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Mail, Mailer } from '../../../../platform/mail.ts'
import { mailText } from '../../../../platform/mail-text.ts'
import { revoke, SESSION_KINDS } from '../credentials/service.ts'
import { UserStateConflict } from '../errors.ts'
import { TwoFactorReset } from '../events.ts'
import * as store from '../store.ts'
import type { UserRow } from '../store.ts'

export const secondFactorMail = (to: string): Mail => ({
  to,
  subject: mailText`Your second factor was removed`,
  text: mailText`Hello,

the bank removed the second factor from the sign-in to your account, and ended its sessions.
Sign in with your password, and switch the second factor on again.

If you did not ask for this, change your password and contact the bank at once.`,
})

/** Without the second factor, the password alone opens a session again. */
export async function clearSecondFactor(user_uuid: string, ctx: Context): Promise<void> {
  const off = { two_factor_secret: null, two_factor_confirmed_at: null, two_factor_last_step: null }
  await store.updateUser(ctx.tx, user_uuid, off, ctx.now)
  await store.replaceRecoveryCodes(ctx.tx, user_uuid, [])
}

/** By an operator for a customer. Operators are reset from the command line, so that no operator takes over another. */
export async function resetSecondFactor(
  { uuid, reason }: { readonly uuid: string; readonly reason: string },
  mailer: Mailer,
  ctx: Context,
): Promise<UserRow> {
  const user = isUuid(uuid) ? await store.lockUser(ctx.tx, uuid.toLowerCase()) : undefined
  if (!user) throw NotFound({ what: 'user', id: uuid })
  if (user.roles.includes('admin'))
    throw UserStateConflict({
      reason: 'The second factor of an operator is reset with "florin operator reset".',
    })
  if (user.two_factor_confirmed_at === null)
    throw UserStateConflict({ reason: 'The user has no second factor; nothing was changed.' })
  const user_uuid = user.uuid
  await clearSecondFactor(user_uuid, ctx)
  await revoke({ user_uuid, kinds: SESSION_KINDS }, ctx)
  ctx.emit(TwoFactorReset, { user_uuid, reason }, { user_uuid })
  if (mailer.isOn) await mailer.send(ctx.tx, secondFactorMail(user.email))
  return { ...user, two_factor_confirmed_at: null }
}
