// Signing up, in and out. The only place with the rules of sessions and passwords.
import { uuidv7 } from '../../kernel/uuid.ts'
import { type AppError, Invalid, Unauthenticated, Unavailable } from '../../operation/error.ts'
import type { Context } from '../../operation/operation.ts'
import type { Db } from '../../platform/database.ts'
import type { Mailer } from '../../platform/mail.ts'
import { hashSecret, randomText } from '../../platform/secrets.ts'
import { issueSession, issueTwoFactorToken, revoke, type Tokens } from './credentials.ts'
import { wrongLogin, wrongPassword, wrongRefreshToken } from './errors.ts'
import { PasswordChanged, UserRegistered } from './events.ts'
import { judgeAttempt } from './guessing.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import * as store from './store.ts'
import type { UserRow } from './store.ts'

const SESSION_KINDS = ['access', 'refresh', 'two_factor'] as const
const RESET_MINUTES = 60

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
}

export async function register(input: Registration, ctx: Context): Promise<SignedIn> {
  checkNewPassword(input.password, input.password_confirmation)
  const role = input.is_business_customer ? 'customer_business' : 'customer_private'
  const user = await addUser(ctx.tx, input, [role], ctx.now)
  if (!user) throw Invalid({ errors: { email: ['The e-mail address is already registered.'] } })
  ctx.emit(UserRegistered, { user_uuid: user.uuid, name: user.name }, { user_uuid: user.uuid })
  return {
    user,
    tokens: await issueSession(ctx.tx, user, ctx.now),
    two_factor_required: false,
  }
}

/** Undefined when the address is taken. */
export async function addUser(
  tx: Db,
  person: { readonly name: string; readonly email: string; readonly password: string },
  roles: string[],
  now: Date,
): Promise<UserRow | undefined> {
  return store.insertUser(tx, {
    uuid: uuidv7(now),
    name: person.name.trim(),
    email: person.email,
    password_hash: await hashPassword(person.password),
    roles,
    created_at: now,
  })
}

/** With two-factor sign-in on, the password alone earns a token that can only send the code. */
export async function logIn(
  input: { readonly email: string; readonly password: string },
  ctx: Context,
): Promise<SignedIn> {
  const user = await store.findUserByEmail(ctx.tx, input.email)
  await judgeAttempt(
    ctx.tx,
    { subject: `login:${input.email.toLowerCase()}`, address: ctx.caller.address },
    ctx.now,
    () => isPassword(user?.password_hash, input.password),
    wrongLogin,
  )
  // Unknown users never get here: no password is theirs.
  const known = user!
  const pending = known.two_factor_confirmed_at !== null
  const issue = pending ? issueTwoFactorToken : issueSession
  return {
    user: known,
    tokens: await issue(ctx.tx, known, ctx.now),
    two_factor_required: pending,
  }
}

/** Trades a refresh token, sent in the body or as the bearer, for a new session. */
export async function refresh(token: string | undefined, ctx: Context): Promise<Tokens> {
  const hash = token === undefined ? await bearerHash(ctx) : hashSecret(token)
  const credential = hash && (await store.lockCredential(ctx.tx, hash))
  if (!credential || credential.kind !== 'refresh') throw wrongRefreshToken()
  const session = { user_uuid: credential.user_uuid, kinds: SESSION_KINDS }
  if (credential.revoked_at !== null) {
    // Used before: one of the two who hold it stole it. Neither gets on.
    await revoke(session, ctx)
    throw wrongRefreshToken()
  }
  if (new Date(credential.expires_at!) <= ctx.now) throw wrongRefreshToken()
  await revoke({ ...session, session: credential.session! }, ctx)
  return issueSession(ctx.tx, await getUser(ctx.tx, credential.user_uuid), ctx.now)
}

async function bearerHash({ caller, tx }: Context): Promise<Buffer | undefined> {
  if (!caller.credential || !caller.scopes.has('refresh')) return undefined
  return (await store.findCredentialById(tx, caller.credential.id))?.hash
}

/** Ends the session that asks; other devices stay signed in. */
export async function logOut(ctx: Context): Promise<void> {
  const credential = await store.findCredentialById(ctx.tx, ctx.caller.credential!.id)
  const user_uuid = ctx.caller.user!
  if (credential?.session)
    await revoke({ user_uuid, session: credential.session, kinds: SESSION_KINDS }, ctx)
}

