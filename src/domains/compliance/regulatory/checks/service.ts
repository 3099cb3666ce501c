// Travel-rule checks and records, and MiCA checks: gathers the facts, decides under the current rules and stores
// what was decided.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { decide } from '../decisions.ts'
import { MicaChecked, TravelRuleChecked, TravelRuleSubmitted } from '../events.ts'
import { recordStatusAt } from '../life-cycle.ts'
import type { MicaInput } from './mica.ts'
import { readReserves } from './reserves.ts'
import { currentRules } from '../rules.ts'
import type { SanctionsList } from '../sanctions/list.ts'
import { screenName, type Screening } from '../sanctions/service.ts'
import * as store from '../store.ts'
import type { RecordRow } from '../store.ts'
import {
  chooseJurisdiction,
  isIdentified,
  type Party,
  type TravelRuleInput,
} from './travel-rule.ts'
import type { DollarRates } from '../amounts.ts'

export interface CheckOptions {
  readonly assets: AssetCatalogue
  readonly list: SanctionsList
  readonly caspAuthorized: boolean
}

const compact = (uuid: string): string => uuid.replaceAll('-', '')
export const toCheckId = (uuid: string): string => `trc_${compact(uuid)}`
export const toRecordId = (uuid: string): string => `trt_${compact(uuid)}`

/** An account as it is compared: spaces and case do not matter in IBANs and uuids. */
export const accountKey = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase()

const DECIMAL = /^\d{1,20}(\.\d{1,18})?$/

/** An amount of any currency, zero included, exact to 18 places. */
export function readDecimal(amount: string | number, field: string): string {
  const text = String(amount)
  if (DECIMAL.test(text)) return text
  throw Invalid({
    errors: {
      [field]: [
        'The amount must be a decimal number from 0 on, such as "12.50", with at most 18 places.',
      ],
    },
  })
}

/** The rates that the rule may need, as they are at this moment. */
export function ratesFor(
  currency: string,
  jurisdiction: string,
  assets: AssetCatalogue,
  now: Date,
): DollarRates {
  const codes = new Set([currency, jurisdiction])
  const found = [...codes].flatMap((code) => {
    const rate = assets.findValidRate(code, now)
    return rate === undefined ? [] : [[code, String(rate)] as const]
  })
  return Object.fromEntries(found)
}

const noHits: Screening = { cleared: true, list_version: null, hits: [] }

async function screenParty(party: Party, ctx: Context, { list }: CheckOptions): Promise<Screening> {
  const names = [party.name, party.institution_name].filter(
    (name): name is string => name !== undefined && name.trim() !== '',
  )
  let worst = noHits
  for (const name of names) {
    const screened = await screenName(name, 'travel_rule', ctx, list)
    if (worst.cleared) worst = screened
  }
  return worst
}

async function judge(
  kind: 'travel_rule_check' | 'travel_rule_transfer',
  about: { readonly id: string; readonly subject: string; readonly input: TravelRuleInput },
  ctx: Context,
  options: CheckOptions,
) {
  const { input } = about
  const { thresholds, fallback } = currentRules.travel_rule
  const jurisdiction = chooseJurisdiction(input, currentRules) ?? fallback
  const originator = await screenParty(input.originator, ctx, options)
  const beneficiary = await screenParty(input.beneficiary, ctx, options)
  const facts = {
    dollar_rates: ratesFor(
      input.currency,
      thresholds[jurisdiction].currency,
      options.assets,
      ctx.now,
    ),
    is_crypto: options.assets.find(input.currency)?.type === 'crypto',
    originator_cleared: originator.cleared,
    beneficiary_cleared: beneficiary.cleared,
    list_version: originator.list_version ?? beneficiary.list_version,
  }
  return { facts, outcome: await decide(kind, { ...about, facts }, ctx) }
}

