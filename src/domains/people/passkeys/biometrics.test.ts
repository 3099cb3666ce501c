// Devices and biometric sessions over HTTP, with a P-256 key in software.
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import {
  enableBiometrics,
  logInByBiometrics,
  newDevice,
  registerDevice,
  signChallenge,
  type Phone,
} from './test-support.ts'

const DEVICES = '/api/mobile/devices'
const ENABLE = 'POST /api/mobile/auth/biometric/enable'
const CHALLENGE = 'POST /api/mobile/auth/biometric/challenge'
const VERIFY = 'POST /api/mobile/auth/biometric/verify'

let bank: Bank
beforeAll(async () => {
  // Trusts X-Forwarded-For, so that the tests can choose their address.
  bank = await startBank({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => bank.stop())

const minutesFromNow = (minutes: number): string =>
  new Date(bank.clock.now().getTime() + minutes * 60_000).toISOString()

const works = async (token: string): Promise<boolean> =>
  (await bank.call('GET /api/auth/user', undefined, { token })).status === 200

const getDevice = async (person: Person, id: string) =>
  (await bank.call(`GET ${DEVICES}/${id}`, undefined, person)).body.data

const listSessions = async (person: Person): Promise<{ id: string }[]> =>
  (await bank.call('GET /api/mobile/sessions', undefined, person)).body.data

async function fail(telephone: Phone): Promise<void> {
  const { status, body } = await bank.call(VERIFY, {
    ...(await signChallenge(bank, telephone)),
    signature: 'AAAA',
  })
  expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_FAILED'])
}

const refusalOf = async (route: string, body: object, options = {}) => {
  const answer = await bank.call(route, body, options)
  return [answer.status, answer.body.error?.code]
}

const eventsOf = async (person: Person, type: string): Promise<{ data: object }[]> => {
  const { body } = await bank.call(`GET /api/v2/events?types=${type}`, undefined, person)
  return body.data
}

describe('device.register', () => {
  it('shows the device, in the reply and in the list', async () => {
    const person = await bank.person()
    const { status, body } = await bank.call(
      `POST ${DEVICES}`,
      {
        device_id: 'a-device',
        platform: 'android',
        app_version: '1.3.1',
        push_token: 'push',
        device_name: 'Ada’s telephone',
        device_model: 'Model 7',
        os_version: '15.1',
      },
      person,
    )
    expect(status).toBe(201)
    const now = bank.clock.now().toISOString()
    expect(body.data).toEqual({
      id: expect.any(String),
      device_id: 'a-device',
      platform: 'android',
      app_version: '1.3.1',
      device_name: 'Ada’s telephone',
      device_model: 'Model 7',
      os_version: '15.1',
      push_enabled: true,
      has_push_token: true,
      biometric_enabled: false,
      biometric_key_id: null,
      is_trusted: false,
      is_blocked: false,
      blocked_until: null,
      last_used_at: null,
      last_active_at: null,
      created_at: now,
      updated_at: now,
    })
    const list = await bank.call(`GET ${DEVICES}`, undefined, person)
    expect(list.body.data).toEqual([body.data])
    expect(await getDevice(person, body.data.id)).toEqual(body.data)
    await expect.poll(() => eventsOf(person, 'device.registered')).toHaveLength(1)
  })

  it('updates a device that is registered again, and keeps its biometric key', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const again = { ...newDevice(), device_id: telephone.device_id, app_version: '2.0.0' }
    const device = await registerDevice(bank, person, again)
    expect(device).toMatchObject({
      id: telephone.id,
      app_version: '2.0.0',
      biometric_enabled: true,
    })
  })

  it('accepts five for one user', async () => {
    const person = await bank.person()
    const devices = []
    for (let i = 0; i < 5; i++) devices.push(await registerDevice(bank, person))
    const refused = await refusalOf(`POST ${DEVICES}`, newDevice(), person)
    expect(refused).toEqual([422, 'TOO_MANY_DEVICES'])
    await bank.call(`DELETE ${DEVICES}/${devices[0]!.id}`, undefined, person)
    await registerDevice(bank, person)
  })

  it('accepts five of ten concurrent requests', async () => {
    const person = await bank.person()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bank.call(`POST ${DEVICES}`, newDevice(), person)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  })

  it('rejects a device of another user', async () => {
    const device = newDevice()
    await registerDevice(bank, await bank.person(), device)
    const refused = await refusalOf(`POST ${DEVICES}`, device, await bank.person())
    expect(refused).toEqual([409, 'DEVICE_TAKEN'])
  })

  it.each([
    ['device_id', 'x'.repeat(101)],
    ['device_id', 'with space'],
    ['platform', 'windows'],
    ['app_version', '1'.repeat(21)],
    ['push_token', 'x'.repeat(501)],
    ['device_name', 'x'.repeat(101)],
    ['device_model', 'x'.repeat(101)],
    ['os_version', 'x'.repeat(51)],
  ])('refuses a %s that is too long or no such thing', async (field, value) => {
    const answer = await bank.call(
      `POST ${DEVICES}`,
      { ...newDevice(), [field]: value },
      await bank.person(),
    )
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})

describe('device.remove, device.block, device.unblock', () => {
  it('removing ends its sessions and frees its device_id', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const { access_token } = await logInByBiometrics(bank, telephone)
    expect(await works(access_token)).toBe(true)
    expect((await bank.call(`DELETE ${DEVICES}/${telephone.id}`, undefined, person)).status).toBe(
      200,
    )
    expect(await works(access_token)).toBe(false)
    expect(await works(person.token)).toBe(true)
    const { device_id } = telephone
    expect(await refusalOf(CHALLENGE, { device_id })).toEqual([404, 'NOT_FOUND'])
    await registerDevice(bank, await bank.person(), { ...newDevice(), device_id })
  })

  it('blocking ends its sessions and its trust, until it is unblocked', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const { id, device_id } = telephone
    await bank.call(`POST ${DEVICES}/${id}/trust`, {}, person)
    const { access_token } = await logInByBiometrics(bank, telephone)
    const answer = await signChallenge(bank, telephone)
    const blocked = await bank.call(`POST ${DEVICES}/${id}/block`, {}, person)
    expect(blocked.body.data).toMatchObject({
      is_blocked: true,
      blocked_until: null,
      is_trusted: false,
    })
    expect(await works(access_token)).toBe(false)
    expect(await refusalOf(CHALLENGE, { device_id })).toEqual([403, 'DEVICE_BLOCKED'])
    expect(await refusalOf(VERIFY, answer)).toEqual([403, 'DEVICE_BLOCKED'])
    const trust = await refusalOf(`POST ${DEVICES}/${id}/trust`, {}, person)
    expect(trust).toEqual([403, 'DEVICE_BLOCKED'])
    const again = await refusalOf(ENABLE, { device_id, public_key: 'x' }, person)
    expect(again).toEqual([403, 'DEVICE_BLOCKED'])
    const unblocked = await bank.call(`POST ${DEVICES}/${id}/unblock`, {}, person)
    expect(unblocked.body.data).toMatchObject({ is_blocked: false, is_trusted: false })
    await logInByBiometrics(bank, telephone)
    await expect
      .poll(() => eventsOf(person, 'device.blocked'))
      .toMatchObject([{ data: { by: 'owner', blocked_until: null } }])
    await expect.poll(() => eventsOf(person, 'device.unblocked')).toHaveLength(1)
  })
})

describe('biometric.enable and biometric.disable', () => {
  const keyOf = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })

  it('takes a key as PEM or as base64 of DER', async () => {
    const person = await bank.person()
    const { device_id } = await registerDevice(bank, person)
    const { publicKey } = keyOf('P-256')
    const der = publicKey.export({ type: 'spki', format: 'der' })
    for (const public_key of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      der.toString('base64'),
      der.toString('base64url'),
    ]) {
      const { status, body } = await bank.call(ENABLE, { device_id, public_key }, person)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ enabled: true, device: { biometric_enabled: true } })
    }
  })

  it('refuses a key that is not P-256, and a private key', async () => {
    const person = await bank.person()
    const { device_id } = await registerDevice(bank, person)
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { privateKey } = keyOf('P-256')
    const keys = [
      'nonsense',
      Buffer.from('nonsense').toString('base64'),
      keyOf('P-384').publicKey.export({ type: 'spki', format: 'pem' }),
      keyOf('secp256k1').publicKey.export({ type: 'spki', format: 'pem' }),
      rsa.publicKey.export({ type: 'spki', format: 'pem' }),
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    ]
    for (const public_key of keys)
      expect(await refusalOf(ENABLE, { device_id, public_key }, person)).toEqual([
        400,
        'INVALID_PUBLIC_KEY',
      ])
    expect(await refusalOf(CHALLENGE, { device_id })).toEqual([400, 'BIOMETRIC_NOT_AVAILABLE'])
  })

  it('is for the owner of the device', async () => {
    const { device_id } = await enableBiometrics(bank, await bank.person())
    const other = await bank.person()
    const public_key = keyOf('P-256').publicKey.export({ type: 'spki', format: 'pem' })
    expect(await refusalOf(ENABLE, { device_id, public_key }, other)).toEqual([404, 'NOT_FOUND'])
    const disable = `DELETE /api/mobile/auth/biometric/disable?device_id=${device_id}`
    expect((await bank.call(disable, undefined, other)).status).toBe(404)
  })

  it('a new key replaces the old one', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const { publicKey, privateKey } = keyOf('P-256')
    const public_key = publicKey.export({ type: 'spki', format: 'pem' })
    await bank.call(ENABLE, { device_id: telephone.device_id, public_key }, person)
    expect((await bank.call(VERIFY, await signChallenge(bank, telephone))).status).toBe(401)
    await logInByBiometrics(bank, { ...telephone, privateKey })
  })

  it('disabling ends the sessions opened with the key', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const { access_token } = await logInByBiometrics(bank, telephone)
    const answer = await signChallenge(bank, telephone)
    const { device_id } = telephone
    const { status, body } = await bank.call(
      'DELETE /api/mobile/auth/biometric/disable',
      { device_id },
      person,
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ enabled: false, device: { biometric_enabled: false } })
    expect(await works(access_token)).toBe(false)
    expect(await refusalOf(VERIFY, answer)).toEqual([400, 'BIOMETRIC_NOT_AVAILABLE'])
    expect(await refusalOf(CHALLENGE, { device_id })).toEqual([400, 'BIOMETRIC_NOT_AVAILABLE'])
    await expect
      .poll(() => eventsOf(person, 'device.biometric_changed'))
      .toMatchObject([{ data: { enabled: true } }, { data: { enabled: false } }])
  })
})

