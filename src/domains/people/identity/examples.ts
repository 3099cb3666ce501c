// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const user = {
  id: 7,
  uuid: '0199d3a2-7c00-7000-8000-000000000001',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  roles: ['customer_private'],
  email_verified_at: null,
  kyc_status: 'not_started',
  kyc_level: null,
  two_factor_confirmed_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const session = {
  user,
  access_token: 'fat_EXAMPLE',
  refresh_token: 'frt_EXAMPLE',
  token_type: 'Bearer',
  expires_in: 86400,
  refresh_expires_in: 2592000,
  two_factor_required: false,
}

const sessionReply = { success: true, data: session, access_token: 'fat_EXAMPLE' }

const stillActive = {
  api_keys: 0,
  agents: 0,
  agent_keys: 0,
  agent_sessions: 0,
  webhooks: 0,
  connected_programs: 0,
  interledger_grants: 0,
  open_banking_consents: 0,
  passkeys: 0,
  devices: 0,
  agent_mandates: 0,
  direct_debit_mandates: 0,
  scheduled_payments: 0,
  scheduled_batches: 0,
}

const toEndThem =
  'Send end_everything: true with POST /api/auth/logout-all or /api/auth/change-password.'

const person = {
  uuid: user.uuid,
  name: user.name,
  email: user.email,
  status: 'active',
  roles: user.roles,
  tenant_id: null,
  kyc_status: 'not_started',
  kyc_level: null,
  two_factor: false,
  email_verified_at: null,
  created_at: user.created_at,
}

const suspended = {
  status: 'suspended',
  reason: 'Your identity has to be confirmed again.',
  note: 'Case 1842',
  changed_by: '0199d3a2-7c00-7000-8000-000000000002',
  created_at: user.created_at,
}

