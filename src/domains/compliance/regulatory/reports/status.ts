// The compliance status of the bank: what is switched on, what is due, and what is overdue.
import type { Environment } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { schedule, summarize } from './deadlines.ts'
import { type Jurisdiction, jurisdictionCodes, jurisdictions } from '../jurisdictions.ts'
import type { Regulators } from './regulators.ts'
import {
  countDecisions,
  type DecisionKind,
  findOpening,
  lastDecisions,
  listFiled,
} from '../store.ts'

async function readFiled(tx: Db, environment: Environment) {
  const types = schedule
    .filter((one) => one.frequency === 'quarterly')
    .map((one) => one.report_type)
  return listFiled(tx, environment, types)
}

const isDemo = (regulators: Regulators, environment: Environment): boolean =>
  regulators.channelOf(environment) === 'simulated'

export function listAdapters(regulators: Regulators, environment: Environment) {
  const channel = regulators.channelOf(environment)
  return jurisdictionCodes.map((code) => ({
    ...jurisdictions[code].adapter,
    jurisdiction: code,
    report_types: [...jurisdictions[code].regulators[0].reportTypes],
    available: channel !== undefined,
    sandbox: channel !== 'files',
  }))
}

export async function readSummary(
  { tx, caller, now }: Context,
  regulators: Regulators,
  jurisdiction?: Jurisdiction,
) {
  const { environment } = caller
  const opened = (await findOpening(tx)) ?? now
  const filed = await readFiled(tx, environment)
  return {
    ...summarize({ now, opened, filed, jurisdiction }),
    jurisdiction: jurisdiction ?? ('all' as const),
    demo_mode: isDemo(regulators, environment),
    adapters_registered: jurisdictionCodes.length,
  }
}

const frameworks = {
  mifid: ['mifid_report'],
  mica: ['mica_check'],
  travel_rule: ['travel_rule_check', 'travel_rule_transfer'],
} as const satisfies Record<string, readonly DecisionKind[]>

export async function getRegulatoryStatus(ctx: Context, regulators: Regulators) {
  const { tx, caller, now } = ctx
  const { environment } = caller
  const last = await lastDecisions(tx, environment, Object.values(frameworks).flat())
  const lastOf = (kinds: readonly DecisionKind[]): string | null => {
    const times = kinds.flatMap((kind) => last.get(kind)?.getTime() ?? [])
    return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
  }
  const frameworkOf = (kinds: readonly DecisionKind[]) => ({
    enabled: true,
    status: 'operational' as const,
    last_checked: lastOf(kinds),
  })
  const { jurisdiction: _all, warnings: _warnings, ...summary } = await readSummary(ctx, regulators)
  const opened = (await findOpening(tx)) ?? now
  const filed = await readFiled(tx, environment)
  return {
    overall_status: statusOf(summary.overdue_filings),
    frameworks: {
      mifid: frameworkOf(frameworks.mifid),
      mica: frameworkOf(frameworks.mica),
      travel_rule: frameworkOf(frameworks.travel_rule),
    },
    jurisdictions: jurisdictionCodes.map((code) => ({
      jurisdiction: code,
      status: statusOf(summarize({ now, opened, filed, jurisdiction: code }).overdue_filings),
      last_checked: now.toISOString(),
    })),
    ...summary,
  }
}

const statusOf = (overdue: number) =>
  overdue > 0 ? ('attention_required' as const) : ('operational' as const)

export async function getMifidStatus({ tx, caller }: Context, assets: AssetCatalogue) {
  const { environment } = caller
  const last = (await lastDecisions(tx, environment, ['mifid_report'])).get('mifid_report')
  const tradeable = assets.list().filter((asset) => asset.is_tradeable)
  return {
    enabled: true,
    best_execution: {
      rts27_enabled: true,
      rts28_enabled: true,
      arm_provider: null,
      analysis: {
        reports: await countDecisions(tx, environment, 'mifid_report'),
        last_report_at: last?.toISOString() ?? null,
      },
    },
    instrument_reference_data: {
      // The instruments are the bank's own; no outside register is connected.
      firds_enabled: false,
      anna_dsb_enabled: false,
      last_sync: null,
      instruments_count: tradeable.length,
      status: 'own_instruments_only',
    },
  }
}
