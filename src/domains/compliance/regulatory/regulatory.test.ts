// Regulatory reporting through HTTP: reports, checks, replayed decisions, screening and its list.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank, TestClock } from '../../../../test/harness/bank.ts'
import { makeRegulators } from './reports/regulators.ts'
import { check, customer, party } from './test-support.ts'

let bank: Bank
let folder: string
let ada: Person
let operator: Person
const list = [
  { id: 'L1', name: 'Victor Exemplar', aliases: ['Vic the Sample'], program: 'TEST' },
  { id: 'L2', name: 'Nowhere Shipping' },
]

const rowOf = async (table: string) =>
  (await bank.sql<{ n: number }>(`select count(*)::int as n from regulatory.${table}`))[0]!.n

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-list-'))
  await writeFile(join(folder, 'list.json'), JSON.stringify(list))
  bank = await startBank({
    clock: new TestClock('2026-03-06T18:00:00.000Z'),
    env: { SANCTIONS_LIST: join(folder, 'list.json') },
  })
  ada = await bank.person()
  operator = await bank.operator()
})
afterAll(async () => {
  await bank.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('mifid.report', () => {
  const report = (change: object = {}, by: Person = ada) =>
    bank.call(
      'POST /api/v2/regtech/mifid/reports',
      { transaction_id: 'trade-1', report_type: 'transaction', jurisdiction: 'EU', ...change },
      by,
    )

  it('is due on the next weekday, and is accepted in five minutes by the clock', async () => {
    const { status, body } = await report()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      data: {
        reference: expect.stringMatching(/^ESMA-20260306-[A-Z0-9]{8}$/),
        transaction_id: 'trade-1',
        report_type: 'transaction',
        jurisdiction: 'EU',
        status: 'submitted',
        // Friday; the end of Monday in Paris.
        reporting_deadline: '2026-03-09T22:59:59.000Z',
        estimated_review: '24-48 hours',
      },
    })
    const read = async (by: Person = ada, query = '') =>
      bank.call(`GET /api/regtech/reports/${body.data.reference}/status${query}`, undefined, by)
    expect((await read()).body.data).toMatchObject({
      status: 'pending',
      details: { simulated: true, report_type: 'MiFID_Transaction' },
    })
    bank.clock.advance(60)
    expect((await read()).body.data.status).toBe('processing')
    bank.clock.advance(240)
    expect((await read(operator)).body.data.status).toBe('accepted')
    expect((await read(await bank.person())).status).toBe(404)
    expect((await read(ada, '?jurisdiction=EU')).status).toBe(200)
    expect((await read(ada, '?jurisdiction=US')).status).toBe(404)
    expect((await read(ada, '?jurisdiction=XX')).body.error.code).toBe('INVALID_JURISDICTION')
  })

  it.each(['US', 'SG', 'nowhere'])('is refused in %s', async (jurisdiction) => {
    const { status, body } = await report({ jurisdiction })
    expect([status, body.error.code]).toEqual([422, 'INVALID_JURISDICTION'])
  })

  it('refuses unknown kinds of report', async () => {
    const { status, body } = await report({ report_type: 'gossip' })
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  it('counts from the day of a transaction of the caller', async () => {
    const payer = await customer(bank, { USD: '10.00' })
    const history = await bank.call(
      `GET /api/accounts/${payer.account}/transactions`,
      undefined,
      payer,
    )
    const id = history.body.data[0].uuid ?? history.body.data[0].id
    bank.clock.advance(3 * 86_400)
    const login = await bank.call('POST /api/auth/login', {
      email: payer.email,
      password: payer.password,
    })
    const token = login.body.data.access_token as string
    const { body } = await report({ transaction_id: id, jurisdiction: 'UK' }, { ...payer, token })
    expect(body.data.reporting_deadline).toBe('2026-03-09T23:59:59.000Z')
    expect(body.data.reference).toMatch(/^FCA-20260309-/)
    operator = await bank.operator()
    const again = await bank.call('POST /api/auth/login', {
      email: ada.email,
      password: ada.password,
    })
    ada = { ...ada, token: again.body.data.access_token }
  })
})

describe('regulatory_report.file', () => {
  const data = {
    entity_name: 'Florin',
    reporting_date: '2026-03-06',
    transaction_amount: '10000.00',
    transaction_type: 'deposit',
    financial_institution: 'Florin',
    conductor_info: 'Ada',
  }
  const file = (change: object = {}, by: Person = operator) =>
    bank.call(
      'POST /api/regtech/reports',
      { report_type: 'CTR', jurisdiction: 'US', report_data: data, ...change },
      by,
    )

  it('takes a complete report of an operator only', async () => {
    const { status, body } = await file()
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      reference: expect.stringMatching(/^FINCEN-/),
      details: { regulator: 'FINCEN', status: 'pending', simulated: true },
    })
    expect((await file({}, ada)).status).toBe(403)
  })

  it('rejects reports that a regulator would not accept', async () => {
    expect((await file({ jurisdiction: 'JP' })).body.error.code).toBe('INVALID_JURISDICTION')
    const wrong = await file({ report_type: 'COREP' })
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'VALIDATION_FAILED'])
    const small = await file({ report_data: { ...data, transaction_amount: '9999.99' } })
    expect(small.body.error.code).toBe('VALIDATION_FAILED')
    expect(Object.keys(small.body.errors)).toEqual(['report_data.transaction_amount'])
  })

  it('refuses references of another form', async () => {
    for (const reference of ['a%20b', 'x'.repeat(101), '%C3%A9']) {
      const { status, body } = await bank.call(
        `GET /api/regtech/reports/${reference}/status`,
        undefined,
        ada,
      )
      expect([status, body.error.code]).toEqual([422, 'INVALID_REFERENCE'])
    }
  })
})

