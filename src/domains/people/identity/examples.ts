// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const user = {
  uuid: '0199d3a2-7c00-7000-8000-000000000001',
}

const suspended = {
  reason: 'Your identity has to be confirmed again.',
  note: 'Case 1842',
}

export const examples = defineExamples(answers, {
  'user.list': { input: { search: 'ada' }, as: 'operator' },
  'user.show': {
    input: { uuid: user.uuid },
    as: 'operator',
  },
  'user.suspend': {
    input: { uuid: user.uuid, reason: suspended.reason, note: suspended.note },
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.reinstate': {
    input: { uuid: user.uuid, reason: 'Your identity is confirmed.' },
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.end_sessions': {
    input: { uuid: user.uuid, reason: 'You lost your telephone.' },
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.reset_two_factor': {
    input: { uuid: user.uuid, reason: 'You lost your telephone.' },
    other: { reason: 'You asked for it.' },
    as: 'operator',
  },
  'user.confirm_email': {
    input: { uuid: user.uuid },
    as: 'operator',
  },
  'auth.register': {
    input: { name: 'Ada Lovelace', email: 'ada@example.com', password: 'Corr3ct-horse' },
    other: { name: 'Grace H.' },
  },
  'auth.login': {
    input: { email: 'ada@example.com', password: 'Corr3ct-horse' },
    other: { password: 'another' },
  },
  'auth_session.list': {},
  'auth_session.end': { input: { id: '0199d3a2-7c00-7000-8000-000000000009' } },
  'auth_session.end_others': {},
  'auth.refresh': {
    input: { refresh_token: 'frt_EXAMPLE' },
    other: { refresh_token: 'another' },
  },
  'auth.logout': { endsSession: true },
  'auth.logout_all': {
    input: { end_everything: false },
    endsSession: true,
  },
  'user.get': {},
  'user.profile': {},
  'auth.change_password': {
    input: { current_password: 'Corr3ct-horse', new_password: 'N3w-password' },
    endsSession: true,
  },
  'auth.forgot_password': {
    input: { email: 'ada@example.com' },
    other: { email: 'somebody.else@example.com' },
  },
  'auth.prove': {
    input: { password: 'Corr3ct-horse' },
    other: { password: 'another' },
  },
  'auth.resend_verification': {},
  'auth.verify_email': {
    input: { code: 'hT5kQ2xW-9bVn3LmC' },
    other: { code: 'another' },
  },
  'auth.reset_password': {
    input: {
      token: 'the-token-of-the-mail',
      email: 'ada@example.com',
      password: 'R3set-password',
    },
    other: { password: 'An0ther-password' },
  },
  'two_factor.enable': {},
  'two_factor.confirm': {
    input: { code: '038925' },
    other: { code: '000000' },
  },
  'two_factor.verify': {
    input: { code: '595412' },
    other: { code: '000000' },
  },
  'two_factor.disable': {
    input: { password: 'Corr3ct-horse' },
    other: { password: 'another' },
  },
  'two_factor.recovery_codes': {},
  'auth_session.end_of_user': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000001',
      id: '0199d3a2-7c00-7000-8000-000000000042',
    },
    as: 'operator',
  },
})
