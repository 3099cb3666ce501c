// The operations of two-factor sign-in.
import { Type } from 'typebox'
import { writerProvedAgain } from '../../../../operation/auth.ts'
import { Invalid } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { AccessSuspended, TwoFactorStateConflict, WrongSecret } from '../errors.ts'
import { authRoutes } from '../operations.ts'
import type { Passwords } from '../passwords/service.ts'
import * as schema from '../schema.ts'
import { tryPassword } from '../service.ts'
import { UserAgent } from '../sessions/user-agent.ts'
import * as twoFactor from './service.ts'

const signedIn = [{ by: 'user', scope: 'write', via: 'login' }] as const

const RecoveryCodes = Type.Array(Type.String(), { maxItems: 20 })

export const makeTwoFactorOperations = (sealer: Sealer, passwords: Passwords) => [
  defineOperation({
    name: 'two_factor.enable',
    kind: 'command',
    summary: 'Prepare two-factor sign-in: a secret for the authenticator app, and recovery codes.',
    auth: writerProvedAgain,
    issues: 'secret',
    subject: { read: (_input, ctx) => twoFactor.describeOwn(ctx) },
    input: Type.Object({}),
    output: Type.Object(
      {
        message: Type.String(),
        secret: Type.String(),
        qr_code: Type.String({ description: 'An SVG image.' }),
        recovery_codes: RecoveryCodes,
      },
      { $id: 'TwoFactorSetup' },
    ),
    errors: [TwoFactorStateConflict],
    rest: authRoutes('POST', '2fa/enable'),
    graphql: { omit: 'Part of signing in.' },
    handler: async (_input, ctx) => ({
      message: 'Scan the code, keep the recovery codes, then confirm with a first code.',
      ...(await twoFactor.enableTwoFactor(sealer, ctx)),
    }),
  }),
  defineOperation({
    name: 'two_factor.confirm',
    kind: 'command',
    summary: 'Switch two-factor sign-in on with a first code from the app.',
    auth: signedIn,
    subject: { read: (_input, ctx) => twoFactor.describeOwn(ctx) },
    input: Type.Object({ code: schema.TotpCode }),
    output: schema.MessageReply,
    errors: [TwoFactorStateConflict, WrongSecret],
    rest: authRoutes('POST', '2fa/confirm'),
    graphql: { omit: 'Part of signing in.' },
    handler: async (input, ctx) => {
      await twoFactor.confirmTwoFactor(input.code, sealer, ctx)
      return { message: 'Two-factor sign-in is on.' }
    },
  }),
  defineOperation({
    name: 'two_factor.verify',
    kind: 'command',
    summary: 'Complete a sign-in with a code from the app or a recovery code.',
    auth: [{ by: 'user', via: 'login' }],
    issues: 'login',
    input: Type.Object({
      code: Type.Optional(schema.TotpCode),
      recovery_code: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'A recovery code instead; each works once.',
        }),
      ),
      user_agent: UserAgent,
    }),
    output: Type.Object(
      {
        message: Type.String(),
        token: Type.String(),
        access_token: Type.String(),
        refresh_token: Type.String(),
        expires_in: Type.Integer(),
      },
      { $id: 'TwoFactorVerified' },
    ),
    errors: [AccessSuspended, Invalid, TwoFactorStateConflict, WrongSecret],
    rest: authRoutes('POST', '2fa/verify'),
    graphql: { omit: 'Part of signing in.' },
    handler: async (input, ctx) => {
      if (input.code === undefined && input.recovery_code === undefined)
        throw Invalid({ errors: { code: ['Send either a code or a recovery_code.'] } })
      const { access_token, refresh_token, expires_in } = await twoFactor.verifyTwoFactor(
        input,
        sealer,
        ctx,
      )
      return {
        message: 'Signed in.',
        token: access_token,
        access_token,
        refresh_token: refresh_token!,
        expires_in,
      }
    },
  }),
  defineOperation({
    name: 'two_factor.disable',
    kind: 'command',
    summary: 'Switch two-factor sign-in off; needs the password.',
    auth: signedIn,
    subject: { read: (_input, ctx) => twoFactor.describeOwn(ctx) },
    input: Type.Object({ password: schema.KnownPassword }),
    output: schema.MessageReply,
    errors: [WrongSecret],
    rest: authRoutes('POST', '2fa/disable'),
    graphql: { omit: 'Part of signing in.' },
    prepare: (input, ctx) => tryPassword(input.password, passwords, ctx),
    handler: async (_input, ctx, verdict) => {
      await twoFactor.disableTwoFactor(verdict, ctx)
      return { message: 'Two-factor sign-in is off.' }
    },
  }),
  defineOperation({
    name: 'two_factor.recovery_codes',
    kind: 'command',
    summary: 'Replace the recovery codes; the old ones stop working.',
    auth: writerProvedAgain,
    issues: 'secret',
    input: Type.Object({}),
    output: Type.Object({ message: Type.String(), recovery_codes: RecoveryCodes }),
    errors: [TwoFactorStateConflict],
    rest: authRoutes('POST', '2fa/recovery-codes'),
    graphql: { omit: 'Part of signing in.' },
    exempt: { subject: 'It replaces all codes, and nothing else.' },
    handler: async (_input, ctx) => ({
      message: 'Keep these codes in a safe place; each works once.',
      recovery_codes: await twoFactor.replaceRecoveryCodes(ctx),
    }),
  }),
]