describe('regulators', () => {
  const report = {
    reference: 'FCA-20260306-ABCDEFGH',
    report_type: 'SUP16',
    jurisdiction: 'UK',
    regulator: 'FCA',
    data: { a: 1 },
    submitted_at: '2026-03-06T18:00:00.000Z',
  }
  it('get files where a folder is set, and in production nothing is simulated', async () => {
    const outbox = join(folder, 'outbox')
    const files = makeRegulators({ outbox, production: true })
    expect(files.getChannel('live')).toBe('files')
    expect(files.getChannel('sandbox')).toBe('simulated')
    await files.writeFile(report)
    await files.writeFile(report)
    expect(await readdir(outbox)).toEqual(['FCA-20260306-ABCDEFGH.json'])
    const text = await readFile(join(outbox, 'FCA-20260306-ABCDEFGH.json'), 'utf8')
    expect(JSON.parse(text)).toEqual(report)
    const none = makeRegulators({ outbox: '', production: true })
    expect(() => none.getChannel('live')).toThrow('REGULATORY_OUTBOX')
    expect(makeRegulators({ outbox: '', production: false }).getChannel('live')).toBe('simulated')
  })
})

describe('regulatory.status, summary and the lists', () => {
  const get = async (path: string) => (await bank.call(`GET ${path}`, undefined, ada)).body.data
  it('show frameworks, jurisdictions and deadlines', async () => {
    await check(bank, ada)
    expect(await get('/api/v2/regtech/status')).toMatchObject({
      overall_status: 'operational',
      frameworks: { travel_rule: { enabled: true, last_checked: bank.clock.now().toISOString() } },
      jurisdictions: ['US', 'EU', 'UK', 'SG'].map((jurisdiction) => ({ jurisdiction })),
      total_scheduled: 8,
      overdue_filings: 0,
      adapters_registered: 4,
      demo_mode: true,
    })
    expect(await get('/api/regtech/compliance/summary')).toMatchObject({
      jurisdiction: 'all',
      total_scheduled: 8,
    })
    expect(await get('/api/regtech/compliance/summary?jurisdiction=sg')).toMatchObject({
      jurisdiction: 'SG',
      total_scheduled: 0,
      next_deadline: null,
    })
    expect((await get('/api/regtech/adapters')).total).toBe(4)
    expect((await get('/api/regtech/travel-rule/thresholds')).SG).toMatchObject({
      threshold: 1500,
      currency: 'SGD',
    })
    expect(await get('/api/regtech/mifid/status')).toMatchObject({ enabled: true })
  })

  it('count each quarter that is overdue until it is filed, also by several filings of one day', async () => {
    const countOverdue = async () =>
      (await get('/api/regtech/compliance/summary?jurisdiction=US')).overdue_filings
    const [opened] = await bank.sql<{ at: string }>('select at::text from regulatory.opened')
    await bank.sql(`update regulatory.opened set at = '2025-09-01T00:00:00Z'`)
    try {
      expect(await countOverdue()).toBe(2)
      const file = (reporting_date: string) =>
        bank.call(
          'POST /api/regtech/reports',
          {
            report_type: 'CALL',
            jurisdiction: 'US',
            report_data: { entity_name: 'Florin', reporting_date },
          },
          operator,
        )
      expect((await file('2025-12-31')).status).toBe(201)
      expect(await countOverdue()).toBe(1)
      expect((await file('2025-09-30')).status).toBe(201)
      expect(await countOverdue()).toBe(0)
    } finally {
      await bank.sql('update regulatory.opened set at = $1', [opened!.at])
    }
  })

  it('show which regulations apply, within bounds', async () => {
    const ask = (query: string) =>
      bank.call(`GET /api/regtech/regulations/applicable?${query}`, undefined, ada)
    const { body } = await ask('amount=10000&currency=USD&transaction_type=wire')
    expect(body.data.regulations.ctr.applies).toBe(true)
    expect((await ask('amount=1000000000000&currency=USD&transaction_type=wire')).status).toBe(422)
    expect((await ask('amount=-1&currency=USD&transaction_type=wire')).status).toBe(422)
    expect((await ask('amount=1&currency=usd&transaction_type=wire')).status).toBe(422)
  })
})

