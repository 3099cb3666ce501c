// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const device = {
  id: '0199d3a2-7c00-7000-8000-000000000011',
  device_id: 'device-1',
  platform: 'ios',
  app_version: '1.4.0',
  device_name: 'Telephone',
  device_model: null,
  os_version: null,
  push_enabled: false,
  has_push_token: false,
  biometric_enabled: false,
  biometric_key_id: null,
  is_trusted: false,
  is_blocked: false,
  blocked_until: null,
  last_used_at: null,
  last_active_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const passkey = {
  id: '0199d3a2-7c00-7000-8000-000000000010',
  credential_id: 'SK8UkKr43b7pZ7V2XCYACg',
  name: 'Laptop',
  status: 'active',
  transports: ['internal'],
  synced: false,
  device_id: 'device-1',
  created_at: '2026-03-01T12:00:00.000Z',
  last_used_at: null,
}

export const examples = defineExamples({
  'passkey.challenge': {
    input: { email: 'somebody@example.com', device_id: 'a', credential_id: 'AAAA' },
    output: {
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      rp_id: 'localhost',
      timeout: 60000,
      user_verification: 'required',
      allow_credentials: [{ id: 'AAAA', type: 'public-key' }],
      expires_at: '2026-03-01T12:05:00.000Z',
    },
  },
  'passkey.verify': {
    input: {
      credential_id: 'SK8UkKr43b7pZ7V2XCYACg',
      authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
      client_data_json: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoibHBZaGpCeDZoZU5T',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
    },
    output: {
      success: true,
      data: {
        user: {
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
        },
        access_token: 'fat_EXAMPLE',
        refresh_token: 'frt_EXAMPLE',
        token_type: 'Bearer',
        expires_in: 86400,
        refresh_expires_in: 2592000,
        expires_at: '2026-03-02T12:00:00.000Z',
      },
      access_token: 'fat_EXAMPLE',
    },
    other: { signature: 'AAAA' },
  },
  'passkey.register_challenge': {
    output: {
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      rp: { id: 'localhost', name: 'Florin' },
      user: { id: 'AZypRfhIcq6ciQ1mip-O2A', name: 'ada@example.com', displayName: 'Ada Lovelace' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 60000,
      attestation: 'none',
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'preferred',
        requireResidentKey: false,
        userVerification: 'required',
      },
      excludeCredentials: [],
      expires_at: '2026-03-01T12:05:00.000Z',
    },
  },
  'passkey.register': {
    input: {
      credential_id: 'SK8UkKr43b7pZ7V2XCYACg',
      client_data_json: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoibHBZaGpCeDZoZU5T',
      attestation_object: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUSZYN5YgOjGh0NBcPZHZgW4_k',
      name: 'Laptop',
      transports: ['internal'],
      device_id: 'device-1',
    },
    output: passkey,
    other: { name: 'Another' },
  },
  'passkey.list': { output: [{ ...passkey, name: 'Passkey 1', transports: [], device_id: null }] },
  'passkey.remove': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000010' },
    output: { message: 'The passkey is removed.' },
  },
  'biometric.enable': {
    input: {
      device_id: 'device-1',
      public_key:
        '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEK/PD8ZjF7RknoyHI8YUuT5f5GDvt\nj8VHJY0qOD+pY3aunFxLPJKhUo1BK7GBvYkJDTd8qq7iO4F7B5ftmMAxSQ==\n-----END PUBLIC KEY-----\n',
      key_id: 'key-1',
    },
    output: {
      enabled: true,
      device: { ...device, biometric_enabled: true, biometric_key_id: 'key-1' },
    },
    other: { key_id: 'key-2' },
  },
  'biometric.disable': {
    input: { device_id: 'device-1' },
    output: {
      enabled: false,
      device: device,
    },
    other: { device_id: 'another' },
  },
  'biometric.challenge': {
    input: { device_id: 'device-1' },
    output: {
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      expires_at: '2026-03-01T12:05:00.000Z',
    },
  },
  'biometric.verify': {
    input: {
      device_id: 'device-1',
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
    },
    output: {
      access_token: 'fat_EXAMPLE',
      token_type: 'Bearer',
      expires_in: 3600,
      expires_at: '2026-03-01T13:00:00.000Z',
      session_id: '0199d3a2-7c00-7000-8000-000000000012',
    },
    other: { signature: 'AAAA' },
  },
  'biometric_session.list': {
    output: onePage({
      id: '0199d3a2-7c00-7000-8000-000000000013',
      device_id: 'device-1',
      device_name: 'Telephone',
      address: '127.0.0.1',
      created_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-01T13:00:00.000Z',
    }),
  },
  'biometric_session.revoke': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000013' },
    output: { message: 'The session has ended.' },
  },
  'biometric_session.revoke_all': { output: { ended: 1 } },
  'device.list': {
    output: [device],
  },
  'device.get': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011' },
    output: device,
  },
  'device.register': {
    input: {
      device_id: 'device-1',
      platform: 'ios',
      app_version: '1.4.0',
      device_name: 'Telephone',
      push_token: 'token',
      device_model: 'Model 7',
      os_version: '19.1',
    },
    output: {
      ...device,
      device_model: 'Model 7',
      os_version: '19.1',
      push_enabled: true,
      has_push_token: true,
    },
    other: { app_version: '2.0.0' },
  },
  'device.remove': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011' },
    output: { message: 'The device is removed.' },
  },
  'device.remove_all': { output: { removed: 1 } },
  'device.set_token': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011', push_token: 'new-token' },
    output: { ...device, push_enabled: true, has_push_token: true },
    other: { push_token: 'other-token' },
  },
  'device.block': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011', reason: 'Lost on the train' },
    output: { ...device, is_blocked: true },
  },
  'device.unblock': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011' },
    output: device,
  },
  'device.trust': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011' },
    output: { ...device, is_trusted: true },
  },
})
