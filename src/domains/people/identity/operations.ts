// The operations of signing up, in and out, and of passwords. Read this file first.
import { Type } from 'typebox'
import { described } from '../../../kernel/schema.ts'
import { Invalid, Unauthenticated } from '../../../operation/error.ts'
import type { Handlers } from '../../../operation/extension-point.ts'
import { type Context, defineOperation, type Route } from '../../../operation/operation.ts'
import {
  type ConfirmationOptions,
  confirmEmail,
  requestConfirmation,
} from './email-confirmation.ts'
import { AccessSuspended, EmailAlreadyConfirmed, WrongSecret } from './errors.ts'
import { MAILS_MAX } from './mail-limit.ts'
import { reauthenticate } from './sessions/reauthentication.ts'
import type { Passwords } from './passwords/service.ts'
import * as resets from './passwords/resets.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { SignedIn } from './service.ts'
import {
  endAndCountAccess,
  type SessionlessAccess,
  type StillActive,
} from './credentials/sessionless-access.ts'
import type { UserRow } from './store.ts'
import { UserAgent } from './sessions/user-agent.ts'

const login = [{ by: 'user', via: 'login' }] as const

/** Every route under /api/auth exists with and without a version in its path. */
export const authRoutes = (method: 'GET' | 'POST', path: string, status = 200): Route[] => [
  { route: `${method} /api/auth/${path}`, status, envelope: 'bare' },
  { route: `${method} /api/v2/auth/${path}`, status, envelope: 'bare' },
]

export const toUser = (row: UserRow) => ({ ...row, id: Number(row.id) })

const toSession = ({ user, tokens, two_factor_required }: SignedIn) => ({
  success: true,
  data: { user: toUser(user), ...tokens, two_factor_required },
  access_token: tokens.access_token,
})

const REST_ONLY = 'Authentication is REST only; it has rate limits of its own.'

const REVOCATION_ADVICE =
  'To end all of these, send end_everything: true with POST /api/auth/logout-all or /api/auth/change-password. To end them one by one, call DELETE /api/v2/api-keys/{id}, DELETE /api/agent-protocol/agents/{did}/api-keys/{key_id}, DELETE /api/agent-protocol/agents/{did}/sessions, PUT /api/agent-protocol/agents/{did}/keys, DELETE /api/v2/webhooks/{id}, DELETE /api/v1/grants/{grant_id} or DELETE /api/v1/open-banking/consents/{id}; mandates, standing orders, scheduled payments and batches are cancelled where they are listed, cards are frozen where they are listed, and passkeys and devices are removed where they are listed.'

export const toStillActive = (still_active: StillActive) => ({
  still_active,
  to_end_them: REVOCATION_ADVICE,
})

/** Work that other domains do for a new user. */
export type RegistrationHook = (
  user: { readonly uuid: string; readonly name: string },
  ctx: Context,
) => Promise<unknown>

interface Options extends resets.ResetOptions, ConfirmationOptions {
  readonly passwords: Passwords
  readonly registered: Handlers<RegistrationHook>
  readonly sessionlessAccess: Handlers<SessionlessAccess>
}