describe('biometric.verify', () => {
  it('opens a session of an hour that may do what its owner may', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const { status, body } = await bank.call(VERIFY, await signChallenge(bank, telephone))
    expect(status).toBe(200)
    expect(body.data).toEqual({
      access_token: expect.stringMatching(/^fat_/),
      token_type: 'Bearer',
      expires_in: 3600,
      expires_at: minutesFromNow(60),
      session_id: expect.any(String),
    })
    const token = body.data.access_token
    const me = await bank.call('GET /api/auth/user', undefined, { token })
    expect(me.body.data.uuid).toBe(person.uuid)
    const account = { user_uuid: person.uuid, name: 'By telephone' }
    expect((await bank.call('POST /api/accounts', account, { token })).status).toBe(201)
    expect((await getDevice(person, telephone.id)).last_used_at).toBe(
      bank.clock.now().toISOString(),
    )
    bank.clock.advance(3599)
    expect(await works(token)).toBe(true)
    bank.clock.advance(1)
    expect(await works(token)).toBe(false)
  })

  it('opens a session of eight hours on a trusted device', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const trusted = await bank.call(`POST ${DEVICES}/${telephone.id}/trust`, {}, person)
    expect(trusted.body.data.is_trusted).toBe(true)
    const { access_token, expires_at } = await logInByBiometrics(bank, telephone)
    expect(expires_at).toBe(minutesFromNow(480))
    bank.clock.advance(480 * 60 - 1)
    expect(await works(access_token)).toBe(true)
    bank.clock.advance(1)
    expect(await works(access_token)).toBe(false)
  })

  it('refuses an unknown device, and one without a key', async () => {
    const { device_id } = await registerDevice(bank, await bank.person())
    const answer = { device_id, challenge: 'x', signature: 'AAAA' }
    expect(await refusalOf(VERIFY, answer)).toEqual([400, 'BIOMETRIC_NOT_AVAILABLE'])
    expect(await refusalOf(VERIFY, { ...answer, device_id: 'unknown' })).toEqual([404, 'NOT_FOUND'])
  })

  it('accepts a challenge once, and only for five minutes', async () => {
    const telephone = await enableBiometrics(bank, await bank.person())
    const [used, late] = [
      await signChallenge(bank, telephone),
      await signChallenge(bank, telephone),
    ]
    expect((await bank.call(VERIFY, used)).status).toBe(200)
    expect((await bank.call(VERIFY, used)).status).toBe(401)
    bank.clock.advance(300)
    expect((await bank.call(VERIFY, late)).status).toBe(401)
  })

  it('uses a challenge up by a wrong answer too', async () => {
    const telephone = await enableBiometrics(bank, await bank.person())
    const answer = await signChallenge(bank, telephone)
    expect((await bank.call(VERIFY, { ...answer, signature: 'AAAA' })).status).toBe(401)
    expect((await bank.call(VERIFY, answer)).status).toBe(401)
  })

  it('accepts a challenge for its own device only, and none that the bank has not issued', async () => {
    const [telephone, other] = [
      await enableBiometrics(bank, await bank.person()),
      await enableBiometrics(bank, await bank.person()),
    ]
    const { device_id, privateKey } = telephone
    const theirs = await signChallenge(bank, { ...other, privateKey })
    expect((await bank.call(VERIFY, { ...theirs, device_id })).status).toBe(401)
    const challenge = Buffer.alloc(54, 7).toString('base64url')
    const signature = sign('sha256', Buffer.from(challenge), privateKey).toString('base64')
    expect((await bank.call(VERIFY, { device_id, challenge, signature })).status).toBe(401)
  })

  it('rejects another encoding of a used challenge', async () => {
    const telephone = await enableBiometrics(bank, await bank.person())
    const { device_id, challenge } = await signChallenge(bank, telephone)
    const spelled = `${challenge}=`
    const signature = sign('sha256', Buffer.from(spelled), telephone.privateKey)
    const answer = { device_id, challenge: spelled, signature: signature.toString('base64') }
    expect((await bank.call(VERIFY, answer)).status).toBe(401)
  })

  it('blocks the device for half an hour after three failures in ten minutes', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const { access_token } = await logInByBiometrics(bank, telephone)
    const ready = await signChallenge(bank, telephone)
    for (let i = 0; i < 3; i++) await fail(telephone)
    const refused = await bank.call(VERIFY, ready)
    const blocked_until = minutesFromNow(30)
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.objectContaining({ code: 'DEVICE_BLOCKED', details: { blocked_until } }),
    ])
    expect(await getDevice(person, telephone.id)).toMatchObject({ is_blocked: true, blocked_until })
    // Failed attempts do not end the sessions of the owner.
    expect(await works(access_token)).toBe(true)
    await expect
      .poll(() => eventsOf(person, 'device.blocked'))
      .toMatchObject([{ data: { by: 'failures', blocked_until } }])
    bank.clock.advance(30 * 60 - 1)
    const { device_id } = telephone
    expect(await refusalOf(CHALLENGE, { device_id })).toEqual([403, 'DEVICE_BLOCKED'])
    bank.clock.advance(1)
    await logInByBiometrics(bank, telephone)
    expect(await getDevice(person, telephone.id)).toMatchObject({
      is_blocked: false,
      blocked_until: null,
    })
  })

  it('blocks only the address that failed', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const { device_id, privateKey } = telephone
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
    const challengeFor = async (address: string): Promise<string> =>
      (await bank.call(CHALLENGE, { device_id }, from(address))).body.data.challenge
    const verify = (challenge: string, signature: string, address: string) =>
      bank.call(VERIFY, { device_id, challenge, signature }, from(address))
    const signed = (challenge: string): string =>
      sign('sha256', Buffer.from(challenge), privateKey).toString('base64')
    const [attacker, owner] = ['203.0.113.66', '198.51.100.7']
    const ready = await challengeFor(attacker)
    for (let i = 0; i < 3; i++) {
      const answer = await verify(await challengeFor(attacker), 'AAAA', attacker)
      expect(answer.status).toBe(401)
    }
    const refused = await verify(ready, signed(ready), attacker)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'DEVICE_BLOCKED'])
    // A sign-in of the owner does not clear the failures of the attacker.
    const challenge = await challengeFor(owner)
    expect((await verify(challenge, signed(challenge), owner)).status).toBe(200)
    const seen = await bank.call(`GET ${DEVICES}/${telephone.id}`, undefined, {
      token: person.token,
      ...from(owner),
    })
    expect(seen.body.data).toMatchObject({ is_blocked: false, blocked_until: null })
    const still = await bank.call(CHALLENGE, { device_id }, from(attacker))
    expect([still.status, still.body.error.code]).toEqual([403, 'DEVICE_BLOCKED'])
    // Two failures of the attacker and one of the owner do not add up to three.
    bank.clock.advance(31 * 60)
    for (let i = 0; i < 2; i++)
      expect((await verify(await challengeFor(attacker), 'AAAA', attacker)).status).toBe(401)
    expect((await verify(await challengeFor(owner), 'AAAA', owner)).status).toBe(401)
    const last = await challengeFor(owner)
    expect((await verify(last, signed(last), owner)).status).toBe(200)
    // Old failures are deleted.
    bank.clock.advance(2 * 3600)
    await deleteOldRows(bank)
    expect(await bank.sql('select 1 from passkeys.failures')).toEqual([])
  })

  it('is unblocked by its owner at once', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    for (let i = 0; i < 3; i++) await fail(telephone)
    await bank.call(`POST ${DEVICES}/${telephone.id}/unblock`, {}, person)
    await logInByBiometrics(bank, telephone)
  })

  it('clears failures after ten minutes, and after a successful attempt', async () => {
    const telephone = await enableBiometrics(bank, await bank.person())
    await fail(telephone)
    bank.clock.advance(5 * 60)
    await fail(telephone)
    bank.clock.advance(5 * 60)
    // The first is ten minutes old: this is the second.
    await fail(telephone)
    await logInByBiometrics(bank, telephone)
    await fail(telephone)
    await fail(telephone)
    await logInByBiometrics(bank, telephone)
  })

  it('counts every one of many concurrent failures', async () => {
    const telephone = await enableBiometrics(bank, await bank.person())
    const tries = await Promise.all(
      Array.from({ length: 8 }, async () => ({
        ...(await signChallenge(bank, telephone)),
        signature: 'AAAA',
      })),
    )
    const statuses = await Promise.all(
      tries.map(async (one) => (await bank.call(VERIFY, one)).status),
    )
    expect(statuses.toSorted()).toEqual([401, 401, 401, 403, 403, 403, 403, 403])
  })
})

