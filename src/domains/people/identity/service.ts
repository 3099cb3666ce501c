// The rules of signing up, in and out, and of changing a password.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { type AppError, Invalid, RateLimited, Unauthenticated } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import {
  checkActive,
  issueSession,
  issueTwoFactorToken,
  revoke,
  SESSION_KINDS,
  type Tokens,
} from './credentials/service.ts'
import { type ConfirmationOptions, sendConfirmation } from './email-confirmation.ts'
import { wrongLogin, wrongPassword, wrongRefreshToken } from './errors.ts'
import { PasswordChanged, UserRegistered } from './events.ts'
import { type Attempt, isLockedOut, recordAttempt } from './lockout.ts'
import { checkNewPassword, type Passwords } from './passwords/service.ts'
import * as store from './store.ts'
import type { UserRow } from './store.ts'

export interface SignedIn {
  readonly user: UserRow
  readonly tokens: Tokens
  readonly two_factor_required: boolean
}

export interface Registration {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly password_confirmation?: string
  readonly is_business_customer?: boolean
  readonly user_agent?: string
}

/** Runs before the transaction: checks the strength of a new password and hashes it. */
export function hashNewPassword(
  input: { readonly password: string; readonly password_confirmation?: string },
  passwords: Passwords,
  ctx: Context,
): Promise<string> {
  checkNewPassword(input.password, input.password_confirmation)
  return passwords.hash(input.password, ctx.caller.address)
}

export async function register(
  input: Registration,
  password_hash: string,
  options: ConfirmationOptions,
  ctx: Context,
): Promise<SignedIn> {
  const role = input.is_business_customer ? 'customer_business' : 'customer_private'
  const tenant_uuid = ctx.caller.tenant ?? null
  const email_verified_at = options.confirmsAtOnce ? ctx.now : null
  const { name, email } = input
  const person = { name, email, password_hash, tenant_uuid, email_verified_at }
  const user = await addUser(ctx.tx, person, [role], ctx.now)
  if (!user) throw Invalid({ errors: { email: ['The e-mail address is already registered.'] } })
  ctx.emit(UserRegistered, { user_uuid: user.uuid, name: user.name }, { user_uuid: user.uuid })
  if (!options.confirmsAtOnce) await sendConfirmation(user, options, ctx)
  return {
    user,
    tokens: await issueSession(user, input.user_agent, ctx),
    two_factor_required: false,
  }
}

/** Undefined when the address is taken. */
export const addUser = (
  tx: Db,
  person: Pick<
    store.NewUser,
    'name' | 'email' | 'password_hash' | 'given_password_hash' | 'tenant_uuid' | 'email_verified_at'
  >,
  roles: string[],
  now: Date,
): Promise<UserRow | undefined> =>
  store.insertUser(tx, {
    ...person,
    uuid: uuidv7(now),
    name: person.name.trim(),
    roles,
    created_at: now,
  })

/**
 * The result of checking a password before the transaction. It holds for this hash only: the transaction must
 * compare, because the password may have been replaced meanwhile.
 */
export interface Verdict {
  readonly password_hash: string | undefined
  readonly isRight: boolean
}

/** Undefined when the caller is locked out: the password is then not checked. */
async function findVerdict(
  attempt: Attempt,
  password_hash: string | undefined,
  given: string,
  passwords: Passwords,
  ctx: Context,
): Promise<Verdict | undefined> {
  if (await isLockedOut(ctx.tx, attempt, ctx.now)) return undefined
  const isRight = await passwords.isRight(password_hash, given, attempt.address)
  return { password_hash, isRight }
}

/** Counts the attempt and throws if it failed. Concurrent attempts are serialised. */
async function judgeVerdict(
  attempt: Attempt,
  user: UserRow | undefined,
  verdict: Verdict | undefined,
  wrong: () => AppError,
  ctx: Context,
): Promise<void> {
  const isRight = (): boolean => {
    // The lockout ended only after `findVerdict` had skipped the check, so this attempt has no verdict.
    if (!verdict) throw RateLimited({ retry_after: 1 })
    return verdict.isRight && verdict.password_hash === user?.password_hash
  }
  await recordAttempt(ctx.tx, attempt, ctx.now, isRight, wrong)
}

export interface LoginRequest {
  readonly email: string
  readonly password: string
  readonly user_agent?: string
}

const loginAttempt = ({ email }: LoginRequest, { caller }: Context): Attempt => ({
  // Failures are counted by tenant: the same address at another tenant is another user.
  subject: `login:${caller.tenant === undefined ? '' : `${caller.tenant}:`}${email.toLowerCase()}`,
  address: caller.address,
})

/** Runs before the transaction. Known and unknown addresses take the same steps. */
export async function verifyLogin(input: LoginRequest, passwords: Passwords, ctx: Context) {
  const user = await store.findUserByEmail(ctx.tx, input.email, ctx.caller.tenant)
  const attempt = loginAttempt(input, ctx)
  return findVerdict(attempt, user?.password_hash, input.password, passwords, ctx)
}

/** With two-factor sign-in on, the password gives only a token for sending the code. */
export async function logIn(
  input: LoginRequest,
  verdict: Verdict | undefined,
  ctx: Context,
): Promise<SignedIn> {
  // Locked, so that a password that is replaced concurrently no longer opens a session.
  const user = await store.holdUserByEmail(ctx.tx, input.email, ctx.caller.tenant)
  await judgeVerdict(loginAttempt(input, ctx), user, verdict, wrongLogin, ctx)
  // An unknown user never gets here, because every password is wrong for them.
  const known = user!
  const pending = known.two_factor_confirmed_at !== null
  return {
    user: known,
    tokens: await (pending
      ? issueTwoFactorToken(ctx.tx, known, ctx.now)
      : issueSession(known, input.user_agent, ctx)),
    two_factor_required: pending,
  }
}

