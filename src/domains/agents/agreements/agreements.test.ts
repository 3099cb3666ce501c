// Agreements through HTTP: made once per pair, valid for a day, seen and ended from both sides.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../test/harness/bank.ts'
import { registerAgent, signIn, type TestAgent } from '../agents/test-support.ts'

let bank: Bank
let alice: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank()
  ;[alice, bob] = await Promise.all([bank.person(), bank.person()])
})
afterAll(() => bank.stop())

/** One of Alice's and one of Bob's, with what their records say. */
const twoAgents = (ours: object = {}, theirs: object = {}): Promise<[TestAgent, TestAgent]> =>
  Promise.all([
    registerAgent(bank, alice, { metadata: ours }),
    registerAgent(bank, bob, { metadata: theirs }),
  ])

const pathOf = ({ did }: TestAgent) => `/api/agent-protocol/agents/${did}/protocol`
const between = (one: TestAgent, other: TestAgent) => `${pathOf(one)}/agreements/${other.did}`

const negotiate = (
  one: TestAgent,
  other: TestAgent,
  more: object = {},
  as: CallOptions = one.owner,
) => bank.call(`POST ${pathOf(one)}/negotiate`, { target_did: other.did, ...more }, as)
const show = (one: TestAgent, other: TestAgent, as: CallOptions = one.owner) =>
  bank.call(`GET ${between(one, other)}`, undefined, as)
const check = (one: TestAgent, other: TestAgent, as: CallOptions = one.owner) =>
  bank.call(`GET ${between(one, other)}/check`, undefined, as)
const refresh = (
  one: TestAgent,
  other: TestAgent,
  more: object = {},
  as: CallOptions = one.owner,
) => bank.call(`POST ${between(one, other)}/refresh`, more, as)
const revoke = (one: TestAgent, other: TestAgent, as: CallOptions = one.owner) =>
  bank.call(`DELETE ${between(one, other)}`, undefined, as)

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error?.code]
const negotiationOf = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.negotiation
}

describe('agent_protocol.versions', () => {
  it('lists them, newest first, without a credential', async () => {
    const { status, body } = await bank.call('GET /api/agent-protocol/protocol/versions')
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, data: { versions: ['1.1', '1.0'], preferred: '1.1' } })
  })
})

describe('agent_protocol.capabilities', () => {
  const ask = (version: string) =>
    bank.call(`GET /api/agent-protocol/protocol/versions/${version}/capabilities`)

  it('lists the capabilities of each version', async () => {
    expect((await ask('1.0')).body.data).toEqual({
      version: '1.0',
      capabilities: {
        messaging: true,
        payments: true,
        escrow: true,
        encryption: ['aes-256-gcm'],
        signatures: ['ed25519'],
        compression: false,
        streaming: false,
      },
    })
    expect((await ask('1.1')).body.data).toEqual({
      version: '1.1',
      capabilities: {
        messaging: true,
        payments: true,
        escrow: true,
        encryption: ['aes-256-gcm', 'chacha20-poly1305'],
        signatures: ['ed25519', 'secp256k1'],
        compression: true,
        streaming: true,
        batch_operations: true,
      },
    })
  })

  it.each(['2.0', 'constructor', '1', '..%2f'])('has none for %s', async (version) => {
    const { status, body } = await ask(version)
    expect(status).toBe(404)
    expect(body).toMatchObject({
      success: false,
      error: { code: 'UNSUPPORTED_VERSION', message: expect.stringContaining('1.1, 1.0') },
      data: { requested: decodeURIComponent(version), supported: ['1.1', '1.0'] },
    })
  })
})

