// Groups, loans, provisions, tellers, collection sheets and shares over HTTP: what each does, what it refuses, and
// where each cent goes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { proveAll, systemAccount } from '../../core/ledger/index.ts'
import { openWorkbench, type Fixture } from '../../core/ledger/test-support.ts'
import {
  base,
  findFaults,
  makeLoan,
  makeTestGroup,
  must,
  terms,
  unitsOf,
  type TestGroup,
} from './test-support.ts'

const DAY = 86_400

let bank: Bank
let bench: Fixture
let operator: Person
beforeAll(async () => {
  bank = await startBank({ env: { MICROFINANCE_PENALTY_BASIS_POINTS: '1000' } })
  bench = openWorkbench(bank)
  operator = await bank.operator()
})
afterAll(async () => {
  expect(await findFaults(bank)).toEqual({})
  expect((await proveAll(bench.database.read)).findings).toEqual([])
  await bench.database.close()
  await bank.stop()
})

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.body.error.code).toBe(code)
}

const post = (path: string, body: object, by: { readonly token: string }) =>
  bank.call(`POST ${base}${path}`, body, by)
const get = (path: string, by: { readonly token: string }) =>
  bank.call(`GET ${base}${path}`, undefined, by)

/** A clock that moved ends the operator's session. */
async function advance(days: number): Promise<void> {
  bank.clock.advance(days * DAY)
  operator = await bank.operator()
}

async function signInAgain(person: Person): Promise<Person> {
  const { body } = await bank.call('POST /api/auth/login', person)
  return { ...person, token: body.data.access_token }
}

async function keyOf(person: Person, environment: string): Promise<{ token: string }> {
  const key = { name: 'Key', environment, permissions: ['read', 'write', 'delete'] }
  return { token: (await must(bank.call('POST /api/v2/api-keys', key, person))).api_key }
}

describe('microfinance_group', () => {
  it('is created with the fields of the specification', async () => {
    const person = await bank.person()
    const request = {
      name: 'Women of the valley',
      members: ['u1', 'u2', 'u3'],
      liability_type: 'joint',
    }
    const { status, body } = await post('/groups', request, person)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      data: {
        name: 'Women of the valley',
        liability_type: 'joint',
        status: 'pending',
        meeting_frequency: 'weekly',
        meeting_day: null,
        center_name: null,
        activation_date: null,
        members: [{ user_id: 'u1', role: 'member', is_active: true }, {}, {}],
      },
    })
    expectRefusal(
      await post(`/groups/${body.data.id}/activate`, {}, person),
      422,
      'GROUP_TOO_SMALL',
    )
    for (const user_id of ['u4', 'u5'])
      await must(post(`/groups/${body.data.id}/members`, { user_id }, person))
    const active = await must(post(`/groups/${body.data.id}/activate`, {}, person))
    expect(active).toMatchObject({
      status: 'active',
      activation_date: bank.clock.now().toISOString().slice(0, 10),
    })
    expectRefusal(
      await post(`/groups/${body.data.id}/activate`, {}, person),
      409,
      'MICROFINANCE_STATE_CONFLICT',
    )
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ members: ['a', 'a'] }, 'members'],
    [{ members: Array.from({ length: 31 }, (_, n) => `u${n}`) }, 'members'],
    [{ liability_type: 'none' }, 'liability_type'],
    [{ frequency: 'yearly' }, 'frequency'],
  ])('refuses %j', async (change, field) => {
    const answer = await post('/groups', { name: 'G', ...change }, await bank.person())
    expectRefusal(answer, 422, 'VALIDATION_ERROR')
    expect(Object.keys(answer.body.errors).map((name) => name.split('.')[0])).toContain(field)
  })

  it('takes the same user once, however their uuid is written', async () => {
    const person = await bank.person()
    const members = [person.uuid, person.uuid.toUpperCase()]
    expectRefusal(await post('/groups', { name: 'G', members }, person), 422, 'VALIDATION_ERROR')
  })

  it('has at most 30 members', async () => {
    const person = await bank.person()
    const members = Array.from({ length: 30 }, (_, n) => `u${n}`)
    const { id } = await must(post('/groups', { name: 'Full', members }, person))
    expectRefusal(
      await post(`/groups/${id}/members`, { user_id: 'more' }, person),
      422,
      'GROUP_FULL',
    )
    expectRefusal(
      await post(`/groups/${id}/members`, { user_id: 'u1' }, person),
      409,
      'ALREADY_A_MEMBER',
    )
    const gone = await bank.call(`DELETE ${base}/groups/${id}/members/u1`, undefined, person)
    expect(gone.body.data).toMatchObject({ user_id: 'u1', is_active: false })
    await must(post(`/groups/${id}/members`, { user_id: 'u1', role: 'leader' }, person))
    const { body } = await get(`/groups/${id}/members?per_page=100`, person)
    expect(body.meta.total).toBe(31)
  })

  it('is seen by its members, managed by its organiser, and 404 for other users', async () => {
    const village = await makeTestGroup(bank, bench)
    const [member] = village.members
    const outsider = await bank.person()
    expect((await get(`/groups/${village.group}`, member!)).status).toBe(200)
    expect((await get(`/groups/${village.group}`, operator)).status).toBe(200)
    expect((await get('/groups', member!)).body.meta.total).toBe(1)
    expect((await get('/groups', outsider)).body.meta.total).toBe(0)
    for (const path of ['', '/members', '/meetings', '/attendance'])
      expect((await get(`/groups/${village.group}${path}`, outsider)).status).toBe(404)
    for (const path of ['close', 'activate', 'members', 'meetings']) {
      const body = { user_id: 'x', attendees_count: 1 }
      expect((await post(`/groups/${village.group}/${path}`, body, outsider)).status).toBe(404)
      expectRefusal(
        await post(`/groups/${village.group}/${path}`, body, member!),
        403,
        'NOT_THE_ORGANISER',
      )
    }
    // Members leave by themselves, and see nothing afterwards.
    const leave = `DELETE ${base}/groups/${village.group}/members`
    expectRefusal(
      await bank.call(`${leave}/${village.members[1]!.uuid}`, undefined, member),
      403,
      'NOT_THE_ORGANISER',
    )
    await must(bank.call(`${leave}/${member!.uuid}`, undefined, member))
    expect((await get(`/groups/${village.group}`, member!)).status).toBe(404)
  })

  it('closes without loans only, and takes no members afterwards', async () => {
    const village = await makeTestGroup(bank, bench)
    const { id } = await makeLoan(village, {}, [])
    const close = () => post(`/groups/${village.group}/close`, {}, village.organiser)
    expectRefusal(await close(), 422, 'OPEN_LOANS')
    await must(post(`/loans/${id}/cancel`, {}, village.members[0]!))
    expect(await must(close())).toMatchObject({ status: 'closed' })
    for (const [path, body] of [
      ['close', {}],
      ['members', { user_id: 'x' }],
      ['meetings', { attendees_count: 1 }],
    ] as const)
      expectRefusal(
        await post(`/groups/${village.group}/${path}`, body, village.organiser),
        409,
        'MICROFINANCE_STATE_CONFLICT',
      )
    const loan = { ...terms, group_id: village.group }
    expectRefusal(await post('/loans', loan, village.members[0]!), 422, 'GROUP_NOT_ACTIVE')
  })

  it('notifies organiser and member', async () => {
    const village = await makeTestGroup(bank, bench)
    const seen = await bank.sql<{ type: string; user_uuid: string }>(
      `select type, user_uuid from platform.events where data->>'group_id' = $1`,
      [village.group],
    )
    const sent = (type: string) =>
      seen.filter((one) => one.type === type).map((one) => one.user_uuid)
    expect(sent('microfinance.group_created')).toEqual([village.organiser.uuid])
    expect(sent('microfinance.member_added')).toContain(village.members[2]!.uuid)
    const customers = [village.organiser, ...village.members].map(({ uuid }) => uuid)
    expect(sent('microfinance.group_activated').toSorted()).toEqual(customers.toSorted())
  })
})