export const examples = defineExamples({
  'user.list': { input: { search: 'ada' }, output: onePage(person), as: 'operator' },
  'user.show': {
    input: { uuid: user.uuid },
    output: {
      ...person,
      status: 'suspended',
      sessions: [
        {
          id: '0199d3a2-7c00-7000-8000-000000000003',
          started_at: '2026-03-01T12:00:00.000Z',
          expires_at: '2026-03-31T12:00:00.000Z',
        },
      ],
      access: stillActive,
      status_changes: [suspended],
    },
    as: 'operator',
  },
  'user.suspend': {
    input: { uuid: user.uuid, reason: suspended.reason, note: suspended.note },
    output: { ...person, status: 'suspended' },
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.reinstate': {
    input: { uuid: user.uuid, reason: 'Your identity is confirmed.' },
    output: person,
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.end_sessions': {
    input: { uuid: user.uuid, reason: 'You lost your telephone.' },
    output: {
      message: 'The user is signed out everywhere.',
      revoked_count: 2,
      still_active: stillActive,
      to_end_them: toEndThem,
    },
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.reset_two_factor': {
    input: { uuid: user.uuid, reason: 'You lost your telephone.' },
    output: person,
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.confirm_email': {
    input: { uuid: user.uuid },
    output: { ...person, email_verified_at: '2026-03-02T08:30:00.000Z' },
    as: 'operator',
  },
  'auth.register': {
    input: { name: 'Ada Lovelace', email: 'ada@example.com', password: 'Corr3ct-horse' },
    output: sessionReply,
    other: { name: 'Grace H.' },
  },
  'auth.login': {
    input: { email: 'ada@example.com', password: 'Corr3ct-horse' },
    output: sessionReply,
    other: { password: 'another' },
  },
  'auth_session.list': {
    output: onePage({
      id: '0199d3a2-7c00-7000-8000-000000000009',
      is_current: true,
      device: 'Firefox on Windows',
      user_agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
      ip_address: '203.0.113.7',
      signed_in_at: '2026-03-01T12:00:00.000Z',
      last_used_at: '2026-03-01T12:30:00.000Z',
      expires_at: '2026-03-31T12:00:00.000Z',
    }),
  },
  'auth_session.end': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000009' },
    output: { message: 'The session has ended.' },
  },
  'auth_session.end_others': {
    output: { message: 'Only this session is left.', ended_count: 2 },
  },
  'auth.refresh': {
    input: { refresh_token: 'frt_EXAMPLE' },
    output: {
      success: true,
      data: {
        access_token: 'fat_EXAMPLE',
        refresh_token: 'frt_EXAMPLE',
        token_type: 'Bearer',
        expires_in: 86400,
        refresh_expires_in: 2592000,
      },
      access_token: 'fat_EXAMPLE',
    },
    other: { refresh_token: 'another' },
  },
  'auth.logout': { output: { message: 'Signed out.' }, endsSession: true },
  'auth.logout_all': {
    input: { end_everything: false },
    output: {
      message: 'Signed out everywhere.',
      revoked_count: 2,
      still_active: stillActive,
      to_end_them: toEndThem,
    },
    endsSession: true,
  },
  'user.get': {
    output: {
      success: true,
      data: user,
      ...user,
    },
  },
  'user.profile': {
    output: {
      id: 7,
      uuid: '0199d3a2-7c00-7000-8000-000000000001',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'auth.change_password': {
    input: { current_password: 'Corr3ct-horse', new_password: 'N3w-password' },
    output: {
      message: 'The password is changed; all other sessions have ended.',
      new_token: 'fat_EXAMPLE',
      refresh_token: 'frt_EXAMPLE',
      still_active: stillActive,
      to_end_them: toEndThem,
    },
    endsSession: true,
  },
  'auth.forgot_password': {
    input: { email: 'ada@example.com' },
    output: { message: 'If the address is registered, a mail with a reset token is on its way.' },
    other: { email: 'somebody.else@example.com' },
  },
  'auth.prove': {
    input: { password: 'Corr3ct-horse' },
    output: { message: 'Reauthenticated; it is valid for five minutes.' },
    other: { password: 'another' },
  },
  'auth.resend_verification': {
    output: { message: 'A mail with a code is on its way, unless 5 went out this hour.' },
  },
  'auth.verify_email': {
    input: { code: 'hT5kQ2xW-9bVn3LmC' },
    output: { message: 'The e-mail address is confirmed.' },
    other: { code: 'another' },
  },
  'auth.reset_password': {
    input: { token: 'the-token-of-the-mail', email: 'ada@example.com', password: 'R3set-password' },
    output: {
      message: 'The password is reset; sign in with the new one.',
      still_active: stillActive,
      to_end_them: toEndThem,
    },
    other: { password: 'An0ther-password' },
  },
  'two_factor.enable': {
    output: {
      message: 'Scan the code, keep the recovery codes, then confirm with a first code.',
      secret: 'HB7RT4ULZ3YR5XGS2BESKC677KZ7C7HL',
      qr_code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 51 51"></svg>',
      recovery_codes: ['xAcIyGr329-V2BHmFlzCe', 'yVBRvMSjmm-lmwvavAJYe'],
    },
  },
  'two_factor.confirm': {
    input: { code: '038925' },
    output: { message: 'Two-factor sign-in is on.' },
    other: { code: '000000' },
  },
  'two_factor.verify': {
    input: { code: '595412' },
    output: {
      message: 'Signed in.',
      token: 'fat_EXAMPLE',
      access_token: 'fat_EXAMPLE',
      refresh_token: 'frt_EXAMPLE',
      expires_in: 86400,
    },
    other: { code: '000000' },
  },
  'two_factor.disable': {
    input: { password: 'Corr3ct-horse' },
    output: { message: 'Two-factor sign-in is off.' },
    other: { password: 'another' },
  },
  'two_factor.recovery_codes': {
    output: {
      message: 'Keep these codes in a safe place; each works once.',
      recovery_codes: ['xAcIyGr329-V2BHmFlzCe', 'yVBRvMSjmm-lmwvavAJYe'],
    },
  },
})