export const makeOperations = ({
  passwords,
  registered,
  sessionlessAccess,
  ...options
}: Options) => [
  defineOperation({
    name: 'auth.register',
    kind: 'command',
    summary: 'Register and sign in.',
    auth: 'public',
    issues: 'login',
    input: Type.Object({
      name: schema.PersonName,
      email: schema.Email,
      password: schema.NewPassword,
      password_confirmation: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The password again; it must be the same if it is sent.',
        }),
      ),
      is_business_customer: Type.Optional(
        Type.Boolean({ description: 'Whether the customer is a business.' }),
      ),
      user_agent: UserAgent,
    }),
    output: schema.SessionReply,
    errors: [Invalid],
    rest: authRoutes('POST', 'register', 201),
    graphql: { omit: REST_ONLY },
    exempt: { tenants: 'The same e-mail address can be registered with each tenant.' },
    prepare: (input, ctx) => service.hashNewPassword(input, passwords, ctx),
    handler: async (input, ctx, password_hash) => {
      const session = await service.register(input, password_hash, options, ctx)
      for (const hook of registered.handlers) await hook(session.user, ctx)
      return toSession(session)
    },
  }),
  defineOperation({
    name: 'auth.login',
    kind: 'command',
    summary: 'Sign in with e-mail and password.',
    auth: 'public',
    issues: 'login',
    input: Type.Object({
      email: schema.Email,
      password: schema.KnownPassword,
      user_agent: UserAgent,
    }),
    output: schema.SessionReply,
    errors: [Unauthenticated, AccessSuspended],
    rest: authRoutes('POST', 'login'),
    graphql: { omit: REST_ONLY },
    prepare: (input, ctx) => service.verifyLogin(input, passwords, ctx),
    handler: async (input, ctx, verdict) => toSession(await service.logIn(input, verdict, ctx)),
  }),
  defineOperation({
    name: 'auth.refresh',
    kind: 'command',
    summary: 'Trade a refresh token, in the body or as the bearer, for new tokens.',
    auth: 'public',
    issues: 'login',
    input: Type.Object({
      refresh_token: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The refresh token of the last sign-in or refresh; it works once.',
        }),
      ),
      user_agent: UserAgent,
    }),
    output: schema.TokensReply,
    errors: [Unauthenticated, AccessSuspended],
    rest: authRoutes('POST', 'refresh'),
    graphql: { omit: REST_ONLY },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async (input, ctx) => {
      const data = await service.refresh(input, ctx)
      return { success: true, data, access_token: data.access_token }
    },
  }),
  defineOperation({
    name: 'auth.logout',
    kind: 'command',
    summary: 'End this session.',
    auth: login,
    input: Type.Object({}),
    output: schema.MessageReply,
    errors: [],
    rest: authRoutes('POST', 'logout'),
    graphql: { omit: REST_ONLY },
    handler: async (_input, ctx) => {
      await service.logOut(ctx)
      return { message: 'Signed out.' }
    },
  }),
  defineOperation({
    name: 'auth.logout_all',
    kind: 'command',
    summary: 'End every session of the caller and, on request, all access that needs no session.',
    auth: login,
    input: Type.Object({ end_everything: schema.EndEverything }),
    output: Type.Object({
      message: Type.String(),
      revoked_count: Type.Integer(),
      ...schema.stillActiveFields,
    }),
    errors: [],
    rest: authRoutes('POST', 'logout-all').map((route) => ({ ...route, envelope: 'success' })),
    graphql: { omit: REST_ONLY },
    handler: async ({ end_everything }, ctx) => {
      const revoked_count = await service.logOutEverywhere(ctx)
      const user = ctx.caller.user!
      return {
        message: 'Signed out everywhere.',
        revoked_count,
        ...toStillActive(
          await endAndCountAccess(user, end_everything, sessionlessAccess.handlers, ctx),
        ),
      }
    },
  }),
  defineOperation({
    name: 'user.get',
    kind: 'query',
    summary: 'The calling user.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object({}),
    output: schema.UserReply,
    errors: [],
    rest: [...authRoutes('GET', 'user'), ...authRoutes('GET', 'me')],
    handler: async (_input, ctx) => {
      const user = toUser(await service.getUser(ctx.tx, ctx.caller.user!))
      return { success: true, data: user, ...user }
    },
  }),
  defineOperation({
    name: 'user.profile',
    kind: 'query',
    summary: 'The profile of the calling user.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object({}),
    output: schema.Profile,
    errors: [],
    rest: [
      { route: 'GET /api/profile', envelope: 'data' },
      { route: 'GET /api/v2/profile', envelope: 'data' },
    ],
    handler: async (_input, ctx) => toUser(await service.getUser(ctx.tx, ctx.caller.user!)),
  }),
  defineOperation({
    name: 'auth.change_password',
    kind: 'command',
    summary: 'Change the password; every other session ends.',
    auth: [{ by: 'user', scope: 'write', via: 'login' }],
    issues: 'login',
    subject: { read: (_input, ctx) => service.readOwnPassword(ctx) },
    input: Type.Object({
      current_password: described(schema.KnownPassword, 'The current password.'),
      new_password: described(
        schema.NewPassword,
        'The new password, with an upper-case and a lower-case letter, a digit and a symbol.',
      ),
      new_password_confirmation: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The new password again; it must be the same if it is sent.',
        }),
      ),
      end_everything: schema.EndEverything,
      user_agent: UserAgent,
    }),
    output: Type.Object(
      {
        message: Type.String(),
        new_token: Type.String(),
        refresh_token: Type.String(),
        ...schema.stillActiveFields,
      },
      { $id: 'PasswordChanged' },
    ),
    errors: [Invalid, WrongSecret, AccessSuspended],
    rest: authRoutes('POST', 'change-password'),
    graphql: { omit: REST_ONLY },
    prepare: (input, ctx) => service.prepareChange(input, passwords, ctx),
    handler: async ({ end_everything, user_agent }, ctx, prepared) => {
      const tokens = await service.changePassword(prepared, user_agent, ctx)
      const user = ctx.caller.user!
      return {
        message: 'The password is changed; all other sessions have ended.',
        new_token: tokens.access_token,
        refresh_token: tokens.refresh_token!,
        ...toStillActive(
          await endAndCountAccess(user, end_everything, sessionlessAccess.handlers, ctx),
        ),
      }
    },
  }),
  defineOperation({
    name: 'auth.forgot_password',
    kind: 'command',
    summary: 'Send a mail with a token to reset the password.',
    auth: 'public',
    input: Type.Object({ email: schema.Email }),
    output: schema.MessageReply,
    errors: [],
    rest: authRoutes('POST', 'forgot-password'),
    graphql: { omit: REST_ONLY },
    exempt: { tenants: 'The answer is the same for every address.' },
    handler: async (input, ctx) => {
      await resets.requestReset(input.email, options, ctx)
      return { message: 'If the address is registered, a mail with a reset token is on its way.' }
    },
  }),
  defineOperation({
    name: 'auth.reset_password',
    kind: 'command',
    summary: 'Choose a new password with the token from the mail.',
    auth: 'public',
    input: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 255, description: 'The token of the mail.' }),
      email: schema.Email,
      password: schema.NewPassword,
      password_confirmation: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The password again; it must be the same if it is sent.',
        }),
      ),
      end_everything: schema.EndEverything,
    }),
    output: Type.Object({ message: Type.String(), ...schema.stillActiveFields }),
    errors: [Invalid],
    rest: authRoutes('POST', 'reset-password'),
    graphql: { omit: REST_ONLY },
    exempt: { tenants: 'The request carries the proof.' },
    prepare: (input, ctx) => resets.prepareReset(input, passwords, ctx),
    handler: async (input, ctx, password_hash) => {
      const user = await resets.resetPassword(input, password_hash, sessionlessAccess.handlers, ctx)
      return {
        message: 'The password is reset; sign in with the new one.',
        ...toStillActive(
          await endAndCountAccess(user, input.end_everything, sessionlessAccess.handlers, ctx),
        ),
      }
    },
  }),
  defineOperation({
    name: 'auth.resend_verification',
    kind: 'command',
    summary: 'Mail a new code to confirm the e-mail address of the account.',
    auth: [{ by: 'user', scope: 'write', via: 'login' }],
    input: Type.Object({}),
    output: schema.MessageReply,
    errors: [EmailAlreadyConfirmed],
    rest: authRoutes('POST', 'resend-verification'),
    graphql: { omit: REST_ONLY },
    handler: async (_input, ctx) => {
      await requestConfirmation(options, ctx)
      return {
        message: `A mail with a code is on its way, unless ${MAILS_MAX} went out this hour.`,
      }
    },
  }),
  defineOperation({
    name: 'auth.verify_email',
    kind: 'command',
    summary:
      'Confirm the e-mail address with the code from the mail; all earlier access is revoked, except this session.',
    auth: [{ by: 'user', scope: 'write', via: 'login' }],
    input: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 64, description: 'The code from the mail.' }),
    }),
    output: schema.MessageReply,
    errors: [EmailAlreadyConfirmed, WrongSecret],
    rest: authRoutes('POST', 'verify-email'),
    graphql: { omit: REST_ONLY },
    handler: async ({ code }, ctx) => {
      await confirmEmail(code, sessionlessAccess.handlers, ctx)
      return { message: 'The e-mail address is confirmed.' }
    },
  }),
  defineOperation({
    name: 'auth.prove',
    kind: 'command',
    summary: 'Reauthenticate with the password; it is valid for five minutes in this session.',
    auth: [{ by: 'user', scope: 'write', via: 'login' }],
    input: Type.Object({ password: schema.KnownPassword }),
    output: schema.MessageReply,
    errors: [WrongSecret],
    rest: authRoutes('POST', 'prove'),
    graphql: { omit: REST_ONLY },
    prepare: (input, ctx) => service.tryPassword(input.password, passwords, ctx),
    handler: async (_input, ctx, verdict) => {
      await reauthenticate(verdict, ctx)
      return { message: 'Reauthenticated; it is valid for five minutes.' }
    },
  }),
]
