// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'passkey.challenge': {
    input: { email: 'somebody@example.com', device_id: 'a', credential_id: 'AAAA' },
  },
  'passkey.verify': {
    input: {
      credential_id: 'SK8UkKr43b7pZ7V2XCYACg',
      authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
      client_data_json: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoibHBZaGpCeDZoZU5T',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
    },
    other: { signature: 'AAAA' },
  },
  'passkey.register_challenge': {},
  'passkey.register': {
    input: {
      credential_id: 'SK8UkKr43b7pZ7V2XCYACg',
      client_data_json: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoibHBZaGpCeDZoZU5T',
      attestation_object: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUSZYN5YgOjGh0NBcPZHZgW4_k',
      name: 'Laptop',
      transports: ['internal'],
      device_id: 'device-1',
    },
    other: { name: 'Another' },
  },
  'passkey.list': {},
  'passkey.remove': { input: { id: '0199d3a2-7c00-7000-8000-000000000010' } },
  'biometric.enable': {
    input: {
      device_id: 'device-1',
      public_key:
        '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEK/PD8ZjF7RknoyHI8YUuT5f5GDvt\nj8VHJY0qOD+pY3aunFxLPJKhUo1BK7GBvYkJDTd8qq7iO4F7B5ftmMAxSQ==\n-----END PUBLIC KEY-----\n',
      key_id: 'key-1',
    },
    other: { key_id: 'key-2' },
  },
  'biometric.disable': {
    input: { device_id: 'device-1' },
    other: { device_id: 'another' },
  },
  'biometric.challenge': { input: { device_id: 'device-1' } },
  'biometric.verify': {
    input: {
      device_id: 'device-1',
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
    },
    other: { signature: 'AAAA' },
  },
  'biometric_session.list': {},
  'biometric_session.revoke': { input: { id: '0199d3a2-7c00-7000-8000-000000000013' } },
  'biometric_session.revoke_all': {},
  'device.list': {},
  'device.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000011' } },
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
    other: { app_version: '2.0.0' },
  },
  'device.remove': { input: { id: '0199d3a2-7c00-7000-8000-000000000011' } },
  'device.remove_all': {},
  'device.set_token': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011', push_token: 'new-token' },
    other: { push_token: 'other-token' },
  },
  'device.block': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000011', reason: 'Lost on the train' },
  },
  'device.unblock': { input: { id: '0199d3a2-7c00-7000-8000-000000000011' } },
  'device.trust': { input: { id: '0199d3a2-7c00-7000-8000-000000000011' } },
  'passkey.list_of_user': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    as: 'operator',
  },
  'passkey.remove_of_user': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000001',
      id: '0199d3a2-7c00-7000-8000-000000000042',
    },
    as: 'operator',
  },
})