describe('group_meeting', () => {
  it('records attendance for each member and the next date', async () => {
    const { group, members, organiser } = await makeTestGroup(bank, bench)
    const [a, b] = members.map(({ uuid }) => uuid)
    const record = (body: object) => post(`/groups/${group}/meetings`, body, organiser)
    const meeting = await must(record({ attendees: [a, b!.toUpperCase()], minutes: 'Short' }))
    const today = bank.clock.now().toISOString().slice(0, 10)
    expect(meeting).toMatchObject({ meeting_date: today, attendees_count: 2, total_members: 5 })
    await must(record({ attendees_count: 3, meeting_date: '2026-02-01' }))
    const { body } = await get(`/groups/${group}/meetings`, organiser)
    expect(body.data[0].attendees).toEqual([a, b].toSorted())
    expect(body.data[1]).toMatchObject({ attendees: null, next_meeting_date: '2026-02-08' })
    const { body: attendance } = await get(`/groups/${group}/attendance`, organiser)
    expect(attendance.data.map((one: { attended: number }) => one.attended)).toEqual([
      1, 1, 0, 0, 0,
    ])
    for (const [wrong, field] of [
      [{}, 'attendees_count'],
      [{ attendees_count: 6 }, 'attendees_count'],
      [{ attendees_count: 1, attendees: [a, b] }, 'attendees_count'],
      [{ attendees: [a, a] }, 'attendees'],
      [{ attendees: ['outsider'] }, 'attendees'],
      [{ attendees_count: 1, meeting_date: '2099-01-01' }, 'meeting_date'],
    ] as const) {
      const answer = await record(wrong)
      expectRefusal(answer, 422, 'VALIDATION_ERROR')
      expect(answer.body.errors).toHaveProperty(field)
    }
  })
})

