// The rules as tables: thresholds to the cent, every issue code, deadlines, report fields, white papers.
import { describe, expect, it } from 'vitest'
import { addWeekdays, dayAt, endOfDay } from './reports/calendar.ts'
import {
  countOverdue,
  evaluateMifid,
  type Filed,
  nextDeadline,
  schedule,
  summarize,
} from './reports/deadlines.ts'
import { findApplicable } from './reports/applicability.ts'
import { findRegulator, jurisdictionCodes, jurisdictions } from './jurisdictions.ts'
import { recordStatusAt, reportStatusAt } from './life-cycle.ts'
import { evaluateMica, validateWhitepaper } from './checks/mica.ts'
import { findProblems } from './reports/fields.ts'
import { currentRules, findRules, ruleSets } from './rules.ts'
import {
  evaluateTravelRule,
  type TravelRuleFacts,
  type TravelRuleInput,
} from './checks/travel-rule.ts'
import { inDollars, reachesThreshold } from './amounts.ts'

const party = {
  name: 'Ada Lovelace',
  account_number: '1',
  institution_name: 'Florin',
  institution_country: 'LT',
}
const input: TravelRuleInput = {
  form: 'check',
  transfer_id: 't',
  originator: party,
  beneficiary: party,
  amount: '15000.00',
  currency: 'USD',
  jurisdiction: 'EU',
}
const scale = 10n ** 18n
const facts: TravelRuleFacts = {
  dollar_rates: {
    EUR: String((scale * 108n) / 100n),
    GBP: String((scale * 127n) / 100n),
    SGD: String((scale * 75n) / 100n),
  },
  is_crypto: false,
  originator_cleared: true,
  beneficiary_cleared: true,
  list_version: null,
}
const judge = (change: Partial<TravelRuleInput> = {}, known: Partial<TravelRuleFacts> = {}) =>
  evaluateTravelRule({ ...input, ...change }, { ...facts, ...known }, currentRules)
const codesOf = (outcome: ReturnType<typeof judge>) =>
  outcome.compliance_issues.map(({ code }) => code)

describe('thresholds of the travel rule', () => {
  it.each([
    ['US', 'USD', '2999.99', false],
    ['US', 'USD', '3000.00', true],
    ['US', 'USD', '3000.01', true],
    ['EU', 'EUR', '999.99', false],
    ['EU', 'EUR', '1000.00', true],
    ['EU', 'EUR', '1000.01', true],
    ['UK', 'GBP', '999.99', false],
    ['UK', 'GBP', '1000.00', true],
    ['UK', 'GBP', '1000.01', true],
    ['SG', 'SGD', '1499.99', false],
    ['SG', 'SGD', '1500.00', true],
    ['SG', 'SGD', '1500.01', true],
    // 1,000 EUR are 1,080 USD at this rate, and 1,500 SGD are 1,125 USD.
    ['EU', 'USD', '1079.99', false],
    ['EU', 'USD', '1080.00', true],
    ['SG', 'USD', '1124.99', false],
    ['SG', 'USD', '1125.00', true],
    ['EU', 'EUR', '0', false],
    ['EU', 'EUR', '999.999999999999999999', false],
  ])('%s %s %s: %s', (jurisdiction, currency, amount, applies) => {
    // No party is identified, so every transfer under the rule fails.
    const outcome = judge({ jurisdiction, currency, amount, originator: {}, beneficiary: {} })
    expect(outcome.threshold_analysis.exceeds_threshold).toBe(applies)
    expect(outcome.is_compliant).toBe(!applies)
    expect(outcome.risk_level).toBe(applies ? 'high' : 'low')
    expect(outcome.compliance_issues).toHaveLength(applies ? 8 : 0)
  })

  it('are chosen by the jurisdiction, then the currency, then EU', () => {
    const chosen = (change: Partial<TravelRuleInput>) => judge(change).applicable_jurisdiction
    expect(chosen({ jurisdiction: 'SG', currency: 'USD' })).toBe('SG')
    expect(chosen({ jurisdiction: 'gb' })).toBe('UK')
    for (const code of jurisdictionCodes)
      expect(chosen({ jurisdiction: undefined, currency: jurisdictions[code].currency })).toBe(code)
    expect(chosen({ jurisdiction: undefined, currency: 'CHF' })).toBe('EU')
  })

  it('count a currency without a rate as above', () => {
    const outcome = judge({ currency: 'XYZ', amount: '0.01', beneficiary: {} })
    expect(outcome.threshold_analysis).toMatchObject({ amount_usd: null, exceeds_threshold: true })
    expect(outcome.is_compliant).toBe(false)
    expect(
      reachesThreshold({ amount: '1', currency: 'XYZ' }, { threshold: 1, currency: 'USD' }, {}),
    ).toBe(undefined)
  })

  it('round dollars up', () => {
    expect(inDollars('0.001', 'USD', {})).toBe('0.01')
    expect(inDollars('1', 'EUR', facts.dollar_rates)).toBe('1.08')
  })
})

