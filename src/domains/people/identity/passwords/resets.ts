// Resets forgotten passwords by mail. A request does the same work for known and unknown addresses: it counts
// and sends a job. Only the job, after the answer, looks up the user with the address, so neither the answer nor its
// timing reveals whether it is registered.
import { type AppError, Invalid, Unavailable } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import type { Mailer } from '../../../../platform/mail.ts'
import { mailText, own } from '../../../../platform/mail-text.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { hashSecret, randomText } from '../../../../platform/secrets.ts'
import { confirmAddress } from '../email-confirmation.ts'
import { countMail } from '../mail-limit.ts'
import type { Passwords } from './service.ts'
import { hashNewPassword, setPassword } from '../service.ts'
import type { SessionlessAccess } from '../credentials/sessionless-access.ts'
import * as store from '../store.ts'

export const RESET_JOB = 'identity.send_reset'

const RESET_MINUTES = 60

export interface ResetOptions {
  readonly mailer: Mailer
  readonly jobs: Pick<Jobs, 'send'>
  readonly sealer: Sealer
  readonly baseUrl: () => string
}

const mailSubject = (email: string, tenant: string | undefined): string =>
  `reset mail ${email.toLowerCase()}${tenant === undefined ? '' : ` of ${tenant}`}`

/** The answer is the same for every address, also when its limit of mails per hour is reached. */
export async function requestReset(
  email: string,
  { mailer, jobs, sealer }: ResetOptions,
  ctx: Context,
): Promise<void> {
  if (!mailer.isOn)
    throw Unavailable({
      reason: 'Passwords cannot be reset: the operator of this bank has set up no mail server.',
    })
  const { tenant } = ctx.caller
  if (!(await countMail(mailSubject(email, tenant), ctx))) return
  // The address is encrypted, because the job's row stays in the table after the job has run.
  await jobs.send(ctx.tx, RESET_JOB, {
    sealed: sealer.seal(email).toString('base64'),
    ...(tenant !== undefined && { tenant }),
  })
}

/** The job: mails a new token to the user with this address, if there is one. An older token stops working. */
export async function sendReset(
  payload: object,
  db: Db,
  now: Date,
  { mailer, sealer, baseUrl }: ResetOptions,
): Promise<void> {
  const { sealed, tenant } = payload as { readonly sealed: string; readonly tenant?: string }
  const email = sealer.open(Buffer.from(sealed, 'base64'))
  const token = randomText(43)
  await db.transaction().execute(async (tx) => {
    const user = await store.findUserByEmail(tx, email, tenant)
    if (!user) return
    await store.saveReset(tx, {
      hash: hashSecret(token),
      user_uuid: user.uuid,
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_MINUTES * 60_000),
    })
    await mailer.send(tx, {
      to: user.email,
      subject: mailText`Reset your Florin password`,
      // Neither the name nor the address is repeated: an attacker who registered the address may have chosen both.
      text: mailText`Hello,

a reset of the password was requested for the account with this e-mail address.
To choose a new one within ${own(String(RESET_MINUTES))} minutes, open this page:

${own(baseUrl())}/oauth/password/reset?token=${own(token)}

An API client sends the token to ${own(baseUrl())}/api/auth/reset-password instead:

token: ${own(token)}

Links and tokens from earlier mails no longer work.
If you did not request it, ignore this mail; nothing has changed.`,
    })
  })
}

export interface PasswordReset {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly password_confirmation?: string
}

/** Runs before the transaction and hashes only for a valid token; `resetPassword` rejects an invalid one. */
export async function prepareReset(
  input: PasswordReset,
  passwords: Passwords,
  ctx: Context,
): Promise<string | undefined> {
  const user = await store.findReset(ctx.tx, hashSecret(input.token), ctx.now)
  return user === undefined ? undefined : hashNewPassword(input, passwords, ctx)
}

/**
 * Returns the uuid of the user. The token came from the mail, so a reset also confirms the address; the first
 * confirmation revokes all earlier access.
 */
export async function resetPassword(
  input: PasswordReset,
  password_hash: string | undefined,
  sessionlessAccess: readonly SessionlessAccess[],
  ctx: Context,
): Promise<string> {
  if (password_hash === undefined) throw invalidResetToken()
  const uuid = await store.useReset(ctx.tx, hashSecret(input.token), ctx.now)
  const user = uuid === undefined ? undefined : await store.lockUser(ctx.tx, uuid)
  if (user?.email.toLowerCase() !== input.email.toLowerCase() || !user) throw invalidResetToken()
  await setPassword(user.uuid, { password_hash }, 'reset', ctx)
  await confirmAddress(user, { by: 'reset' }, sessionlessAccess, ctx)
  return user.uuid
}

const invalidResetToken = (): AppError =>
  Invalid({
    errors: {
      token: ['The reset token is unknown, expired or was used before; ask for a new mail.'],
    },
  })