/** Ends every session; API keys are revoked one by one by whoever made them. */
export const logOutEverywhere = (ctx: Context): Promise<number> =>
  revoke({ user_uuid: ctx.caller.user!, kinds: SESSION_KINDS }, ctx)

export async function getUser(tx: Db, uuid: string): Promise<UserRow> {
  const user = await store.findUser(tx, uuid)
  // The credential outlived its user: treat it as unknown.
  if (!user) throw Unauthenticated({})
  return user
}

/** For operations of people who are signed in and must show a password again. */
export async function checkPassword(user: UserRow, given: string, field: string, ctx: Context) {
  await judgeAttempt(
    ctx.tx,
    { subject: `password:${user.uuid}`, address: ctx.caller.address },
    ctx.now,
    () => isPassword(user.password_hash, given),
    () => wrongPassword(field),
  )
}

export interface PasswordChange {
  readonly current_password: string
  readonly new_password: string
  readonly new_password_confirmation?: string
}

/** Every session ends, also the one that asks; it goes on with the new tokens. */
export async function changePassword(input: PasswordChange, ctx: Context): Promise<Tokens> {
  checkNewPassword(input.new_password, input.new_password_confirmation, 'new_password')
  const user = await getUser(ctx.tx, ctx.caller.user!)
  await checkPassword(user, input.current_password, 'current_password', ctx)
  await setPassword(user.uuid, input.new_password, 'change', ctx)
  return issueSession(ctx.tx, user, ctx.now)
}

async function setPassword(uuid: string, password: string, by: 'change' | 'reset', ctx: Context) {
  const change = { password_hash: await hashPassword(password) }
  await store.updateUser(ctx.tx, uuid, change, ctx.now)
  await revoke({ user_uuid: uuid, kinds: SESSION_KINDS }, ctx)
  ctx.emit(PasswordChanged, { user_uuid: uuid, by }, { user_uuid: uuid })
}

/** Answers alike whether or not the address is known. */
export async function requestReset(
  email: string,
  mailer: Mailer,
  baseUrl: string,
  ctx: Context,
): Promise<void> {
  if (!mailer.isOn)
    throw Unavailable({ reason: 'Password reset is off: the operator has set up no mail server.' })
  const user = await store.findUserByEmail(ctx.tx, email)
  if (!user) return
  const token = randomText(43)
  const expires_at = new Date(ctx.now.getTime() + RESET_MINUTES * 60_000)
  const hash = hashSecret(token)
  await store.insertReset(ctx.tx, { hash, user_uuid: user.uuid, created_at: ctx.now, expires_at })
  await mailer.send(ctx.tx, {
    to: user.email,
    subject: 'Reset your Florin password',
    text: [
      `Hello ${user.name},`,
      '',
      `somebody, hopefully you, asked to reset the password of ${user.email}.`,
      `To choose a new one within ${RESET_MINUTES} minutes, send this token to ${baseUrl}/api/auth/reset-password:`,
      '',
      `token: ${token}`,
      '',
      'If it was not you, ignore this mail; nothing has changed.',
    ].join('\n'),
  })
}

export interface PasswordReset {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly password_confirmation?: string
}

export async function resetPassword(input: PasswordReset, ctx: Context): Promise<void> {
  checkNewPassword(input.password, input.password_confirmation)
  const uuid = await store.useReset(ctx.tx, hashSecret(input.token), ctx.now)
  const user = uuid === undefined ? undefined : await store.findUser(ctx.tx, uuid)
  if (user?.email.toLowerCase() !== input.email.toLowerCase() || !user) throw invalidResetToken()
  await setPassword(user.uuid, input.password, 'reset', ctx)
}

const invalidResetToken = (): AppError =>
  Invalid({
    errors: { token: ['The reset token is unknown, used or expired; ask for a new one.'] },
  })

/** The operator of a bank. Nobody becomes one by having registered the address first. */
export async function ensureOperator(
  tx: Db,
  operator: { readonly email: string; readonly password: string },
  now: Date,
): Promise<'created' | 'exists' | 'not_an_operator'> {
  const existing = await store.findUserByEmail(tx, operator.email)
  if (existing) return existing.roles.includes('admin') ? 'exists' : 'not_an_operator'
  const added = await addUser(tx, { ...operator, name: 'Operator' }, ['admin'], now)
  return added ? 'created' : 'exists'
}