describe('issues of the travel rule', () => {
  const fields = ['name', 'account_number', 'institution_name', 'institution_country']
  const cases = ['originator', 'beneficiary'].flatMap((side) =>
    fields.flatMap((field) => [undefined, '', '  '].map((value) => [side, field, value] as const)),
  )
  it.each(cases)('%s %s %j', (side, field, value) => {
    const outcome = judge({ [side]: { ...party, [field]: value } })
    expect(codesOf(outcome)).toEqual([`${side}_${field}_MISSING`.toUpperCase()])
    expect(outcome).toMatchObject({
      is_compliant: false,
      risk_level: 'high',
      [`${side}_verified`]: false,
    })
  })

  it.each(['account', 'name'])('of a record: originator %s', (field) => {
    const whole = { name: 'A', account: '1' }
    const beneficiary = { name: 'B', vasp_id: 'v' }
    const record = {
      form: 'transfer',
      originator: { ...whole, [field]: ' ' },
      beneficiary,
    } as const
    expect(codesOf(judge(record))).toEqual([`ORIGINATOR_${field.toUpperCase()}_MISSING`])
    expect(codesOf(judge({ ...record, originator: whole, beneficiary: { name: 'B' } }))).toEqual([
      'BENEFICIARY_VASP_ID_MISSING',
    ])
    expect(judge({ ...record, originator: whole }).is_compliant).toBe(true)
  })

  it.each([
    ['originator_cleared', 'SANCTIONS_MATCH_ORIGINATOR'],
    ['beneficiary_cleared', 'SANCTIONS_MATCH_BENEFICIARY'],
  ])('%s at any amount', (fact, code) => {
    const outcome = judge({ amount: '0.01' }, { [fact]: false })
    expect(codesOf(outcome)).toEqual([code])
    expect(outcome).toMatchObject({ is_compliant: false, risk_level: 'critical' })
  })

  it('JURISDICTION_UNSUPPORTED', () => {
    const outcome = judge({ jurisdiction: 'jp' })
    expect(codesOf(outcome)).toEqual(['JURISDICTION_UNSUPPORTED'])
    expect(outcome).toMatchObject({
      is_compliant: false,
      risk_level: 'medium',
      applicable_jurisdiction: 'JP',
      applicable_regulations: [],
    })
    expect(judge({ jurisdiction: 'JP', originator: {} }).risk_level).toBe('high')
  })

  it('are none for the published sample, which keeps a low risk and a recommendation', () => {
    const outcome = judge({ asset_type: 'crypto' })
    expect(outcome).toMatchObject({ is_compliant: true, risk_level: 'low', compliance_issues: [] })
    expect(outcome.applicable_regulations).toEqual([
      'FATF_Recommendation_16',
      'EU_Transfer_of_Funds_Regulation',
      'MiCA_Article_76',
    ])
    expect(outcome.recommendations[0]).toMatch(/Enhanced due diligence/)
    expect(judge({ amount: '10000.00' }).recommendations[0]).not.toMatch(/Enhanced/)
    expect(judge({ amount: '10000.01' }).recommendations[0]).toMatch(/Enhanced/)
    const full = { ...party, address: 'Vilnius', doc_id: 'X1' }
    expect(judge({ amount: '2000', originator: full }).recommendations).toEqual([])
  })
})

describe('rule sets', () => {
  it('have a version each, and are found by it', () => {
    expect(new Set(ruleSets.map(({ version }) => version)).size).toBe(ruleSets.length)
    for (const rules of ruleSets) expect(findRules(rules.version)).toBe(rules)
    expect(findRules('never')).toBe(undefined)
  })
})

