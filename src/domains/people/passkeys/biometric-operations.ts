// The operations of signing in by the biometrics of a device, and of the sessions opened that way.
import { Type } from 'typebox'
import { pageInput, PageOf, toPage } from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { readerInPerson, removerInPerson, writerProvedAgain } from '../../../operation/auth.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { UserAgent } from '../identity/index.ts'
import * as biometric from './biometrics.ts'
import { AccessSuspended } from '../identity/index.ts'
import { activeBlockOf } from './devices.ts'
import {
  AuthenticationFailed,
  BiometricNotAvailable,
  DeviceBlocked,
  InvalidPublicKey,
} from './errors.ts'
import * as schema from './schema.ts'

const BiometricState = Type.Object({ enabled: Type.Boolean(), device: schema.Device })

export const makeBiometricOperations = (sealer: Sealer) => [
  defineOperation({
    name: 'biometric.enable',
    kind: 'command',
    summary: 'Enable signing in by biometrics on a device, by registering its public key.',
    auth: writerProvedAgain,
    issues: 'access',
    subject: 'device.list',
    input: Type.Object({
      device_id: schema.DeviceId,
      public_key: Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'P-256, as PEM or base64 of its DER (SubjectPublicKeyInfo).',
      }),
      key_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'The id of the key in the app.' }),
      ),
    }),
    output: BiometricState,
    errors: [NotFound, DeviceBlocked, InvalidPublicKey],
    rest: [{ route: 'POST /api/mobile/auth/biometric/enable', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    handler: async (input, ctx) => {
      const row = await biometric.enable(input, ctx)
      return { enabled: true, device: schema.toDevice(row, activeBlockOf(row, ctx.now)) }
    },
  }),
  defineOperation({
    name: 'biometric.disable',
    kind: 'command',
    summary: 'Disable signing in by biometrics on a device; the sessions opened with it end.',
    auth: removerInPerson,
    subject: 'device.list',
    input: Type.Object({ device_id: schema.DeviceId }),
    output: BiometricState,
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/mobile/auth/biometric/disable', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    handler: async (input, ctx) => {
      const row = await biometric.disable(input.device_id, ctx)
      return { enabled: false, device: schema.toDevice(row, activeBlockOf(row, ctx.now)) }
    },
  }),
  defineOperation({
    name: 'biometric.challenge',
    kind: 'query',
    summary:
      'A challenge for a device to sign with its key, valid for five minutes and one attempt.',
    auth: 'public',
    input: Type.Object({ device_id: schema.DeviceId }),
    output: Type.Object({
      challenge: Type.String(),
      expires_at: Type.String({ format: 'date-time' }),
    }),
    errors: [NotFound, DeviceBlocked, BiometricNotAvailable],
    rest: [{ route: 'POST /api/mobile/auth/biometric/challenge', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    exempt: { tenants: 'A challenge is given for every device, known or not.' },
    handler: async (input, ctx) => {
      const issued = await biometric.prepareVerification(input.device_id, ctx, sealer)
      return { challenge: issued.challenge, expires_at: issued.expires_at.toISOString() }
    },
  }),
  defineOperation({
    name: 'biometric.verify',
    kind: 'command',
    summary: 'Sign in by the signature of a device over a challenge.',
    auth: 'public',
    issues: 'login',
    input: Type.Object({
      device_id: schema.DeviceId,
      challenge: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'The challenge that was signed.',
      }),
      signature: schema.Bytes(
        255,
        'ECDSA with SHA-256 over the UTF-8 bytes of `challenge`, in DER; base64 or base64url.',
      ),
      user_agent: UserAgent,
    }),
    output: schema.BiometricToken,
    errors: [NotFound, DeviceBlocked, BiometricNotAvailable, AccessSuspended, AuthenticationFailed],
    rest: [{ route: 'POST /api/mobile/auth/biometric/verify', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async (input, ctx) => {
      const opened = await biometric.logInByBiometrics(input, ctx, sealer)
      return {
        access_token: opened.access_token,
        token_type: 'Bearer' as const,
        expires_in: opened.expires_in,
        expires_at: opened.expires_at.toISOString(),
        session_id: opened.session,
      }
    },
  }),
  defineOperation({
    name: 'biometric_session.list',
    kind: 'query',
    summary: 'The sessions that the caller opened by biometrics, newest first.',
    auth: readerInPerson,
    input: Type.Object(pageInput),
    output: PageOf(schema.Session),
    errors: [],
    rest: [{ route: 'GET /api/mobile/sessions', envelope: 'success_page' }],
    handler: async (page, ctx) => {
      const { rows, total } = await biometric.listSessions(page, ctx)
      return toPage(rows.map(schema.toSession), total, page)
    },
  }),
  defineOperation({
    name: 'biometric_session.revoke',
    kind: 'command',
    summary: 'End a session that was opened by biometrics.',
    auth: removerInPerson,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the session, from the list.' }),
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/mobile/sessions/:id', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    handler: async (input, ctx) => {
      await biometric.endSession(input.id, ctx)
      return { message: 'The session has ended.' }
    },
  }),
  defineOperation({
    name: 'biometric_session.revoke_all',
    kind: 'command',
    summary: 'End all sessions that the caller opened by biometrics.',
    auth: removerInPerson,
    input: Type.Object({}),
    output: Type.Object({ ended: Type.Integer() }, { $id: 'EndedSessions' }),
    errors: [],
    rest: [
      { route: 'DELETE /api/mobile/sessions', envelope: 'success' },
      { route: 'DELETE /api/mobile/sessions/all', envelope: 'success' },
    ],
    graphql: { omit: 'Part of signing in.' },
    handler: async (_input, ctx) => ({ ended: await biometric.endSessions(ctx) }),
  }),
]
