// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const id = '0199d3a2-7c00-7000-8000-000000000071'
const tenantId = '0199d3a2-7c00-7000-8000-000000000072'
const whiteLabel = {
  logo_url: 'https://cdn.acme.example/logo.svg',
  primary_color: '#0b5c8a',
  features: { cards: true, loans: false },
}

/** PNG images of one colour. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAIAAAD4YuoOAAAAHUlEQVR42mNQckmjKWIYtWDUglELRi0YtWAoWAAAhnyYEHcm7PEAAAAASUVORK5CYII='
const OTHER_LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNIc1EiCTGMahjVMHw1AAC5WMwBtrWKrgAAAABJRU5ErkJggg=='

export const examples = defineExamples(answers, {
  'partner.onboard': {
    as: 'operator',
    input: {
      organization_name: 'Acme Bank',
      contact_email: 'ops@acme.example',
      tier: 'growth',
      modules: ['accounts', 'transfers'],
      sdk_languages: ['typescript'],
      webhook_url: 'https://acme.example/events',
    },
    other: { organization_name: 'Another Bank' },
  },
  'partner.list': { as: 'operator' },
  'partner.get': { as: 'operator', input: { id } },
  'partner.update': {
    as: 'operator',
    input: { id, tier: 'enterprise' },
    other: { tier: 'growth' },
  },
  'partner.suspend': {
    as: 'operator',
    input: { id, reason: 'An invoice is unpaid.' },
    other: { reason: 'Something else.' },
  },
  'partner.reactivate': {
    as: 'operator',
    input: { id, reason: 'The invoice is paid.' },
    other: { reason: 'Something else.' },
  },
  'partner.terminate': {
    as: 'operator',
    input: { id, reason: 'The contract ended.' },
    other: { reason: 'Something else.' },
  },
  'partner.reissue': {
    as: 'operator',
    input: { id, kind: 'live' },
    other: { kind: 'webhook' },
  },
  'partner_profile.get': {},
  'partner_profile.update': {
    input: { ip_whitelist: ['127.0.0.0/8'] },
    other: { ip_whitelist: [] },
  },
  'partner_tier.get': {},
  'partner_tier.compare': {},
  'partner_key.rotate': { input: { environment: 'sandbox' } },
  'partner_key.revoke': { input: { environment: 'sandbox' } },
  'partner_webhook_secret.rotate': {},
  'partner_member.add': {
    input: { email: 'dev@acme.example' },
    other: { email: 'other@acme.example' },
  },
  'partner_member.list': {},
  'partner_member.remove': { input: { email: 'dev@acme.example' } },
  'tenant.create': {
    input: { name: 'Acme Retail', plan: 'free' },
    other: { name: 'Acme Business' },
  },
  'tenant.list': {},
  'tenant.list_all': { as: 'operator' },
  'tenant.get': { input: { id: tenantId } },
  'tenant.customers': { input: { id: tenantId } },
  'tenant.update': {
    input: { id: tenantId, name: 'Acme Business' },
    other: { name: 'Acme Private' },
  },
  'tenant.suspend': { input: { id: tenantId } },
  'tenant.reactivate': { input: { id: tenantId } },
  'tenant.restore': { input: { id: tenantId } },
  'tenant.delete': { input: { id: tenantId } },
  'white_label.update': {
    input: whiteLabel,
    other: { primary_color: '#000000' },
  },
  'white_label.get': {},
  'partner_logo.upload': {
    input: { content: LOGO },
    other: { content: OTHER_LOGO },
  },
  'partner_logo.get': {},
  'partner_logo.delete': {},
  'partner_branding.update': {
    input: { company_name: 'Acme Bank', accent_color: '#0b5c8a' },
    other: { company_name: 'Acme' },
  },
  'partner_branding.get': {},
  'branding.get': { input: { domain: 'bank.acme.example' } },
  'partner_usage.get': {},
  'partner_usage.history': {},
})
