// Forgotten passwords. Asking leaves the same traces whether or not anybody has the address: a count and a
// job. Who it is, and whether there is anybody, only the job finds out, when the answer has long been given.
import { type AppError, Invalid, Unavailable } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { hashSecret, randomText, type Sealer } from '../../../platform/secrets.ts'
import type { Passwords } from './passwords.ts'
import { hashNew, setPassword } from './service.ts'
import * as store from './store.ts'

export const RESET_JOB = 'identity.send_reset'

const RESET_MINUTES = 60
/** To one address, however often it is asked for. */
const MAILS_MAX = 5
export const MAILS_WINDOW_MS = 3_600_000

export interface ResetOptions {
  readonly mailer: Mailer
  readonly jobs: Pick<Jobs, 'send'>
  readonly sealer: Sealer
  readonly baseUrl: () => string
}

const hashAddress = (email: string): Buffer => hashSecret(`reset mail ${email.toLowerCase()}`)

/** Answers alike whoever has the address, and also when it has had its mails for this hour. */
export async function requestReset(
  email: string,
  { mailer, jobs, sealer }: ResetOptions,
  ctx: Context,
): Promise<void> {
  if (!mailer.isOn)
    throw Unavailable({ reason: 'Password reset is off: the operator has set up no mail server.' })
  const address = hashAddress(email)
  const since = ctx.now.getTime() - MAILS_WINDOW_MS
  const asked = await store.lockResetMails(ctx.tx, address)
  const recent = asked.filter((at) => at.getTime() > since)
  if (recent.length >= MAILS_MAX) return
  await store.saveResetMails(ctx.tx, address, [...recent, ctx.now])
  // Sealed: the job's row outlives it, and who forgot a password is nobody's business.
  await jobs.send(ctx.tx, RESET_JOB, { sealed: sealer.seal(email).toString('base64') })
}

/** The job: a new token for whoever has the address. An older one ends. */
export async function sendReset(
  payload: object,
  db: Db,
  now: Date,
  { mailer, sealer, baseUrl }: ResetOptions,
): Promise<void> {
  const email = sealer.open(Buffer.from((payload as { sealed: string }).sealed, 'base64'))
  const token = randomText(43)
  await db.transaction().execute(async (tx) => {
    const user = await store.findUserByEmail(tx, email)
    if (!user) return
    await store.saveReset(tx, {
      hash: hashSecret(token),
      user_uuid: user.uuid,
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_MINUTES * 60_000),
    })
    await mailer.send(tx, {
      to: user.email,
      subject: 'Reset your Florin password',
      text: [
        `Hello ${user.name},`,
        '',
        `somebody, hopefully you, asked to reset the password of ${user.email}.`,
        `To choose a new one within ${RESET_MINUTES} minutes, open this page:`,
        '',
        `${baseUrl()}/oauth/password/reset?token=${token}`,
        '',
        `A program sends the token to ${baseUrl()}/api/auth/reset-password instead:`,
        '',
        `token: ${token}`,
        '',
        'A link or token that you were sent before does not work any more.',
        'If it was not you, ignore this mail; nothing has changed.',
      ].join('\n'),
    })
  })
}

export interface PasswordReset {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly password_confirmation?: string
}

/** Before the transaction: only for a token that is good; whoever has none is refused in it. */
export async function prepareReset(
  input: PasswordReset,
  passwords: Passwords,
  ctx: Context,
): Promise<string | undefined> {
  const user = await store.findReset(ctx.tx, hashSecret(input.token), ctx.now)
  return user === undefined ? undefined : hashNew(input, passwords, ctx)
}

/** Whose password it was. */
export async function resetPassword(
  input: PasswordReset,
  password_hash: string | undefined,
  ctx: Context,
): Promise<string> {
  if (password_hash === undefined) throw invalidResetToken()
  const uuid = await store.useReset(ctx.tx, hashSecret(input.token), ctx.now)
  const user = uuid === undefined ? undefined : await store.findUser(ctx.tx, uuid)
  if (user?.email.toLowerCase() !== input.email.toLowerCase() || !user) throw invalidResetToken()
  await setPassword(user.uuid, { password_hash }, 'reset', ctx)
  return user.uuid
}

const invalidResetToken = (): AppError =>
  Invalid({
    errors: { token: ['The reset token is unknown, used or expired; ask for a new one.'] },
  })