describe('microfinance_loan', () => {
  it('is paid out once, has a schedule, and is repaid to the last cent', async () => {
    const village = await makeTestGroup(bank, bench, { cents: 10_000 })
    const [account] = village.accounts
    const [member] = village.members
    const before = await unitsOf(bank, systemAccount('live', 'loan-interest'))
    const loan = await makeLoan(village)
    expect(loan).toMatchObject({
      status: 'disbursed',
      outstanding_amount: '300.00',
      total_interest: '4.14',
      payoff_amount: '304.14',
      days_overdue: 0,
      guarantors: [{ amount: '300.00' }, {}, {}, {}],
    })
    expect(await unitsOf(bank, account!)).toBe(40_000n)
    expectRefusal(
      await post(`/loans/${loan.id}/disburse`, {}, village.organiser),
      409,
      'MICROFINANCE_STATE_CONFLICT',
    )
    const { body } = await get(`/loans/${loan.id}/schedule`, member!)
    expect(body.data.map((one: { total: string }) => one.total)).toEqual([
      '101.38',
      '101.38',
      '101.38',
    ])
    const pay = (amount: string | number, by = member!) =>
      post(`/loans/${loan.id}/repayments`, { amount, account_id: account }, by)
    for (const amount of ['0', '-1.00', '0.001', 'ten'])
      expectRefusal(await pay(amount), 422, 'VALIDATION_ERROR')
    expectRefusal(await pay('304.15'), 422, 'OVERPAID')
    expect(await must(pay('1.00'))).toMatchObject({ interest: '1.00', principal: '0.00' })
    expect(await must(pay('101.00'))).toMatchObject({
      interest: '1.00',
      principal: '100.00',
      outstanding_amount: '200.00',
      payoff_amount: '202.14',
      loan_status: 'disbursed',
    })
    expect(await must(pay('202.14'))).toMatchObject({
      outstanding_amount: '0.00',
      loan_status: 'repaid',
    })
    expect(await unitsOf(bank, account!)).toBe(9_586n)
    expect((await unitsOf(bank, systemAccount('live', 'loan-interest'))) - before).toBe(414n)
    expectRefusal(await pay('0.01'), 409, 'MICROFINANCE_STATE_CONFLICT')
    expect((await get(`/loans/${loan.id}/repayments`, member!)).body.meta.total).toBe(3)
  })

  it('is paid out once under concurrent requests, and a repayment is taken once for one key', async () => {
    const village = await makeTestGroup(bank, bench)
    const { id } = await makeLoan(village, {}, ['approve'])
    const pressed = await Promise.all(
      [1, 2, 3, 4].map(() => post(`/loans/${id}/disburse`, {}, village.organiser)),
    )
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await unitsOf(bank, village.accounts[0]!)).toBe(30_000n)
    const body = { amount: '304.14', account_id: village.accounts[0] }
    const { token } = village.members[0]!
    await must(
      bank.call(
        'POST /api/v2/accounts/' + village.accounts[0] + '/deposit',
        { amount: '400.00', asset_code: 'USD' },
        { token },
      ),
    )
    const paid = await Promise.all(
      ['a', 'a', 'b'].map((key) =>
        bank.call(`POST ${base}/loans/${id}/repayments`, body, {
          token,
          key: `repay-${id}-${key}`,
        }),
      ),
    )
    expect(paid.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(await unitsOf(bank, village.accounts[0]!)).toBe(30_000n + 40_000n - 30_414n)
  })

  it('takes only the steps of its life cycle', async () => {
    const village = await makeTestGroup(bank, bench)
    const step = (id: string, name: string, by = village.organiser) =>
      post(`/loans/${id}/${name}`, {}, by)
    const { id } = await makeLoan(village, {}, [])
    expectRefusal(await step(id, 'disburse'), 409, 'MICROFINANCE_STATE_CONFLICT')
    const [borrower, other] = village.members
    expectRefusal(await step(id, 'approve', borrower), 403, 'NOT_THE_ORGANISER')
    expectRefusal(await step(id, 'cancel', other), 403, 'NOT_THE_ORGANISER')
    expect(await must(step(id, 'reject'))).toMatchObject({ status: 'rejected' })
    for (const name of ['approve', 'reject', 'cancel', 'disburse'])
      expectRefusal(await step(id, name), 409, 'MICROFINANCE_STATE_CONFLICT')
    const { id: next } = await makeLoan(village, {}, ['approve'])
    expect(await must(step(next, 'cancel', borrower))).toMatchObject({ status: 'cancelled' })
    expectRefusal(await step(next, 'disburse'), 409, 'MICROFINANCE_STATE_CONFLICT')
  })

  it('goes to an account of the borrower, who applies for it', async () => {
    const village = await makeTestGroup(bank, bench)
    const { members, accounts, organiser, group } = village
    const ask = (change: object, by: Person) =>
      post('/loans', { ...terms, group_id: group, ...change }, by)
    const refused = async (change: object, by: Person, field: string) => {
      const answer = await ask(change, by)
      expectRefusal(answer, 422, 'VALIDATION_ERROR')
      expect(answer.body.errors).toHaveProperty(field)
    }
    await refused({ account_id: accounts[1] }, members[0]!, 'account_id')
    await refused({ user_id: members[1]!.uuid }, organiser, 'user_id')
    await refused({ user_id: 'nobody' }, organiser, 'user_id')
    await refused({}, organiser, 'user_id')
    await refused({ principal: '0.02', term: 3 }, members[0]!, 'principal')
    await refused({ currency: 'XXX' }, members[0]!, 'currency')
    await refused({ account_id: systemAccount('live', 'fees') }, members[0]!, 'account_id')
    expectRefusal(await ask({ user_id: members[1]!.uuid }, members[0]!), 403, 'NOT_THE_ORGANISER')
    expect((await ask({}, await bank.person())).status).toBe(404)
    // For a customer who has no login, the organiser applies and provides the account.
    await must(post(`/groups/${group}/members`, { user_id: 'grandmother' }, organiser))
    await refused({ user_id: 'grandmother' }, organiser, 'account_id')
    const account_id = await bench.openAccount(organiser)
    await must(ask({ user_id: 'grandmother', account_id }, organiser))
    await refused({ user_id: 'grandmother', account_id: accounts[0] }, organiser, 'account_id')
  })

  it('is repaid only from an account of the payer', async () => {
    const village = await makeTestGroup(bank, bench, { cents: 1_000 })
    const { id } = await makeLoan(village)
    const outsider = await bank.person()
    const pay = (by: Person, account_id: string | undefined) =>
      post(`/loans/${id}/repayments`, { amount: '1.00', account_id }, by)
    expectRefusal(await pay(village.members[1]!, village.accounts[0]), 422, 'VALIDATION_ERROR')
    expectRefusal(await pay(outsider, undefined), 404, 'NOT_FOUND')
    // A guarantor may repay it.
    await must(pay(village.members[1]!, village.accounts[1]))
    expect(await unitsOf(bank, village.accounts[1]!)).toBe(900n)
    const more = { amount: '100.00', account_id: village.accounts[1] }
    expectRefusal(
      await post(`/loans/${id}/repayments`, more, village.members[1]!),
      422,
      'INSUFFICIENT_FUNDS',
    )
  })

  it('blocks a joint group and its guarantors while a member is late, with a penalty once', async () => {
    const joint = await makeTestGroup(bank, bench, { cents: 100_000 })
    const several = await makeTestGroup(bank, bench, { cents: 100_000, liability_type: 'several' })
    const [late, alone] = [await makeLoan(joint), await makeLoan(several)]
    const waiting = await makeLoan(joint, {}, ['approve'], 1)
    expect(alone.guarantors.map((one: { amount: string }) => one.amount)).toEqual([
      '75.00',
      '75.00',
      '75.00',
      '75.00',
    ])
    await advance(8)
    const again = await Promise.all(
      [
        joint.organiser,
        joint.members[1]!,
        several.members[0]!,
        several.members[1]!,
        joint.members[0]!,
      ].map(signInAgain),
    )
    const [organiser, second, own, neighbour, borrower] = again
    const loan = (village: TestGroup, who: number) => ({
      ...terms,
      group_id: village.group,
      account_id: village.accounts[who],
    })
    expectRefusal(await post('/loans', loan(joint, 1), second!), 422, 'IN_ARREARS')
    expectRefusal(await post(`/loans/${waiting.id}/disburse`, {}, organiser!), 422, 'IN_ARREARS')
    expectRefusal(await post('/loans', loan(several, 0), own!), 422, 'IN_ARREARS')
    await must(post('/loans', loan(several, 1), neighbour!))
    const leave = `DELETE ${base}/groups/${joint.group}/members`
    expectRefusal(
      await bank.call(`${leave}/${borrower!.uuid}`, undefined, borrower),
      422,
      'OPEN_LOANS',
    )
    const guarantor = await signInAgain(joint.members[2]!)
    expectRefusal(
      await bank.call(`${leave}/${guarantor.uuid}`, undefined, guarantor),
      422,
      'OPEN_GUARANTEES',
    )
    // 10 % of 101.38 once, however often it is read.
    const shown = await must(get(`/loans/${late.id}`, borrower!))
    expect(shown).toMatchObject({ days_overdue: 1, payoff_amount: '314.27' })
    const fees = await unitsOf(bank, systemAccount('live', 'fees'))
    const pay = (amount: string) =>
      post(`/loans/${late.id}/repayments`, { amount, account_id: joint.accounts[0] }, borrower!)
    expect(await must(pay('10.00'))).toMatchObject({ penalty: '10.00', interest: '0.00' })
    expect(await must(pay('101.51'))).toMatchObject({
      penalty: '0.13',
      interest: '1.38',
      principal: '100.00',
    })
    expect((await unitsOf(bank, systemAccount('live', 'fees'))) - fees).toBe(1_013n)
    await must(post(`/loans/${waiting.id}/disburse`, {}, organiser!))
  })

  it('is reviewed once a day, provided for by class, and written off in full', async () => {
    const village = await makeTestGroup(bank, bench, { cents: 100_000 })
    const { id } = await makeLoan(village, { principal: '1000.00' })
    const provision = async () => must(get(`/loans/${id}/provision`, operator))
    const run = async () => {
      let left = 1
      while (left > 0) left = (await must(post('/provisioning/run', {}, operator))).remaining
    }
    await run()
    expect(await provision()).toMatchObject({
      category: 'standard',
      rate: '0.0100',
      provision_amount: '10.00',
      booked_amount: '10.00',
      stage: 1,
    })
    const moves = async () =>
      (
        await bank.sql(
          `select 1 from ledger.moves where metadata->>'loan_id' = $1 and subtype = 'loan_provision'`,
          [id],
        )
      ).length
    expect(await moves()).toBe(1)
    await run()
    expect(await moves()).toBe(1)
    const by = { substandard: '50.00', doubtful: '500.00', loss: '1000.00' }
    for (const [days, category, amount] of [
      [97, 'substandard', by.substandard],
      [90, 'doubtful', by.doubtful],
      [185, 'loss', by.loss],
    ] as const) {
      await advance(days)
      expect(await provision()).toMatchObject({ category, provision_amount: amount })
      await bank.runJob('microfinance.review')
      expect(await provision()).toMatchObject({ booked_amount: amount })
      const { body } = await get(`/provisioning/${category}?per_page=100`, operator)
      expect(body.data.map((one: { loan_id: string }) => one.loan_id)).toContain(id)
    }
    const organiser = await signInAgain(village.organiser)
    expect(await must(get('/provisioning', organiser))).toMatchObject({
      loss: '1000.00',
      total: '1000.00',
      loans: 1,
    })
    expect(await must(get('/provisioning', await bank.person()))).toMatchObject({
      total: '0.00',
      loans: 0,
    })
    // A borrower who pays half makes the provision smaller the next day.
    const member = await signInAgain(village.members[0]!)
    const account_id = village.accounts[0]
    await must(post(`/loans/${id}/repayments`, { amount: '500.00', account_id }, member))
    await advance(1)
    await run()
    // The first instalment is paid, and the second is a week younger: half of what is owed.
    expect(await provision()).toMatchObject({
      category: 'doubtful',
      days_overdue: 359,
      outstanding_amount: '576.78',
      booked_amount: '288.39',
    })
    expectRefusal(
      await post(`/loans/${id}/write-off`, { reason: 'x' }, await signInAgain(village.organiser)),
      403,
      'INSUFFICIENT_SCOPE',
    )
    const written = await must(post(`/loans/${id}/write-off`, { reason: 'Gone' }, operator))
    expect(written).toMatchObject({
      status: 'written_off',
      outstanding_amount: '0.00',
      payoff_amount: '0.00',
      reason: 'Gone',
    })
    const again = await signInAgain(village.members[0]!)
    expectRefusal(
      await post(`/loans/${id}/repayments`, { amount: '1.00', account_id }, again),
      409,
      'MICROFINANCE_STATE_CONFLICT',
    )
    expect(await findFaults(bank)).toEqual({})
  })

  it('cannot be reversed in the ledger alone, not even by an operator', async () => {
    const village = await makeTestGroup(bank, bench)
    await makeLoan(village)
    const { body } = await bank.call(
      `GET /api/v2/accounts/${village.accounts[0]}/transactions`,
      undefined,
      village.members[0],
    )
    const request = { transaction_id: body.data[0].uuid, reason: 'I never wanted it' }
    const answer = await bank.call('POST /api/v2/transactions/reverse', request, operator)
    expect(answer.status).toBe(422)
    expect(answer.body.error.message).toContain('undo it there')
  })

  it('keeps live and sandbox apart', async () => {
    const village = await makeTestGroup(bank, bench)
    const { id } = await makeLoan(village)
    const key = await keyOf(village.organiser, 'sandbox')
    for (const path of [`/groups/${village.group}`, `/loans/${id}`, `/loans/${id}/provision`])
      expect((await get(path, key)).status).toBe(404)
    expect((await get('/loans', key)).body.meta.total).toBe(0)
  })
})

