// The operations on passkeys. Read this file first.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation, type Envelope, type Route } from '../../../operation/operation.ts'
import {
  operator,
  readerInPerson,
  removerInPerson,
  writerProvedAgain,
} from '../../../operation/auth.ts'
import { AccessSuspended, toUser, UserAgent } from '../identity/index.ts'
import {
  AttestationFailed,
  AuthenticationFailed,
  PasskeyExists,
  TooManyPasskeys,
} from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const userId = Type.String({ maxLength: 255, description: 'The uuid of the user.' })

/** Each of these operations has a mobile route and two sign-in routes. */
const passkeyRoutes = (path: string, envelope: Envelope, status = 200): Route[] => [
  { route: `POST /api/v2/mobile/auth/passkey/${path}`, status, envelope },
  { route: `POST /api/v1/auth/passkey/${path}`, status, envelope },
  { route: `POST /api/auth/passkey/${path}`, status, envelope },
]

export const makeOperations = (options: service.PasskeyOptions) => [
  defineOperation({
    name: 'passkey.challenge',
    kind: 'query',
    summary: 'A challenge for a passkey to sign, valid for five minutes and one attempt.',
    auth: 'public',
    input: Type.Object({
      credential_id: Type.Optional(schema.CredentialId),
      email: Type.Optional(
        Type.String({
          format: 'email',
          maxLength: 255,
          description:
            'The address of the user who signs in; not needed for a passkey that stores its user.',
        }),
      ),
      device_id: Type.Optional(schema.DeviceId),
    }),
    output: schema.LoginOptions,
    errors: [],
    rest: passkeyRoutes('challenge', 'success'),
    graphql: { omit: 'Part of signing in.' },
    handler: (input, ctx) => service.prepareLogin(input, ctx, options),
  }),
  defineOperation({
    name: 'passkey.verify',
    kind: 'command',
    summary: 'Sign in with a passkey.',
    auth: 'public',
    issues: 'login',
    input: Type.Object({
      credential_id: schema.CredentialId,
      authenticator_data: schema.Bytes(8000),
      client_data_json: schema.ClientData,
      signature: schema.Bytes(1000),
      user_agent: UserAgent,
    }),
    output: schema.PasskeySession,
    errors: [AccessSuspended, AuthenticationFailed],
    rest: [
      ...passkeyRoutes('verify', 'bare'),
      { route: 'POST /api/v1/auth/passkey/authenticate', envelope: 'bare' },
      { route: 'POST /api/auth/passkey/authenticate', envelope: 'bare' },
    ],
    graphql: { omit: 'Part of signing in.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async (input, ctx) => {
      const { user, tokens } = await service.logIn(input, ctx, options)
      const expires_at = new Date(ctx.now.getTime() + tokens.expires_in * 1000).toISOString()
      return {
        success: true,
        data: {
          ...tokens,
          user: toUser(user),
          refresh_token: tokens.refresh_token!,
          refresh_expires_in: tokens.refresh_expires_in!,
          expires_at,
        },
        access_token: tokens.access_token,
      }
    },
  }),
  defineOperation({
    name: 'passkey.register_challenge',
    kind: 'query',
    summary: 'The options with which a browser or a phone creates a passkey.',
    auth: writerProvedAgain,
    input: Type.Object({}),
    output: schema.RegistrationOptions,
    errors: [],
    rest: passkeyRoutes('register-challenge', 'success'),
    graphql: { omit: 'Part of signing in.' },
    handler: (_input, ctx) => service.prepareRegistration(ctx, options),
  }),
  defineOperation({
    name: 'passkey.register',
    kind: 'command',
    summary: 'Register a new passkey of the caller.',
    auth: writerProvedAgain,
    issues: 'access',
    subject: 'passkey.list',
    input: Type.Object({
      credential_id: schema.CredentialId,
      client_data_json: schema.ClientData,
      attestation_object: schema.Bytes(64_000),
      name: Type.Optional(
        Type.String({ ...plainText(100), description: 'The name of the passkey.' }),
      ),
      transports: Type.Optional(
        Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), {
          maxItems: 10,
          description: 'The transports that the authenticator reports, such as internal or usb.',
        }),
      ),
      device_id: Type.Optional(schema.DeviceId),
    }),
    output: schema.Passkey,
    errors: [AttestationFailed, NotFound, PasskeyExists, TooManyPasskeys],
    rest: passkeyRoutes('register', 'success', 201),
    graphql: { omit: 'Part of signing in.' },
    exempt: { names: { '.name': 'A passkey, shown to its owner.' } },
    handler: async (input, ctx) => schema.toPasskey(await service.register(input, ctx, options)),
  }),
  defineOperation({
    name: 'passkey.list',
    kind: 'query',
    summary: 'The passkeys of the caller, oldest first.',
    auth: readerInPerson,
    input: Type.Object({}),
    output: Type.Array(schema.Passkey, { maxItems: service.PASSKEYS_MAX }),
    errors: [],
    rest: [{ route: 'GET /api/v2/mobile/auth/passkeys', envelope: 'success' }],
    exempt: { pages: 'Twenty passkeys.' },
    handler: async (_input, ctx) => (await service.listPasskeys(ctx)).map(schema.toPasskey),
  }),
  defineOperation({
    name: 'passkey.list_of_user',
    kind: 'query',
    summary: 'The passkeys of any user, oldest first.',
    auth: operator,
    input: Type.Object({ uuid: userId }),
    output: Type.Array(schema.Passkey, { maxItems: service.PASSKEYS_MAX }),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/users/:uuid/passkeys', envelope: 'data' }],
    exempt: { pages: 'Twenty passkeys.' },
    handler: async (input, ctx) =>
      (await service.listPasskeysOf(input.uuid, ctx)).map(schema.toPasskey),
  }),
  defineOperation({
    name: 'passkey.remove_of_user',
    kind: 'command',
    summary: 'Remove a passkey of any user, who can then no longer sign in with it.',
    auth: operator,
    subject: 'passkey.list_of_user',
    input: Type.Object({
      uuid: userId,
      id: Type.String({ maxLength: 255, description: 'The id of the passkey.' }),
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/users/:uuid/passkeys/:id', envelope: 'bare' }],
    handler: async (input, ctx) => {
      await service.removePasskeyOf(input.uuid, input.id, ctx)
      return { message: 'The passkey is removed.' }
    },
  }),
  defineOperation({
    name: 'passkey.remove',
    kind: 'command',
    summary: 'Remove a passkey; it no longer signs in.',
    auth: removerInPerson,
    subject: 'passkey.list',
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the passkey, from the list.' }),
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/mobile/auth/passkeys/:id', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    handler: async (input, ctx) => {
      await service.removePasskey(input.id, ctx)
      return { message: 'The passkey is removed.' }
    },
  }),
]