describe('biometric_session.list and biometric_session.revoke', () => {
  it('shows what is open, newest first, and ends one of them', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const first = await logInByBiometrics(bank, telephone)
    bank.clock.advance(60)
    const second = await logInByBiometrics(bank, telephone)
    const sessions = await listSessions(person)
    expect(sessions.map(({ id }) => id)).toEqual([second.session_id, first.session_id])
    expect(sessions[0]).toEqual({
      id: second.session_id,
      device_id: telephone.device_id,
      device_name: 'Telephone',
      address: '127.0.0.1',
      created_at: bank.clock.now().toISOString(),
      expires_at: second.expires_at,
    })
    const revoke = `DELETE /api/mobile/sessions/${first.session_id}`
    expect((await bank.call(revoke, undefined, await bank.person())).status).toBe(404)
    expect((await bank.call(revoke, undefined, person)).status).toBe(200)
    expect(await works(first.access_token)).toBe(false)
    expect(await works(second.access_token)).toBe(true)
    expect(await listSessions(person)).toHaveLength(1)
    expect((await bank.call(revoke, undefined, person)).status).toBe(404)
  })

  it('does not show sessions that ended in another way', async () => {
    const person = await bank.person()
    const telephone = await enableBiometrics(bank, person)
    const [one, two] = [
      await logInByBiometrics(bank, telephone),
      await logInByBiometrics(bank, telephone),
    ]
    await bank.call('POST /api/auth/logout', {}, { token: one.access_token })
    expect((await listSessions(person)).map(({ id }) => id)).toEqual([two.session_id])
    const ended = `DELETE /api/mobile/sessions/${one.session_id}`
    expect((await bank.call(ended, undefined, person)).status).toBe(404)
    bank.clock.advance(3600)
    expect(await listSessions(person)).toEqual([])
  })
})
