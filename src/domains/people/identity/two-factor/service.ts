// A second factor at sign-in: six digits from an authenticator app, or a recovery code used once.
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import type { Context } from '../../../../operation/operation.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { hashSecret, randomText } from '../../../../platform/secrets.ts'
import { issueSession, revoke, type Tokens } from '../credentials/service.ts'
import { TwoFactorStateConflict, wrongCode } from '../errors.ts'
import { TwoFactorChanged } from '../events.ts'
import { recordAttempt } from '../lockout.ts'
import { clearSecondFactor } from './reset.ts'
import { checkPassword, getUser, type Verdict } from '../service.ts'
import * as store from '../store.ts'
import type { UserRow } from '../store.ts'

const RECOVERY_CODES = 8
const PERIOD_SECONDS = 30
/** One step earlier or later is accepted, because the clocks of phones differ. */
const STEPS_TOLERATED = 1

export interface TwoFactorSetup {
  readonly secret: string
  readonly qr_code: string
  readonly recovery_codes: string[]
}

const totpOf = (user: UserRow, secret: Secret): TOTP =>
  new TOTP({ issuer: 'Florin', label: user.email, secret, digits: 6, period: PERIOD_SECONDS })

/** The state of the caller's second factor, for the audit trail. */
export async function describeOwn({ tx, caller }: Context) {
  const user = await getUser(tx, caller.user!)
  const { two_factor_secret, two_factor_confirmed_at } = user
  return { two_factor: two_factor_confirmed_at !== null, two_factor_secret }
}

/** Prepares two-factor sign-in. It is on once a first code proves that the app has the secret. */
export async function enableTwoFactor(sealer: Sealer, ctx: Context): Promise<TwoFactorSetup> {
  const user = await lockCaller(ctx)
  if (user.two_factor_confirmed_at !== null)
    throw TwoFactorStateConflict({ reason: 'Two-factor sign-in is on already; disable it first.' })
  const totp = totpOf(user, new Secret({ size: 20 }))
  const secret = totp.secret.base32
  const change = { two_factor_secret: sealer.seal(secret), two_factor_last_step: null }
  await store.updateUser(ctx.tx, user.uuid, change, ctx.now)
  return {
    secret,
    qr_code: await QRCode.toString(totp.toString(), { type: 'svg', margin: 1 }),
    recovery_codes: await renewRecoveryCodes(user, ctx),
  }
}

export async function confirmTwoFactor(code: string, sealer: Sealer, ctx: Context): Promise<void> {
  const user = await lockCaller(ctx)
  if (user.two_factor_secret === null)
    throw TwoFactorStateConflict({
      reason: 'Two-factor sign-in is not prepared; call POST /api/auth/2fa/enable first.',
    })
  if (user.two_factor_confirmed_at !== null)
    throw TwoFactorStateConflict({ reason: 'Two-factor sign-in is on already.' })
  await checkCode(user, { code }, sealer, ctx)
  await store.updateUser(ctx.tx, user.uuid, { two_factor_confirmed_at: ctx.now }, ctx.now)
  announce(user, true, ctx)
}

/** Completes a sign-in: replaces the token that could only send the code by a full session. */
export async function verifyTwoFactor(
  given: {
    readonly code?: string
    readonly recovery_code?: string
    readonly user_agent?: string
  },
  sealer: Sealer,
  ctx: Context,
): Promise<Tokens> {
  const user = await lockCaller(ctx)
  if (user.two_factor_confirmed_at === null)
    throw TwoFactorStateConflict({ reason: 'Two-factor sign-in is not on.' })
  await checkCode(user, given, sealer, ctx)
  const kinds = ['two_factor'] as const
  await revoke({ user_uuid: user.uuid, kinds }, ctx)
  return issueSession(user, given.user_agent, ctx)
}

export async function disableTwoFactor(verdict: Verdict | undefined, ctx: Context): Promise<void> {
  const user = await lockCaller(ctx)
  await checkPassword(user, verdict, 'password', ctx)
  await clearSecondFactor(user.uuid, ctx)
  if (user.two_factor_confirmed_at !== null) announce(user, false, ctx)
}

export async function replaceRecoveryCodes(ctx: Context): Promise<string[]> {
  const user = await lockCaller(ctx)
  if (user.two_factor_confirmed_at === null)
    throw TwoFactorStateConflict({ reason: 'Two-factor sign-in is not on.' })
  return renewRecoveryCodes(user, ctx)
}

async function renewRecoveryCodes(user: UserRow, ctx: Context): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${randomText(10)}-${randomText(10)}`)
  await store.replaceRecoveryCodes(ctx.tx, user.uuid, codes.map(hashSecret))
  return codes
}

async function lockCaller(ctx: Context): Promise<UserRow> {
  return (await store.lockUser(ctx.tx, ctx.caller.user!)) ?? getUser(ctx.tx, ctx.caller.user!)
}

const announce = (user: UserRow, enabled: boolean, ctx: Context): void =>
  ctx.emit(TwoFactorChanged, { user_uuid: user.uuid, enabled }, { user_uuid: user.uuid })

async function checkCode(
  user: UserRow,
  given: { readonly code?: string; readonly recovery_code?: string },
  sealer: Sealer,
  ctx: Context,
): Promise<void> {
  await recordAttempt(
    ctx.tx,
    { subject: `two_factor:${user.uuid}`, address: ctx.caller.address },
    ctx.now,
    () =>
      given.code === undefined
        ? store.useRecoveryCode(ctx.tx, user.uuid, hashSecret(given.recovery_code ?? ''))
        : isFreshCode(user, given.code, sealer, ctx),
    () => wrongCode(given.code === undefined ? 'recovery_code' : 'code'),
  )
}

/** A code works once, so that an onlooker cannot use it again. */
async function isFreshCode(user: UserRow, code: string, sealer: Sealer, ctx: Context) {
  const totp = totpOf(user, Secret.fromBase32(sealer.open(user.two_factor_secret!)))
  const timestamp = ctx.now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: STEPS_TOLERATED })
  if (delta === null) return false
  const step = BigInt(Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta)
  if (user.two_factor_last_step !== null && step <= BigInt(user.two_factor_last_step)) return false
  await store.updateUser(ctx.tx, user.uuid, { two_factor_last_step: String(step) }, ctx.now)
  return true
}