describe('tellers', () => {
  const cash = (type: string, amount: string, more: object = {}) => ({
    type,
    amount,
    currency: 'USD',
    ...more,
  })

  it('take cash in and pay it out for the caller, without naming a teller', async () => {
    const person = await bank.person()
    const account_id = await bench.openAccount(person)
    const put = await must(
      post('/teller/transactions', cash('deposit', '100.00', { account_id }), person),
    )
    expect(put).toMatchObject({
      type: 'deposit',
      amount: '100.00',
      vault_balance: '100.00',
      status: 'completed',
    })
    const taken = await must(
      post('/teller/transactions', cash('withdrawal', '30.00', { account_id }), person),
    )
    expect(taken).toMatchObject({ vault_balance: '70.00', teller_id: put.teller_id })
    expect(await unitsOf(bank, account_id)).toBe(7_000n)
    // Money that was not deposited in cash is not in the vault.
    await must(
      bank.call(
        `POST /api/v2/accounts/${account_id}/deposit`,
        { amount: '50.00', asset_code: 'USD' },
        person,
      ),
    )
    expectRefusal(
      await post('/teller/transactions', cash('withdrawal', '70.01', { account_id }), person),
      422,
      'VAULT_TOO_LOW',
    )
    for (const amount of ['0', '-5', '1.001'])
      expectRefusal(
        await post('/teller/transactions', cash('deposit', amount), person),
        422,
        'VALIDATION_ERROR',
      )
    const outsider = await bank.person()
    expectRefusal(
      await post('/teller/transactions', cash('withdrawal', '1.00', { account_id }), outsider),
      422,
      'VALIDATION_ERROR',
    )
    expectRefusal(
      await post(
        '/teller/transactions',
        cash('deposit', '1.00', { teller_id: put.teller_id }),
        outsider,
      ),
      404,
      'NOT_FOUND',
    )
    expect((await get(`/teller/tellers/${put.teller_id}`, outsider)).status).toBe(404)
    expect((await get('/teller/transactions', outsider)).body.meta.total).toBe(0)
  })

  it('never pay out more than the vault holds under concurrent requests', async () => {
    const person = await bank.person()
    const account_id = await bench.openAccount(person, 100_000)
    await must(post('/teller/transactions', cash('deposit', '10.00', { account_id }), person))
    const asked = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        post('/teller/transactions', cash('withdrawal', '4.00', { account_id }), person),
      ),
    )
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await findFaults(bank)).toEqual({})
  })

  it('keep to the limits of their vaults, are topped up by operators and counted', async () => {
    const create = (by: Person) =>
      post(
        '/teller/tellers',
        { name: 'Counter', branch: 'North', vault_limit: '500.00', vault_minimum: '50.00' },
        by,
      )
    const person = await bank.person()
    expectRefusal(await create(person), 403, 'INSUFFICIENT_SCOPE')
    const [one, two] = [await must(create(operator)), await must(create(operator))]
    const move = (body: object, by = operator) =>
      post('/teller/vault-transfers', { currency: 'USD', ...body }, by)
    expectRefusal(
      await move({ amount: '500.01', to_teller_id: one.id }),
      422,
      'VAULT_LIMIT_EXCEEDED',
    )
    expectRefusal(
      await move({ amount: '1.00', to_teller_id: one.id }, person),
      403,
      'INSUFFICIENT_SCOPE',
    )
    expectRefusal(await move({ amount: '1.00' }), 422, 'VALIDATION_ERROR')
    expectRefusal(
      await move({ amount: '1.00', from_teller_id: one.id, to_teller_id: one.id }),
      422,
      'VALIDATION_ERROR',
    )
    const settlement = systemAccount('live', 'external:settlement')
    const before = await unitsOf(bank, settlement)
    await must(move({ amount: '400.00', to_teller_id: one.id }))
    const between = await must(
      move({ amount: '100.00', from_teller_id: one.id, to_teller_id: two.id }),
    )
    expect(between.transactions).toMatchObject([
      { type: 'vault_out', vault_balance: '300.00', other_teller_id: two.id },
      { type: 'vault_in', vault_balance: '100.00', other_teller_id: one.id },
    ])
    expect((await unitsOf(bank, settlement)) - before).toBe(40_000n)
    expectRefusal(await move({ amount: '50.01', from_teller_id: two.id }), 422, 'VAULT_TOO_LOW')
    await must(move({ amount: '50.00', from_teller_id: two.id }))
    const account_id = await bench.openAccount(person, 100_000)
    const at = { teller_id: one.id, account_id }
    expectRefusal(
      await post('/teller/transactions', cash('deposit', '200.01', at), operator),
      422,
      'VAULT_LIMIT_EXCEEDED',
    )
    expectRefusal(
      await post('/teller/transactions', cash('withdrawal', '250.01', at), operator),
      422,
      'VAULT_TOO_LOW',
    )
    await must(post('/teller/transactions', cash('withdrawal', '250.00', at), operator))
    expectRefusal(
      await post(
        '/teller/transactions',
        { ...cash('deposit', '1.00', at), currency: 'EUR' },
        operator,
      ),
      422,
      'NO_VAULT',
    )
    await must(
      bank.call(
        `PUT ${base}/teller/tellers/${one.id}/vaults`,
        { currency: 'EUR', vault_limit: '10.00' },
        operator,
      ),
    )
    await must(
      post('/teller/transactions', { ...cash('deposit', '1.00', at), currency: 'EUR' }, operator),
    )
    const count = await must(
      post(`/teller/tellers/${one.id}/reconcile`, { counted: '49.50' }, operator),
    )
    expect(count).toMatchObject({
      booked: '50.00',
      counted: '49.50',
      difference: '-0.50',
      status: 'short',
    })
    expect(
      await must(post(`/teller/tellers/${one.id}/reconcile`, { counted: '50.00' }, operator)),
    ).toMatchObject({ status: 'balanced' })
    expect((await must(get(`/teller/tellers/${one.id}`, operator))).last_reconciled_at).not.toBe(
      null,
    )
    expect(await findFaults(bank)).toEqual({})
  })

  it('exchange cash for cash or into an account, and lose nothing there and back', async () => {
    const person = await bank.person()
    const account_id = await bench.openAccount(person)
    const change = (amount: string, currency: string, target_currency: string, more: object = {}) =>
      post(
        '/teller/transactions',
        { type: 'currency_exchange', amount, currency, target_currency, ...more },
        person,
      )
    expectRefusal(await change('10.00', 'USD', 'EUR'), 422, 'VAULT_TOO_LOW')
    await must(
      post(
        '/teller/transactions',
        { ...cash('deposit', '1000.00', { account_id }), currency: 'EUR' },
        person,
      ),
    )
    const there = await must(change('100.00', 'USD', 'EUR'))
    expect(there).toMatchObject({ vault_balance: '100.00', target_currency: 'EUR' })
    const back = await must(change(there.target_amount, 'EUR', 'USD'))
    expect(Number(back.target_amount)).toBeLessThanOrEqual(100)
    const into = await must(change('100.00', 'EUR', 'USD', { account_id }))
    expect(await unitsOf(bank, account_id, 'USD')).toBe(BigInt(into.target_amount.replace('.', '')))
    expectRefusal(await change('1.00', 'USD', 'USD'), 422, 'VALIDATION_ERROR')
    expectRefusal(
      await post(
        '/teller/transactions',
        { ...cash('deposit', '1.00'), target_currency: 'EUR' },
        person,
      ),
      422,
      'VALIDATION_ERROR',
    )
    expect(await findFaults(bank)).toEqual({})
  })
})