describe('agent_agreement.negotiate', () => {
  it('agrees for a day, and notifies both owners', async () => {
    const [one, other] = await twoAgents()
    const negotiation = negotiationOf(await negotiate(one, other))
    const now = bank.clock.now().getTime()
    expect(negotiation).toEqual({
      success: true,
      agreement: {
        agreementId: expect.stringMatching(/^[0-9a-f]{32}$/),
        version: '1.1',
        initiatorDid: one.did,
        responderDid: other.did,
        encryptionMethod: 'aes-256-gcm',
        signatureMethod: 'ed25519',
        capabilities: [
          'messaging',
          'payments',
          'escrow',
          'compression',
          'streaming',
          'batch_operations',
        ],
        agreedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + 86_400_000).toISOString(),
        metadata: { validitySeconds: 86_400 },
      },
      error: null,
      timeout: false,
      existingAgreement: false,
      initiatorDid: one.did,
      targetDid: other.did,
    })
    const notified = await bank.sql<{ user_uuid: string }>(
      `select user_uuid from platform.events
       where type = 'agent_agreement.concluded' and data->>'agreement_id' = $1`,
      [negotiation.agreement.agreementId],
    )
    expect(notified.map((row) => row.user_uuid).toSorted()).toEqual(
      [alice.uuid, bob.uuid].toSorted(),
    )
  })

  it('finds what is agreed already, from both sides, and leaves it as it is', async () => {
    const [one, other] = await twoAgents()
    const first = negotiationOf(await negotiate(one, other, { preferred_capabilities: ['escrow'] }))
    const again = negotiationOf(await negotiate(one, other))
    const back = negotiationOf(
      await negotiate(other, one, { preferred_capabilities: ['payments'] }),
    )
    expect(first.existingAgreement).toBe(false)
    for (const later of [again, back])
      expect(later).toMatchObject({ existingAgreement: true, agreement: first.agreement })
    expect([back.initiatorDid, back.targetDid]).toEqual([other.did, one.did])
    expect(first.agreement.capabilities).toEqual(['escrow'])
  })

  it('yields one agreement however many ask at once, from both sides', async () => {
    const [one, other] = await twoAgents()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0 ? negotiate(one, other) : negotiate(other, one),
      ),
    )
    const negotiations = answers.map(negotiationOf)
    expect(new Set(negotiations.map(({ agreement }) => agreement.agreementId)).size).toBe(1)
    expect(negotiations.filter(({ existingAgreement }) => !existingAgreement)).toHaveLength(1)
  })

  it('respects the restrictions in the records', async () => {
    const [old, modern] = await twoAgents({ protocol_versions: ['1.0'] })
    expect(negotiationOf(await negotiate(modern, old)).agreement).toMatchObject({
      version: '1.0',
      capabilities: ['messaging', 'payments', 'escrow'],
    })
    const [careful, open] = await twoAgents({
      encryption: ['chacha20-poly1305'],
      signatures: { preferred: 'secp256k1', supported: ['ed25519', 'secp256k1'] },
    })
    expect(negotiationOf(await negotiate(careful, open)).agreement).toMatchObject({
      version: '1.1',
      encryptionMethod: 'chacha20-poly1305',
      signatureMethod: 'secp256k1',
    })
  })

  it.each([
    ['no version', { protocol_versions: ['1.0'] }, { protocol_versions: ['1.1'] }, []],
    ['no encryption', { encryption: ['chacha20-poly1305'] }, { encryption: ['aes-256-gcm'] }, []],
    [
      'no encryption of the version',
      { encryption: ['chacha20-poly1305'] },
      { protocol_versions: ['1.0'] },
      [],
    ],
    ['no signature', { signatures: [] }, {}, []],
    ['none of the capabilities', {}, {}, ['flying', 'encryption']],
  ])('fails when there is %s in common', async (_what, ours, theirs, preferred_capabilities) => {
    const [one, other] = await twoAgents(ours, theirs)
    const answer = await negotiate(one, other, { preferred_capabilities })
    expect(codeOf(answer)).toEqual([400, 'NEGOTIATION_FAILED'])
    expect(answer.body.data).toEqual({
      negotiation: {
        success: false,
        agreement: null,
        error: answer.body.error.message,
        timeout: false,
        existingAgreement: false,
        initiatorDid: one.did,
        targetDid: other.did,
      },
    })
    expect((await show(one, other)).body.data.has_agreement).toBe(false)
  })

  it.each([
    ['itself', (one: TestAgent) => one.did, 'SELF_NEGOTIATION'],
    ['a malformed DID', () => 'nobody', 'INVALID_DID'],
    ['an unknown agent', () => `did:florin:agent:${'0'.repeat(32)}`, 'UNKNOWN_TARGET'],
  ])('is rejected with %s', async (_what, target, code) => {
    const [one, other] = await twoAgents()
    const answer = await negotiate(one, other, { target_did: target(one) })
    expect(codeOf(answer)).toEqual([400, code])
  })

  it('rejects an inactive agent on either side', async () => {
    const [one, other] = await twoAgents()
    const path = `/api/agent-protocol/agents/${other.did}/status`
    await bank.call(`PUT ${path}`, { status: 'inactive' }, bob)
    expect(codeOf(await negotiate(one, other))).toEqual([400, 'AGENT_NOT_ACTIVE'])
    expect(codeOf(await negotiate(other, one))).toEqual([400, 'AGENT_NOT_ACTIVE'])
  })
})