export async function checkTravelRule(input: TravelRuleInput, ctx: Context, options: CheckOptions) {
  const id = uuidv7(ctx.now)
  const check_id = toCheckId(id)
  const { facts, outcome } = await judge(
    'travel_rule_check',
    { id, subject: check_id, input },
    ctx,
    options,
  )
  const { caller, now } = ctx
  const valid_until = new Date(now.getTime() + currentRules.travel_rule.valid_minutes * 60_000)
  const issues = outcome.compliance_issues.map(({ code }) => code)
  const keyOrNull = (text: string | undefined) => (text === undefined ? null : accountKey(text))
  await store.insertCheck(ctx.tx, {
    id,
    environment: caller.environment,
    user_uuid: caller.user!,
    transfer_id: input.transfer_id,
    originator_account: keyOrNull(input.originator.account_number),
    beneficiary_account: keyOrNull(input.beneficiary.account_number),
    currency: input.currency,
    amount: input.amount,
    is_compliant: outcome.is_compliant,
    is_identified: isIdentified(input, currentRules),
    issues,
    valid_until,
    created_at: now,
  })
  const { is_compliant, risk_level, applicable_jurisdiction } = outcome
  const { transfer_id } = input
  ctx.emit(
    TravelRuleChecked,
    { check_id, transfer_id, is_compliant, risk_level, applicable_jurisdiction, issues },
    { user_uuid: caller.user! },
  )
  const { originator_cleared, beneficiary_cleared, list_version } = facts
  return {
    check_id,
    transfer_id,
    ...outcome,
    sanctions_screening: {
      originator_cleared,
      beneficiary_cleared,
      screening_provider: 'internal' as const,
      list_version,
      screened_at: now.toISOString(),
    },
    rule_version: currentRules.version,
    checked_at: now.toISOString(),
    valid_until: valid_until.toISOString(),
  }
}

export async function submitTravelRule(
  input: TravelRuleInput,
  ctx: Context,
  options: CheckOptions,
) {
  const id = uuidv7(ctx.now)
  const record_id = toRecordId(id)
  const about = { id, subject: record_id, input }
  const { outcome } = await judge('travel_rule_transfer', about, ctx, options)
  const { is_compliant, applicable_jurisdiction: jurisdiction } = outcome
  const { transfer_id } = input
  const user_uuid = ctx.caller.user!
  const row = {
    id,
    environment: ctx.caller.environment,
    user_uuid,
    transfer_id,
    is_compliant,
    threshold_exceeded: outcome.threshold_analysis.exceeds_threshold,
    jurisdiction,
    issues: outcome.compliance_issues,
  }
  await store.insertRecord(ctx.tx, { ...row, created_at: ctx.now })
  ctx.emit(
    TravelRuleSubmitted,
    { record_id, transfer_id, is_compliant, jurisdiction },
    { user_uuid },
  )
  return toRecord({ ...row, created_at: ctx.now.toISOString() }, ctx.now)
}

/** The caller's own travel-rule records. */
export async function listRecords(page: PageRequest, { tx, caller, now }: Context) {
  const which = { environment: caller.environment, user_uuid: caller.user! }
  const { rows, total } = await store.listRecords(tx, which, page)
  return toPage(
    rows.map((row) => toRecord(row, now)),
    total,
    page,
  )
}

function toRecord(row: RecordRow, now: Date) {
  return {
    record_id: toRecordId(row.id),
    transfer_id: row.transfer_id,
    status: recordStatusAt({ ...row, created_at: new Date(row.created_at) }, now),
    is_compliant: row.is_compliant,
    threshold_exceeded: row.threshold_exceeded,
    jurisdiction: row.jurisdiction,
    issues: row.issues,
    simulated: true as const,
    created_at: row.created_at,
  }
}

export async function checkMica(input: MicaInput, ctx: Context, options: CheckOptions) {
  const id = uuidv7(ctx.now)
  const check_id = `mica_${compact(id)}`
  const { cleared, list_version } = await screenName(input.issuer_id, 'mica', ctx, options.list)
  const reserves = await readReserves(ctx.tx, ctx.caller.environment, options.assets)
  const facts = {
    casp_authorized: options.caspAuthorized,
    issuer_cleared: cleared,
    list_version,
    reserve_ratio: reserves.reserve_ratio,
    reserves_compliant: reserves.compliant,
  }
  const outcome = await decide('mica_check', { id, subject: check_id, input, facts }, ctx)
  const { asset_type, issuer_id } = input
  ctx.emit(
    MicaChecked,
    { check_id, asset_type, issuer_id, is_compliant: outcome.is_compliant },
    { user_uuid: ctx.caller.user! },
  )
  return {
    check_id,
    asset_type,
    issuer_id,
    ...outcome,
    reserve_ratio_required: 1,
    rule_version: currentRules.version,
    checked_at: ctx.now.toISOString(),
  }
}