describe('collection sheets', () => {
  it('expect what is due, repay loans from cash, and complete automatically', async () => {
    const village = await makeTestGroup(bank, bench)
    const [a, b] = [await makeLoan(village), await makeLoan(village, {}, undefined, 1)]
    const { organiser, group, members } = village
    const officer = await must(
      post(
        '/field-officers',
        { name: 'Grace', territory: 'North', user_id: members[2]!.uuid },
        organiser,
      ),
    )
    const day = new Date(bank.clock.now().getTime() + 7 * DAY * 1000).toISOString().slice(0, 10)
    const request = { officer_id: officer.id, group_id: group, collection_date: day }
    expectRefusal(await post('/collection-sheets', request, members[0]!), 403, 'NOT_THE_ORGANISER')
    const sheet = await must(post('/collection-sheets', request, organiser))
    expect(sheet).toMatchObject({ status: 'pending', expected_amount: '202.76' })
    expect(sheet.lines).toHaveLength(2)
    const collect = (lines: object[], by: Person = members[2]!) =>
      post(`/collection-sheets/${sheet.id}/collections`, { lines }, by)
    expect((await collect([{ loan_id: a.id, amount: '1.00' }], await bank.person())).status).toBe(
      404,
    )
    const tooMuch = await collect([
      { loan_id: a.id, amount: '10.00' },
      { loan_id: b.id, amount: '999.00' },
    ])
    expectRefusal(tooMuch, 422, 'VALIDATION_ERROR')
    expect(tooMuch.body.errors).toHaveProperty(['lines.1.amount'])
    const other = await makeLoan(await makeTestGroup(bank, bench))
    const foreign = await collect([{ loan_id: other.id, amount: '1.00' }])
    expect(foreign.body.errors).toHaveProperty(['lines.0.loan_id'])
    expect((await must(get(`/collection-sheets/${sheet.id}`, organiser))).collected_amount).toBe(
      '0.00',
    )
    const some = await must(
      collect([
        { user_id: members[0]!.uuid, amount: '101.38' },
        { loan_id: b.id, amount: '1.00' },
      ]),
    )
    expect(some).toMatchObject({ status: 'in_progress', collected_amount: '102.38' })
    expect((await must(get(`/loans/${a.id}`, organiser))).outstanding_amount).toBe('200.00')
    const short = await post(`/collection-sheets/${sheet.id}/complete`, {}, organiser)
    expect(short.body.errors).toHaveProperty('notes')
    expect(await must(collect([{ loan_id: b.id, amount: '100.38' }]))).toMatchObject({
      status: 'completed',
    })
    expectRefusal(
      await collect([{ loan_id: b.id, amount: '1.00' }]),
      409,
      'MICROFINANCE_STATE_CONFLICT',
    )
    expect(await must(get(`/field-officers/${officer.id}`, organiser))).toMatchObject({
      client_count: 5,
      last_sync_at: expect.any(String),
    })
    expect(await findFaults(bank)).toEqual({})
  })

  it('have a line for each loan that is due, and are refused for more than they can have', async () => {
    const village = await makeTestGroup(bank, bench)
    const { organiser, group: group_id } = village
    const loan = await makeLoan(village)
    const officer = await must(post('/field-officers', { name: 'Grace' }, organiser))
    const collection_date = new Date(bank.clock.now().getTime() + 7 * DAY * 1000)
      .toISOString()
      .slice(0, 10)
    const create = () =>
      post('/collection-sheets', { officer_id: officer.id, group_id, collection_date }, organiser)
    await bank.sql(
      `insert into microfinance.loans
       select (jsonb_populate_record(l, jsonb_build_object('uuid', gen_random_uuid(), 'outstanding', 0))).*
       from microfinance.loans l, generate_series(1, 299) where uuid = $1`,
      [loan.id],
    )
    try {
      const sheet = await must(create())
      expect(sheet.lines).toHaveLength(300)
      const stray = await makeLoan(village, {}, undefined, 1)
      expect((await create()).body.errors).toHaveProperty('collection_date')
      const lines = [{ loan_id: stray.id, amount: '1.00' }]
      const path = `/collection-sheets/${sheet.id}/collections`
      expect((await post(path, { lines }, organiser)).body.errors).toHaveProperty('lines')
    } finally {
      await bank.sql(
        `with gone as (select uuid from microfinance.loans where group_uuid = $1 and outstanding = 0),
           lines as (delete from microfinance.sheet_lines where loan_uuid in (select uuid from gone))
         delete from microfinance.loans where uuid in (select uuid from gone)`,
        [group_id],
      )
    }
  })

  it('keep the notes of their creation when they are completed', async () => {
    const village = await makeTestGroup(bank, bench)
    const { organiser, group: group_id } = village
    const officer = await must(post('/field-officers', { name: 'Grace' }, organiser))
    const request = { officer_id: officer.id, group_id, expected_amount: '1.00' }
    const { id } = await must(
      post('/collection-sheets', { ...request, notes: 'By the well.' }, organiser),
    )
    const complete = (body: object) => post(`/collection-sheets/${id}/complete`, body, organiser)
    // Notes of the creation do not explain why less was collected.
    expect((await complete({})).body.errors).toHaveProperty('notes')
    expect(await must(complete({ notes: 'Two were ill.' }))).toMatchObject({
      notes: 'By the well.\nTwo were ill.',
    })
  })

  it('are closed to an inactive officer', async () => {
    const village = await makeTestGroup(bank, bench)
    const loan = await makeLoan(village)
    const grace = await bank.person()
    const { id: officer_id } = await must(
      post('/field-officers', { name: 'Grace', user_id: grace.uuid }, village.organiser),
    )
    const { id } = await must(
      post(
        '/collection-sheets',
        { officer_id, group_id: village.group, expected_amount: 0 },
        village.organiser,
      ),
    )
    expect((await get(`/collection-sheets/${id}`, grace)).status).toBe(200)
    const listed = async (by: Person) => (await get('/collection-sheets', by)).body.data
    expect(await listed(grace)).toMatchObject([{ id }])
    expect(
      (await bank.call(`PATCH ${base}/field-officers/${officer_id}`, { is_active: true }, grace))
        .status,
    ).toBe(404)
    await must(
      bank.call(
        `PATCH ${base}/field-officers/${officer_id}`,
        { is_active: false },
        village.organiser,
      ),
    )
    expect(await listed(grace)).toEqual([])
    expect(await listed(village.organiser)).toMatchObject([{ id }])
    const body = { lines: [{ loan_id: loan.id, amount: '1.00' }] }
    expect((await post(`/collection-sheets/${id}/collections`, body, grace)).status).toBe(404)
    const again = { officer_id, group_id: village.group }
    expect((await post('/collection-sheets', again, village.organiser)).body.errors).toHaveProperty(
      'officer_id',
    )
    expect(
      await must(post(`/collection-sheets/${id}/complete`, {}, village.organiser)),
    ).toMatchObject({ status: 'completed' })
  })
})