describe('mica', () => {
  const reserves = async () =>
    (await bank.call('GET /api/regtech/mica/reserves', undefined, ada)).body.data
  const ofToken = async (code: string) =>
    (await reserves()).tokens.find((token: { asset_code: string }) => token.asset_code === code)

  it('sums the reserves from the ledger: uncovered tokens fail the check', async () => {
    const holder = await customer(bank, { USDC: '250.00' })
    expect(await ofToken('USDC')).toMatchObject({
      outstanding: '250.000000',
      liabilities: '250.00',
      reserves: '250.00',
      reserve_ratio: '1.0000',
      compliant: true,
    })
    const hash = `sha256:${'0a'.repeat(32)}`
    const ask = async (change: object = {}) =>
      (
        await bank.call(
          'POST /api/v2/regtech/mica/check',
          { asset_type: 'e-money-token', issuer_id: 'Issuer', whitepaper_hash: hash, ...change },
          ada,
        )
      ).body.data
    expect(await ask()).toMatchObject({
      is_compliant: true,
      reserve_ratio_required: 1,
      casp_authorization: false,
    })
    expect(await ask({ whitepaper_hash: undefined })).toMatchObject({ is_compliant: false })
    expect(await ask({ issuer_id: 'Nowhere Shipping' })).toMatchObject({ is_compliant: false })
    await bank.call(
      `POST /api/v2/accounts/${holder.account}/withdraw`,
      { amount: '50.00', asset_code: 'USDC' },
      holder,
    )
    expect(await ofToken('USDC')).toMatchObject({ outstanding: '200.000000', reserves: '200.00' })
    expect(
      (await bank.call('GET /api/regtech/mica/status', undefined, ada)).body.data,
    ).toMatchObject({
      casp_authorized: false,
      emt_reserve_ratio: 1,
      reserves_compliant: true,
    })
    // The bank sells tokens out of its own position, so they have no reserve.
    const deposit = { amount: '100.00', asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${holder.account}/deposit`, deposit, holder)
    const bought = await bank.call(
      'POST /api/exchange/convert',
      { account_uuid: holder.account, from_currency: 'USD', to_currency: 'USDC', amount: '100.00' },
      holder,
    )
    expect(bought.status).toBe(200)
    expect(await ofToken('USDC')).toMatchObject({ reserves: '200.00', compliant: false })
    expect(Number((await ofToken('USDC')).reserve_ratio)).toBeLessThan(1)
    const uncovered = await ask()
    expect(uncovered.is_compliant).toBe(false)
    expect(uncovered.requirements.at(-1)).toMatchObject({ code: 'RESERVE_RATIO', passed: false })
  })
})

describe('travel_rule.check', () => {
  it('answers the published sample', async () => {
    const { status, body } = await check(bank, ada)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      check_id: expect.stringMatching(/^trc_[0-9a-f]{32}$/),
      transfer_id: 'tx-1',
      is_compliant: true,
      risk_level: 'low',
      applicable_jurisdiction: 'EU',
      compliance_issues: [],
      threshold_analysis: {
        amount_usd: '15000.00',
        exceeds_threshold: true,
        threshold_amount: 1000,
      },
      sanctions_screening: { originator_cleared: true, screening_provider: 'internal' },
    })
    const { checked_at, valid_until } = body.data
    expect(Date.parse(valid_until) - Date.parse(checked_at)).toBe(30 * 60_000)
  })

  it('accepts numbers and rejects malformed amounts and currencies', async () => {
    const details = async (change: object) =>
      (await check(bank, ada, { transfer_details: { amount: 2000, currency: 'EUR', ...change } }))
        .status
    expect(await details({})).toBe(200)
    for (const amount of ['-1', '1e3', 'x', '1.0000000000000000001'])
      expect(await details({ amount })).toBe(422)
    for (const currency of ['eur', 'EU', 'ABCDEFGHIJK'])
      expect(await details({ currency })).toBe(422)
  })

  it('names what is missing', async () => {
    const { body } = await check(bank, ada, { beneficiary: { name: 'B' } })
    expect(body.data).toMatchObject({ is_compliant: false, risk_level: 'high' })
    expect(body.data.compliance_issues.map((issue: { code: string }) => issue.code)).toEqual([
      'BENEFICIARY_ACCOUNT_NUMBER_MISSING',
      'BENEFICIARY_INSTITUTION_NAME_MISSING',
      'BENEFICIARY_INSTITUTION_COUNTRY_MISSING',
    ])
  })
})

describe('travel_rule.submit', () => {
  const submit = (change: object = {}, by: { token?: string | undefined } = ada) =>
    bank.call(
      'POST /api/v2/regtech/travel-rule/transfers',
      {
        transfer_id: 'w-1',
        originator: { name: 'Ada', account: '1' },
        beneficiary: { name: 'Charles', vasp_id: 'vasp' },
        amount: '2500.00',
        currency: 'USDC',
        ...change,
      },
      by,
    )

  it('stores the record, which is acknowledged after a minute', async () => {
    const { status, body } = await submit()
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      record_id: expect.stringMatching(/^trt_/),
      status: 'submitted',
      is_compliant: true,
      threshold_exceeded: true,
      jurisdiction: 'EU',
      issues: [],
    })
    bank.clock.advance(60)
    const read = (by: { token?: string | undefined }) =>
      bank.call('GET /api/v2/regtech/travel-rule/transfers', undefined, by)
    expect((await read(ada)).body.data[0]).toMatchObject({ status: 'acknowledged' })
    expect((await read(await bank.person())).body.data).toEqual([])
    expect((await read(await bank.sandboxKey(ada))).body.data).toEqual([])
  })

  it('rejects a name on the list, and refuses a record without its parties', async () => {
    const { body } = await submit({ beneficiary: { name: 'EXEMPLÁR, Viktor', vasp_id: 'v' } })
    expect(body.data).toMatchObject({
      status: 'rejected',
      is_compliant: false,
      issues: [{ code: 'SANCTIONS_MATCH_BENEFICIARY' }],
    })
    expect((await submit({ beneficiary: { name: 'B' } })).status).toBe(422)
    expect((await submit({ originator: { account: '1' } })).status).toBe(422)
  })
})

describe('regulatory_decision.replay', () => {
  const newest = async () =>
    (await bank.call('GET /api/regtech/decisions?per_page=1', undefined, operator)).body.data[0]
  const replay = (id: string, by: Person = operator) =>
    bank.call(`POST /api/regtech/decisions/${id}/replay`, undefined, by)

  it('replays every kind of decision with the same result', async () => {
    const { body } = await bank.call('GET /api/regtech/decisions?per_page=100', undefined, operator)
    const kinds = new Set<string>()
    for (const { decision_id, kind } of body.data) {
      expect((await replay(decision_id)).body.data).toMatchObject({
        same: true,
        same_under_current_rules: true,
        differing_fields: [],
      })
      kinds.add(kind)
    }
    expect([...kinds].toSorted()).toEqual([
      'mica_check',
      'mifid_report',
      'travel_rule_check',
      'travel_rule_transfer',
    ])
  })

  it('detects a decision that was changed, and unknown rules', async () => {
    await check(bank, ada, { beneficiary: { name: 'B' } })
    const { decision_id } = await newest()
    await bank.sql(
      `update regulatory.decisions set output = jsonb_set(output, '{is_compliant}', 'true') where id = $1`,
      [decision_id],
    )
    expect((await replay(decision_id)).body.data).toMatchObject({
      same: false,
      differing_fields: ['is_compliant'],
    })
    await bank.sql(`update regulatory.decisions set rule_version = 'lost' where id = $1`, [
      decision_id,
    ])
    const { status, body } = await replay(decision_id)
    expect([status, body.error.code]).toEqual([409, 'UNKNOWN_RULES_VERSION'])
    expect((await replay(decision_id, ada)).status).toBe(403)
  })
})

describe('sanctions', () => {
  const screen = async (name: string) =>
    (await bank.call('POST /api/regtech/sanctions/screen', { name }, operator)).body.data
  const decide = (id: string, change: object = {}) =>
    bank.call(
      `POST /api/regtech/sanctions/hits/${id}/decision`,
      { decision: 'cleared', reason: 'Another person', ...change },
      operator,
    )
  const codes = async (name: string) =>
    (await check(bank, ada, { beneficiary: party(name, '2') })).body.data.compliance_issues.map(
      (issue: { code: string }) => issue.code,
    )

  it('a hit blocks checks until an exception clears it, and again when that expires', async () => {
    const found = await screen('Vîktor  EXEMPLAR')
    expect(found).toMatchObject({
      cleared: false,
      hits: [{ entry_id: 'L1', entry_name: 'Victor Exemplar', program: 'TEST', status: 'open' }],
    })
    const id = found.hits[0].hit_id as string
    expect(await codes('viktor exemplar')).toEqual(['SANCTIONS_MATCH_BENEFICIARY'])
    const expires_at = new Date(bank.clock.now().getTime() + 600_000).toISOString()
    expect((await decide(id, { expires_at })).body.data).toMatchObject({
      status: 'cleared',
      reason: 'Another person',
      decided_by: operator.uuid,
    })
    expect(await codes('Exemplar, Viktor')).toEqual([])
    // The exception is for this name, not for other names like the entry.
    expect(await codes('Victor Exemplar')).toEqual(['SANCTIONS_MATCH_BENEFICIARY'])
    expect((await decide(id)).body.error.code).toBe('HIT_STATE_CONFLICT')
    bank.clock.advance(600)
    expect(await codes('Viktor Exemplar')).toEqual(['SANCTIONS_MATCH_BENEFICIARY'])
    const open = await bank.call('GET /api/regtech/sanctions/hits?status=open', undefined, operator)
    expect(open.body.data.map((hit: { hit_id: string }) => hit.hit_id)).toContain(id)
  })

  it('are found by the name that was screened, however it is written', async () => {
    const id = (await screen('Viktor Exemplar')).hits[0].hit_id as string
    const find = async (name: string): Promise<string[]> => {
      const query = `name=${encodeURIComponent(name)}`
      const { body } = await bank.call(
        `GET /api/regtech/sanctions/hits?${query}`,
        undefined,
        operator,
      )
      return body.data.map((hit: { hit_id: string }) => hit.hit_id)
    }
    expect(await find('EXEMPLAR, Viktor')).toContain(id)
    expect(await find('Somebody Else')).toEqual([])
  })

  it('an exception can be revoked once, and a confirmed hit ends it', async () => {
    const id = (await screen('Vic the Sample')).hits[0].hit_id as string
    await decide(id)
    const { body } = await bank.call('GET /api/regtech/sanctions/exceptions', undefined, operator)
    expect(body.data[0]).toMatchObject({ hit_id: id, author: operator.uuid, active: true })
    const revoke = () =>
      bank.call(
        `POST /api/regtech/sanctions/exceptions/${body.data[0].exception_id}/revoke`,
        { reason: 'Wrong after all' },
        operator,
      )
    expect((await revoke()).body.data.active).toBe(false)
    expect((await revoke()).body.error.code).toBe('EXCEPTION_ENDED')
    expect((await screen('Vic the Sample')).cleared).toBe(false)
    await decide(id)
    expect((await screen('Vic the Sample')).cleared).toBe(true)
    expect((await decide(id, { decision: 'confirmed' })).body.data.status).toBe('confirmed')
    expect((await screen('Vic the Sample')).cleared).toBe(false)
  })

  it('decisions made at the same time leave one exception', async () => {
    const id = (await screen('Victor Exemplar Senior')).hits[0].hit_id as string
    const answers = await Promise.all([1, 2, 3, 4].map(() => decide(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('exceptions end within a year', async () => {
    const id = (await screen('Victor Exemplar Junior')).hits[0].hit_id as string
    for (const expires_at of ['2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'])
      expect((await decide(id, { expires_at })).status).toBe(422)
  })

  it('hits are recorded once for each name, and only operators see them', async () => {
    await screen('Victor Exemplar')
    const before = await rowOf('sanctions_hits')
    await screen('EXEMPLAR Victor')
    expect(await rowOf('sanctions_hits')).toBe(before)
    for (const route of ['GET /api/regtech/sanctions/hits', 'GET /api/regtech/sanctions/list'])
      expect((await bank.call(route, undefined, ada)).status).toBe(403)
    expect((await bank.call('POST /api/regtech/sanctions/screen', { name: 'x' }, ada)).status).toBe(
      403,
    )
  })

  it('the list is read anew when the file changes; a broken one leaves the last in use', async () => {
    const state = async () =>
      (await bank.call('GET /api/regtech/sanctions/list', undefined, operator)).body.data
    const first = await state()
    expect(first).toMatchObject({ configured: true, entries: 2, threshold: 0.88, problem: null })
    await writeFile(
      join(folder, 'list.json'),
      JSON.stringify([...list, { id: 'L3', name: 'Brand New' }]),
    )
    bank.clock.advance(2)
    expect((await screen('brand new')).hits).toHaveLength(1)
    const second = await state()
    expect(second.version).not.toBe(first.version)
    expect(second.entries).toBe(3)
    await writeFile(join(folder, 'list.json'), '{ broken')
    bank.clock.advance(2)
    expect((await screen('brand new')).hits).toHaveLength(1)
    expect(await state()).toMatchObject({
      version: second.version,
      problem: 'The file is not JSON.',
    })
  })

  it('a list that cannot be read stops the start', async () => {
    await expect(startBank({ env: { SANCTIONS_LIST: join(folder, 'none.csv') } })).rejects.toThrow(
      'SANCTIONS_LIST cannot be read',
    )
  })
})