describe('MiCA', () => {
  const known = {
    casp_authorized: false,
    issuer_cleared: true,
    list_version: null,
    reserve_ratio: '1.0000',
    reserves_compliant: true,
  }
  const hash = `sha256:${'0f'.repeat(32)}`
  const passed = (asset_type: string, whitepaper_hash?: string, change: object = {}) => {
    const outcome = evaluateMica(
      { asset_type, issuer_id: 'I', whitepaper_hash },
      { ...known, ...change },
      currentRules,
    )
    const failed = outcome.requirements.filter((one) => !one.passed).map((one) => one.code)
    expect(outcome.is_compliant).toBe(failed.length === 0)
    return failed
  }
  it.each([
    ['e-money-token', hash, {}, []],
    ['utility-token', hash, { reserves_compliant: false }, []],
    ['e-money-token', hash, { reserves_compliant: false }, ['RESERVE_RATIO']],
    ['asset-referenced-token', hash, { reserves_compliant: false }, ['RESERVE_RATIO']],
    ['other', undefined, {}, ['WHITEPAPER_PUBLISHED', 'WHITEPAPER_HASH_VALID']],
    ['other', 'sha256:abc', {}, ['WHITEPAPER_HASH_VALID']],
    ['other', hash.slice(0, -1), {}, ['WHITEPAPER_HASH_VALID']],
    ['other', hash, { issuer_cleared: false }, ['ISSUER_CLEARED']],
  ])('%s %s %j: %j', (type, given, change, failed) => {
    expect(passed(type, given, change)).toEqual(failed)
  })

  it('validates white papers', () => {
    const sections = Object.fromEntries(currentRules.mica.sections.map((name) => [name, 'text']))
    const paper = { issuer_legal_name: 'I', publication_date: '2026-01-01', sections }
    const validate = (change: object) =>
      validateWhitepaper({ ...paper, page_count: 20, ...change }, currentRules)
    expect(validate({})).toEqual({ valid: true, errors: [], warnings: [] })
    expect(validate({ page_count: 40 }).valid).toBe(true)
    expect(validate({ page_count: 41 }).errors).toHaveLength(1)
    expect(validate({ page_count: 5 }).warnings).toEqual([])
    expect(validate({ page_count: 4 }).warnings).toHaveLength(1)
    expect(validate({ sections: {} }).errors).toHaveLength(7)
    expect(validateWhitepaper({}, currentRules).errors).toHaveLength(9)
  })
})

