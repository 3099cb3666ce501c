// Wire shapes of users and sign-in.
import { Type } from 'typebox'
import { displayName } from '../../../kernel/text.ts'
import { DateTime } from '../../../kernel/schema.ts'

const NullableDateTime = Type.Union([DateTime, Type.Null()])

const userFields = {
  id: Type.Integer(),
  uuid: Type.String({ format: 'uuid' }),
  name: Type.String(),
  email: Type.String(),
  roles: Type.Array(Type.String(), { maxItems: 20 }),
  email_verified_at: NullableDateTime,
  kyc_status: Type.String(),
  kyc_level: Type.Union([Type.String(), Type.Null()]),
  two_factor_confirmed_at: NullableDateTime,
  created_at: DateTime,
  updated_at: DateTime,
}
export const User = Type.Object(userFields, { $id: 'User' })

/** The user at `data`, and the same fields at the top level for clients that read them there. */
export const UserReply = Type.Object(
  { success: Type.Boolean(), data: User, ...userFields },
  { $id: 'UserReply' },
)

export const Profile = Type.Object(
  {
    id: Type.Integer(),
    uuid: Type.String({ format: 'uuid' }),
    name: Type.String(),
    email: Type.String(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'Profile' },
)

const tokenFields = {
  access_token: Type.String(),
  refresh_token: Type.Optional(Type.String()),
  token_type: Type.Enum(['Bearer']),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  refresh_expires_in: Type.Optional(Type.Integer({ description: 'Seconds.' })),
}

/** The access token is repeated at the top level, because some clients read it there. */
export const SessionReply = Type.Object(
  {
    success: Type.Boolean(),
    data: Type.Object(
      {
        user: User,
        ...tokenFields,
        two_factor_required: Type.Boolean({
          description: 'The token only serves POST /api/auth/2fa/verify, which returns a full one.',
        }),
      },
      { $id: 'Session' },
    ),
    access_token: Type.String(),
  },
  { $id: 'SessionReply' },
)

export const TokensReply = Type.Object(
  {
    success: Type.Boolean(),
    data: Type.Object(tokenFields, { $id: 'Tokens' }),
    access_token: Type.String(),
  },
  { $id: 'TokensReply' },
)

export const MessageReply = Type.Object({ message: Type.String() }, { $id: 'MessageReply' })

const Count = Type.Integer({ minimum: 0 })

/** Part of the answers to signing out everywhere and to setting a password. */
export const stillActiveFields = {
  still_active: Type.Object(
    {
      api_keys: Count,
      agents: Type.Integer({ minimum: 0, description: 'Agents whose key can open sessions.' }),
      agent_keys: Count,
      agent_sessions: Count,
      webhooks: Count,
      connected_programs: Count,
      interledger_grants: Type.Integer({
        minimum: 0,
        description: 'Tokens with which others may pay by Interledger.',
      }),
      open_banking_consents: Type.Integer({
        minimum: 0,
        description: 'Consents by which third parties read account data.',
      }),
      passkeys: Count,
      devices: Type.Integer({ minimum: 0, description: 'Devices that sign in by biometrics.' }),
      agent_mandates: Type.Integer({
        minimum: 0,
        description: 'Mandates that agents of the user have issued and that are in force.',
      }),
      direct_debit_mandates: Type.Integer({
        minimum: 0,
        description: 'Mandates by which creditors may collect from the accounts of the user.',
      }),
      scheduled_payments: Type.Integer({
        minimum: 0,
        description: 'Payments of payment files that are scheduled for a later day.',
      }),
      scheduled_batches: Type.Integer({
        minimum: 0,
        description: 'Batches of an operator that have not started.',
      }),
      standing_orders: Type.Integer({
        minimum: 0,
        description: 'Standing orders that are active or paused.',
      }),
      cards: Type.Integer({
        minimum: 0,
        description: 'Cards ordered at the bank that are not frozen or cancelled.',
      }),
    },
    {
      $id: 'StillActive',
      description: 'How much access without a session is left after this call.',
    },
  ),
  to_end_them: Type.String({ description: 'The calls that end this access.' }),
}

export const EndEverything = Type.Optional(
  Type.Boolean({
    description:
      'Whether to end API keys, agent keys, agent sessions, webhooks, connected clients, Interledger grants, open banking consents, passkeys, devices, mandates, scheduled payments and scheduled batches as well.',
  }),
)

export const PersonName = Type.String({
  ...displayName(255),
  description: 'The name of the user.',
})
export const Email = Type.String({
  format: 'email',
  maxLength: 255,
  description: 'The e-mail address that the user signs in with.',
})
/** `checkNewPassword` checks the strength instead of a pattern here, because it names the missing rules. */
export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 255,
  description: 'With an upper-case and a lower-case letter, a digit and a symbol.',
})
export const KnownPassword = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The password.',
})
export const TotpCode = Type.String({
  pattern: '^[0-9]{6}$',
  description: 'The six digits that the app shows.',
})