export interface RefreshRequest {
  readonly refresh_token?: string
  readonly user_agent?: string
}

/** Trades a refresh token, sent in the body or as the bearer, for new tokens of the same session. */
export async function refresh(input: RefreshRequest, ctx: Context): Promise<Tokens> {
  const { refresh_token: token, user_agent } = input
  const hash = token === undefined ? await bearerHash(ctx) : hashSecret(token)
  const credential = hash && (await store.lockCredential(ctx.tx, hash))
  if (!credential || credential.kind !== 'refresh') throw wrongRefreshToken()
  const session = { user_uuid: credential.user_uuid, kinds: SESSION_KINDS }
  if (credential.revoked_at !== null) {
    // A refresh token used twice was stolen, and the bank cannot know which use is the thief's: all sessions end.
    await revoke(session, ctx)
    throw wrongRefreshToken()
  }
  if (new Date(credential.expires_at!) <= ctx.now) throw wrongRefreshToken()
  const user = await getUser(ctx.tx, credential.user_uuid)
  // The token is not revoked, so that it works again once the user is reinstated.
  await checkActive(ctx.tx, user)
  await revoke({ ...session, session: credential.session! }, ctx)
  const proved_at = credential.proved_at === null ? null : new Date(credential.proved_at)
  return issueSession(user, user_agent, ctx, { session: credential.session!, proved_at })
}

async function bearerHash({ caller, tx }: Context): Promise<Buffer | undefined> {
  if (!caller.credential || !caller.scopes.has('refresh')) return undefined
  return (await store.findCredentialById(tx, caller.credential.id))?.hash
}

/** Ends the session of the request; other devices stay signed in. */
export async function logOut(ctx: Context): Promise<void> {
  const credential = await store.findCredentialById(ctx.tx, ctx.caller.credential!.id)
  const user_uuid = ctx.caller.user!
  if (credential?.session)
    await revoke({ user_uuid, session: credential.session, kinds: SESSION_KINDS }, ctx)
}

/** Ends every session of the caller; API keys keep working. */
export const logOutEverywhere = (ctx: Context): Promise<number> =>
  revoke({ user_uuid: ctx.caller.user!, kinds: SESSION_KINDS }, ctx)

/** For the audit trail, which records that it changed and strikes it out. */
export async function readOwnPassword({ tx, caller }: Pick<Context, 'tx' | 'caller'>) {
  const { password_hash } = await getUser(tx, caller.user!)
  return { password_hash }
}

export async function getUser(tx: Db, uuid: string): Promise<UserRow> {
  const user = await store.findUser(tx, uuid)
  // A credential whose user no longer exists is treated as unknown.
  if (!user) throw Unauthenticated({})
  return user
}

const passwordAttempt = (user: UserRow, { caller }: Context): Attempt => ({
  subject: `password:${user.uuid}`,
  address: caller.address,
})

/** Runs before the transaction: checks the password that a signed-in caller was asked for again. */
export async function tryPassword(given: string, passwords: Passwords, ctx: Context) {
  const user = await getUser(ctx.tx, ctx.caller.user!)
  return findVerdict(passwordAttempt(user, ctx), user.password_hash, given, passwords, ctx)
}

export const checkPassword = (
  user: UserRow,
  verdict: Verdict | undefined,
  field: string,
  ctx: Context,
): Promise<void> =>
  judgeVerdict(passwordAttempt(user, ctx), user, verdict, () => wrongPassword(field), ctx)

export interface PasswordChange {
  readonly current_password: string
  readonly new_password: string
  readonly new_password_confirmation?: string
}

export interface PreparedChange {
  readonly verdict: Verdict | undefined
  readonly password_hash: string | undefined
}

/** Runs before the transaction. The new password is hashed only if the current one is right. */
export async function prepareChange(
  input: PasswordChange,
  passwords: Passwords,
  ctx: Context,
): Promise<PreparedChange> {
  checkNewPassword(input.new_password, input.new_password_confirmation, 'new_password')
  const verdict = await tryPassword(input.current_password, passwords, ctx)
  const password_hash = verdict?.isRight
    ? await passwords.hash(input.new_password, ctx.caller.address)
    : undefined
  return { verdict, password_hash }
}

/** Every session ends, also the caller's own, which continues with the new tokens. */
export async function changePassword(
  { verdict, password_hash }: PreparedChange,
  user_agent: string | undefined,
  ctx: Context,
): Promise<Tokens> {
  // Locked, so that a password that was replaced meanwhile, such as by a reset, does not replace the new one.
  const user = await store.lockUser(ctx.tx, ctx.caller.user!)
  if (!user) throw Unauthenticated({})
  await checkPassword(user, verdict, 'current_password', ctx)
  await setPassword(user.uuid, { password_hash: password_hash! }, 'change', ctx)
  return issueSession(user, user_agent, ctx)
}

/**
 * Every new password is set here, so that sessions and reset tokens always end with the old one. The lock keeps a sign-in
 * with the old one from opening a session meanwhile.
 */
export async function setPassword(
  uuid: string,
  change: { readonly password_hash: string; readonly given_password_hash?: string },
  by: 'change' | 'reset',
  ctx: Context,
): Promise<void> {
  await store.lockUser(ctx.tx, uuid)
  await store.updateUser(ctx.tx, uuid, change, ctx.now)
  await store.deleteReset(ctx.tx, uuid)
  await revoke({ user_uuid: uuid, kinds: SESSION_KINDS }, ctx)
  ctx.emit(PasswordChanged, { user_uuid: uuid, by }, { user_uuid: uuid })
}