describe('deadlines', () => {
  it.each([
    // Friday evening in Paris; the end of Monday.
    ['EU', '2026-03-06T18:00:00Z', '2026-03-09T22:59:59.000Z'],
    ['EU', '2026-03-02T12:00:00Z', '2026-03-03T22:59:59.000Z'],
    // After midnight in Paris it is Tuesday.
    ['EU', '2026-03-02T23:30:00Z', '2026-03-04T22:59:59.000Z'],
    ['UK', '2026-03-02T23:30:00Z', '2026-03-03T23:59:59.000Z'],
    // The clocks change on Sunday, 29 March.
    ['EU', '2026-03-27T12:00:00Z', '2026-03-30T21:59:59.000Z'],
  ] as const)('MiFID %s %s: %s', (jurisdiction, traded_at, due) => {
    const request = { transaction_id: 't', report_type: 'transaction', jurisdiction }
    expect(evaluateMifid(request, { traded_at }, currentRules).reporting_deadline).toBe(due)
  })

  it('skip weekends', () => {
    expect(addWeekdays('2026-03-06', 1)).toBe('2026-03-09')
    expect(addWeekdays('2026-03-07', 1)).toBe('2026-03-09')
    expect(addWeekdays('2026-03-02', 5)).toBe('2026-03-09')
    expect(dayAt(new Date('2026-03-02T23:00:00Z'), 'Asia/Singapore')).toBe('2026-03-03')
    expect(endOfDay('2026-07-01', 'America/New_York').toISOString()).toBe(
      '2026-07-02T03:59:59.000Z',
    )
  })

  const call = schedule.find(({ report_type }) => report_type === 'CALL')!
  it('of quarterly filings are thirty days after the quarter', () => {
    const next = (now: string) => nextDeadline(call, new Date(now))!.toISOString()
    expect(next('2026-03-31T12:00:00Z')).toBe('2026-05-01T03:59:59.000Z')
    expect(next('2026-05-01T03:59:59Z')).toBe('2026-05-01T03:59:59.000Z')
    expect(next('2026-05-01T04:00:00Z')).toBe('2026-07-31T03:59:59.000Z')
  })

  const toFiled = (at: string, stated: Partial<Filed> = {}): Filed => ({
    report_type: 'CALL',
    jurisdiction: 'US',
    submitted_at: new Date(at),
    reporting_period: null,
    reporting_date: null,
    ...stated,
  })
  it('are overdue only for quarters that ended since the bank opened, until filed', () => {
    const overdue = (opened: string, now: string, filed: string[] = []) =>
      countOverdue(call, {
        opened: new Date(opened),
        now: new Date(now),
        filed: filed.map((at) => toFiled(at)),
      })
    expect(overdue('2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z')).toBe(0)
    expect(overdue('2026-03-01T00:00:00Z', '2026-05-02T00:00:00Z')).toBe(1)
    expect(overdue('2026-03-01T00:00:00Z', '2026-05-02T00:00:00Z', ['2026-04-10T00:00:00Z'])).toBe(
      0,
    )
    // A report of before the end of the quarter does not count for it.
    expect(overdue('2026-03-01T00:00:00Z', '2026-05-02T00:00:00Z', ['2026-03-30T00:00:00Z'])).toBe(
      1,
    )
    expect(overdue('2026-04-15T00:00:00Z', '2026-05-02T00:00:00Z')).toBe(0)
    expect(overdue('2025-01-02T00:00:00Z', '2026-01-01T00:00:00Z')).toBe(3)
  })

  it('are met by a late filing of the quarter that it states, or of the oldest that is not filed', () => {
    const overdue = (...filed: Filed[]) =>
      countOverdue(call, {
        opened: new Date('2026-03-01T00:00:00Z'),
        now: new Date('2026-08-02T00:00:00Z'),
        filed,
      })
    const late = '2026-07-05T12:00:00Z'
    expect(overdue()).toBe(2)
    // The first quarter; the second is still to be filed.
    expect(overdue(toFiled(late))).toBe(1)
    expect(overdue(toFiled(late), toFiled('2026-07-20T12:00:00Z'))).toBe(0)
    const second = [{ reporting_period: '2026-Q2' }, { reporting_date: '2026-06-30' }]
    for (const stated of second) {
      expect(overdue(toFiled(late, stated))).toBe(1)
      // A correction of the second quarter does not count for the first.
      expect(overdue(toFiled(late, stated), toFiled('2026-07-20T12:00:00Z', stated))).toBe(1)
      expect(overdue(toFiled(late, stated), toFiled('2026-07-20T12:00:00Z'))).toBe(0)
    }
    // It cannot be about a quarter that has not ended.
    expect(overdue(toFiled(late, { reporting_date: '2026-09-30' }))).toBe(1)
  })

  it('are warned of seven, three and one days before', () => {
    const warned = (now: string) =>
      summarize({ now: new Date(now), opened: new Date(now), filed: [], jurisdiction: 'US' })
        .warnings
    expect(warned('2026-04-23T12:00:00Z')).toMatchObject([{ report_type: 'CALL', days_left: 7 }])
    expect(warned('2026-04-24T12:00:00Z')).toEqual([])
    expect(warned('2026-04-27T12:00:00Z')).toMatchObject([{ days_left: 3 }])
  })
})