describe('agent_agreement.get and agent_agreement.check', () => {
  it('show it to both sides until it has expired', async () => {
    const [one, other] = await twoAgents()
    const none = { agreement: null, has_agreement: false, is_valid: false }
    expect((await show(one, other)).body).toEqual({ success: true, data: none })
    expect((await check(one, other)).body.data).toEqual({ has_valid_agreement: false })
    const { agreement } = negotiationOf(await negotiate(one, other))
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = { agreement, has_agreement: true, is_valid: true }
      expect((await show(a, b)).body.data).toEqual(found)
      expect((await check(a, b)).body.data).toEqual({ has_valid_agreement: true })
    }
    // A session from the start of the day has expired by its end.
    const expiry = Date.parse(agreement.expiresAt)
    bank.clock.advance((expiry - bank.clock.now().getTime()) / 1000 - 1)
    const login = async ({ email, password }: Person) =>
      (await bank.call('POST /api/auth/login', { email, password })).body.data.access_token
    const as = { token: await login(alice) }
    expect((await check(one, other, as)).body.data).toEqual({ has_valid_agreement: true })
    bank.clock.advance(1)
    expect((await check(one, other, as)).body.data).toEqual({ has_valid_agreement: false })
    expect((await show(one, other, as)).body.data).toEqual({
      agreement,
      has_agreement: true,
      is_valid: false,
    })
    const next = negotiationOf(await negotiate(one, other, {}, as))
    expect(next.existingAgreement).toBe(false)
    expect(next.agreement.agreementId).not.toBe(agreement.agreementId)
    ;[alice, bob] = [
      { ...alice, token: as.token },
      { ...bob, token: await login(bob) },
    ]
  })
})

describe('agent_agreement.refresh', () => {
  it('agrees anew as the agents are now, also where nothing was', async () => {
    const [one, other] = await twoAgents()
    const first = negotiationOf(await negotiate(one, other))
    bank.clock.advance(60)
    const anew = negotiationOf(await refresh(other, one, { preferred_capabilities: ['messaging'] }))
    expect(anew.existingAgreement).toBe(false)
    expect(anew.agreement.agreementId).not.toBe(first.agreement.agreementId)
    expect(anew.agreement).toMatchObject({
      initiatorDid: other.did,
      capabilities: ['messaging'],
      agreedAt: bank.clock.now().toISOString(),
    })
    expect((await show(one, other)).body.data.agreement).toEqual(anew.agreement)
    const [third, fourth] = await twoAgents()
    expect(negotiationOf(await refresh(third, fourth)).success).toBe(true)
  })

  it('leaves what there is when nothing new can be agreed on', async () => {
    const [one, other] = await twoAgents()
    const { agreement } = negotiationOf(await negotiate(one, other))
    const answer = await refresh(one, other, { preferred_capabilities: ['flying'] })
    expect(codeOf(answer)).toEqual([400, 'NEGOTIATION_FAILED'])
    expect((await show(one, other)).body.data).toMatchObject({ agreement, is_valid: true })
  })
})

describe('agent_agreement.revoke', () => {
  it('ends it from either side, and is no error where there is none', async () => {
    const [one, other] = await twoAgents()
    const { agreement } = negotiationOf(await negotiate(one, other))
    const { status, body } = await revoke(other, one)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: 'The agreement is revoked.' })
    expect((await show(one, other)).body.data.has_agreement).toBe(false)
    const again = await revoke(one, other)
    expect([again.status, again.body.success]).toEqual([200, true])
    const notified = await bank.sql<{ user_uuid: string; by: string }>(
      `select user_uuid, data->>'revoked_by_did' as by from platform.events
       where type = 'agent_agreement.revoked' and data->>'agreement_id' = $1`,
      [agreement.agreementId],
    )
    expect(notified.map((row) => row.by)).toEqual([other.did, other.did])
    const next = negotiationOf(await negotiate(one, other))
    expect(next.agreement.agreementId).not.toBe(agreement.agreementId)
  })
})

describe('who may call', () => {
  it('is the owner or the agent itself, and no other caller', async () => {
    const [one, other] = await twoAgents()
    const session = { headers: await signIn(bank, one) }
    expect(negotiationOf(await negotiate(one, other, {}, session)).success).toBe(true)
    expect((await show(one, other, session)).status).toBe(200)
    expect((await check(one, other, session)).status).toBe(200)
    expect((await refresh(one, other, {}, session)).status).toBe(200)
    const foreign = [bob, { headers: await signIn(bank, other) }]
    for (const as of foreign) {
      const answers = [
        await negotiate(one, other, {}, as),
        await show(one, other, as),
        await check(one, other, as),
        await refresh(one, other, {}, as),
        await revoke(one, other, as),
      ]
      for (const answer of answers) expect(codeOf(answer)).toEqual([403, 'FORBIDDEN'])
    }
    expect((await check(one, other)).body.data).toEqual({ has_valid_agreement: true })
    expect((await revoke(one, other, session)).status).toBe(200)
  })

  it('names two different agents by their DIDs', async () => {
    const [one] = await twoAgents()
    for (const call of [show, check, refresh, revoke]) {
      const toItself = await call(one, one)
      expect(codeOf(toItself)).toEqual([400, 'SELF_NEGOTIATION'])
      const toNonsense = await call(one, { ...one, did: 'nonsense' })
      expect(codeOf(toNonsense)).toEqual([400, 'INVALID_DID'])
    }
  })
})