describe('shares', () => {
  it('are bought, redeemed at the same price, and earn dividends', async () => {
    const village = await makeTestGroup(bank, bench, { cents: 20_000_000 })
    const { group, members, accounts, organiser } = village
    const [member] = members
    const account_id = accounts[0]
    const account = await must(post('/share-accounts', { group_id: group }, member!))
    expect(account).toMatchObject({
      nominal_value: '100.00',
      shares_purchased: 0,
      status: 'active',
    })
    expect(account.account_number).toMatch(/^SHA-\d{8}$/)
    expectRefusal(
      await post('/share-accounts', { group_id: group }, member!),
      409,
      'SHARE_ACCOUNT_EXISTS',
    )
    expect((await post('/share-accounts', { group_id: group }, await bank.person())).status).toBe(
      404,
    )
    const act = (name: string, body: object, by: Person = member!) =>
      post(`/share-accounts/${account.id}/${name}`, body, by)
    expect(await must(act('purchase', { shares: 600, account_id }))).toMatchObject({
      total_value: '60000.00',
    })
    expectRefusal(await act('purchase', { shares: 401, account_id }), 422, 'TOO_MANY_SHARES')
    for (const shares of [0, -1, 1.5, 1001])
      expectRefusal(await act('purchase', { shares, account_id }), 422, 'VALIDATION_ERROR')
    expectRefusal(await act('redeem', { shares: 601, account_id }), 422, 'TOO_FEW_SHARES')
    expect((await act('redeem', { shares: 1 }, members[1])).status).toBe(404)
    expect((await act('redeem', { shares: 1 }, operator)).status).toBe(404)
    const raced = await Promise.all([1, 2, 3].map(() => act('redeem', { shares: 400, account_id })))
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    const declare = (by: Person) =>
      post(`/groups/${group}/dividends`, { amount_per_share: '1.50' }, by)
    expectRefusal(await declare(member!), 403, 'NOT_THE_ORGANISER')
    expect(await must(declare(organiser))).toMatchObject({
      total_amount: '300.00',
      shares: 200,
      accounts: 1,
    })
    expectRefusal(await act('close', {}), 422, 'SHARE_ACCOUNT_NOT_EMPTY')
    expect(await must(act('withdraw-dividends', { account_id }))).toMatchObject({
      dividend_balance: '0.00',
    })
    expectRefusal(await act('withdraw-dividends', { account_id }), 422, 'NOTHING_TO_PAY')
    await must(act('redeem', { shares: 200, account_id }))
    expect(await unitsOf(bank, account_id!)).toBe(20_030_000n)
    expect(await must(act('close', {}))).toMatchObject({ status: 'closed' })
    expectRefusal(
      await act('purchase', { shares: 1, account_id }),
      409,
      'MICROFINANCE_STATE_CONFLICT',
    )
    expectRefusal(await declare(organiser), 422, 'NOTHING_TO_PAY')
    expect(await findFaults(bank)).toEqual({})
  })

  it('earn dividends for the time they were held, so that buying for the day gains nothing', async () => {
    const village = await makeTestGroup(bank, bench, { cents: 20_000_000 })
    const { group, members, accounts, organiser } = village
    const again = async (person: Person): Promise<Person> => {
      const { body } = await bank.call('POST /api/auth/login', person)
      return { ...person, token: body.access_token }
    }
    const open = async (index: number) =>
      (await must(post('/share-accounts', { group_id: group }, members[index]!))).id as string
    const [loyal, quick] = [await open(0), await open(1)]
    const act = async (index: number, id: string, name: string, body: object) =>
      must(
        post(
          `/share-accounts/${id}/${name}`,
          { account_id: accounts[index], ...body },
          await again(members[index]!),
        ),
      )
    const declare = async () =>
      must(post(`/groups/${group}/dividends`, { amount_per_share: '1.00' }, await again(organiser)))
    const earnedBy = async (index: number, id: string) =>
      (await must(get(`/share-accounts/${id}`, await again(members[index]!)))).dividend_balance
    await act(0, loyal, 'purchase', { shares: 100 })
    bank.clock.advance(99 * DAY)
    await act(1, quick, 'purchase', { shares: 900 })
    bank.clock.advance(DAY)
    expect(await declare()).toMatchObject({ total_amount: '109.00', accounts: 2 })
    expect([await earnedBy(0, loyal), await earnedBy(1, quick)]).toEqual(['100.00', '9.00'])
    // Another one an hour later counts the month before, and a member who redeemed earns for the shares held.
    await act(1, quick, 'redeem', { shares: 900 })
    bank.clock.advance(3_600)
    expect(await declare()).toMatchObject({ total_amount: '130.00', shares: 100 })
    expect([await earnedBy(0, loyal), await earnedBy(1, quick)]).toEqual(['200.00', '39.00'])
    expect(await findFaults(bank)).toEqual({})
  })

  it('are dormant after 180 days and active with the next movement', async () => {
    const village = await makeTestGroup(bank, bench, { cents: 1_000_000 })
    const { id } = await must(
      post('/share-accounts', { group_id: village.group }, village.members[0]!),
    )
    await advance(180)
    await bank.runJob('microfinance.dormancy')
    const member = await signInAgain(village.members[0]!)
    expect(await must(get(`/share-accounts/${id}`, member))).toMatchObject({ status: 'dormant' })
    const body = { shares: 1, account_id: village.accounts[0] }
    expect(await must(post(`/share-accounts/${id}/purchase`, body, member))).toMatchObject({
      status: 'active',
    })
  })

  it('can be redeemed but not bought by a former member', async () => {
    const village = await makeTestGroup(bank, bench, { cents: 1_000_000 })
    const [member] = village.members
    const account_id = village.accounts[0]
    const { id } = await must(post('/share-accounts', { group_id: village.group }, member!))
    await must(post(`/share-accounts/${id}/purchase`, { shares: 2, account_id }, member!))
    await must(
      bank.call(
        `DELETE ${base}/groups/${village.group}/members/${member!.uuid}`,
        undefined,
        member,
      ),
    )
    expectRefusal(
      await post(`/share-accounts/${id}/purchase`, { shares: 1, account_id }, member!),
      422,
      'VALIDATION_ERROR',
    )
    expect(
      await must(post(`/share-accounts/${id}/redeem`, { shares: 2, account_id }, member!)),
    ).toMatchObject({ shares_purchased: 0 })
  })
})