describe('reports', () => {
  const common = { entity_name: 'Florin', reporting_date: '2026-03-02' }
  const ctr = {
    transaction_amount: '10000.00',
    transaction_type: 'd',
    financial_institution: 'f',
    conductor_info: 'c',
  }
  it.each([
    ['CTR', 'US', ctr, []],
    ['CTR', 'US', { ...ctr, transaction_amount: '9999.99' }, ['transaction_amount']],
    ['CTR', 'US', { ...ctr, transaction_amount: 'much' }, ['transaction_amount']],
    [
      'SAR',
      'US',
      {},
      ['suspicious_activity_type', 'narrative', 'activity_date_range', 'subject_info'],
    ],
    ['CMIR', 'US', { transport_amount: 10000, transport_direction: 'out' }, ['country_of_origin']],
    [
      'FBAR',
      'US',
      { foreign_accounts: [], tax_year: 2025, max_account_value: 10001 },
      ['foreign_accounts'],
    ],
    [
      'MiFID_Transaction',
      'EU',
      {
        instrument_id: 'i',
        transaction_reference: 't',
        executing_entity_id: 'e',
        quantity: 1,
        price: 1,
      },
      ['venue', 'buyer_id'],
    ],
    [
      'MiFID_Transaction',
      'UK',
      {
        instrument_id: 'i',
        transaction_reference: 't',
        executing_entity_id: 'e',
        quantity: 1,
        price: 1,
      },
      ['firm_reference'],
    ],
    [
      'EMIR',
      'EU',
      {
        counterparty_id: 'c',
        trade_id: 't',
        derivative_type: 'd',
        notional_amount: 1,
        maturity_date: 'm',
        action_type: 'undo',
      },
      ['action_type'],
    ],
    [
      'SFTR',
      'EU',
      { counterparty_id: 'c', collateral_info: 'i', principal_amount: 1, sft_type: 'repo' },
      [],
    ],
    [
      'REP-CRIM',
      'UK',
      {},
      [
        'reporting_period',
        'total_sars_submitted',
        'aml_budget',
        'compliance_staff_count',
        'risk_assessment_date',
      ],
    ],
    [
      'SUP16',
      'UK',
      { firm_reference: 'f', reporting_period: 'p', transaction_data: 'd' },
      ['product_type'],
    ],
    [
      'MAS_Returns',
      'SG',
      { return_type: 'r', reporting_period: 'p', institution_code: 'i' },
      ['financial_data'],
    ],
    [
      'STR',
      'SG',
      {
        suspicious_activity_type: 's',
        narrative: 'n',
        subject_info: 's',
        transaction_details: 't',
        reporting_institution: 'r',
      },
      ['grounds_for_suspicion'],
    ],
    ['COREP', 'EU', {}, []],
  ] as const)('%s %s %j lacks %j', (type, jurisdiction, data, lacking) => {
    const problems = findProblems(type, jurisdiction, { ...common, ...data })
    expect(Object.keys(problems)).toEqual(lacking.map((field) => `report_data.${field}`))
  })

  it('all need the entity and the date', () => {
    expect(Object.keys(findProblems('COREP', 'EU', {}))).toEqual([
      'report_data.entity_name',
      'report_data.reporting_date',
    ])
  })

  it('go to the regulator of their jurisdiction', () => {
    expect(findRegulator('US', 'CALL')?.code).toBe('FDIC')
    expect(findRegulator('UK', 'CTR')).toBe(undefined)
  })

  it.each([
    [0, 'pending', 'submitted'],
    [59.999, 'pending', 'submitted'],
    [60, 'processing', 'acknowledged'],
    [299.999, 'processing', 'acknowledged'],
    [300, 'accepted', 'acknowledged'],
  ])('after %d seconds: %s, a record %s', (seconds, status, record) => {
    const from = new Date('2026-03-02T12:00:00Z')
    const now = new Date(from.getTime() + seconds * 1000)
    expect(reportStatusAt({ submitted_at: from, channel: 'simulated' }, now)).toBe(status)
    expect(reportStatusAt({ submitted_at: from, channel: 'files' }, now)).toBe('pending')
    expect(recordStatusAt({ created_at: from, is_compliant: true }, now)).toBe(record)
    expect(recordStatusAt({ created_at: from, is_compliant: false }, now)).toBe('rejected')
  })
})

it.each([
  ['9999.99', 'USD', false, [false, false, false]],
  ['10000.00', 'USD', false, [true, false, false]],
  ['1.00', 'EUR', true, [false, true, true]],
  ['1.00', 'GBP', true, [false, true, false]],
  ['1.00', 'SGD', true, [false, false, false]],
])('regulations of %s %s, crypto %s: %j', (amount, currency, is_crypto, applies) => {
  const { regulations } = findApplicable({ amount, currency, is_crypto }, facts.dollar_rates)
  expect(Object.values(regulations).map((one) => one.applies)).toEqual(applies)
})
