// Formats a rail with its current state: limits, hours, costs, and statistics of the last seven days.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { nextHolidays } from './calendar.ts'
import { costOf } from './costs.ts'
import { isOpen, nextCutoff, nextOpening, settlementTime, submissionTime } from './hours.ts'
import type { Cost, Rail, Settlement } from './catalogue.ts'
import type { Performance } from './routing.ts'
import { toWallTime } from './zoned-time.ts'

const HOLIDAYS_SHOWN = 5

export interface RailNow {
  readonly now: Date
  readonly performance: Performance | undefined
  readonly chargesCost: boolean
  readonly simulated: boolean
  readonly assets: AssetCatalogue
}

export function toRail(rail: Rail, { now, performance, chargesCost, simulated, assets }: RailNow) {
  const { hours, cost } = rail
  const asset = assets.get(rail.currencies[0]!)
  const fee = chargesCost ? costOf({ thousandths: cost.thousandths }, 0n, asset) : 0n
  const { success, p95_ms } = performance ?? rail
  return {
    id: rail.id,
    name: rail.name,
    aliases: [...rail.aliases],
    type: rail.type,
    currencies: [...rail.currencies],
    min_amount: rail.min,
    max_amount: rail.max,
    instant: rail.instant,
    available: isOpen(rail, now),
    next_opening: nextOpening(rail, now).toISOString(),
    next_cutoff: nextCutoff(rail, now)?.toISOString() ?? null,
    operating_hours:
      hours === 'always'
        ? 'Always'
        : `Monday to Friday ${hours.opens}–${hours.closes} ${hours.zone}, except holidays`,
    cutoff_time: hours === 'always' ? null : hours.closes,
    time_zone: hours === 'always' ? null : hours.zone,
    holidays:
      hours === 'always'
        ? []
        : nextHolidays(hours.calendar, toWallTime(now, hours.zone).day, HOLIDAYS_SHOWN).map(
            ({ day, name }) => ({ date: day, name }),
          ),
    fee: formatDecimal({ units: fee, asset }),
    ...describeCost(cost),
    settlement: describeSettlement(rail.settlement),
    estimated_settlement: settlementTime(rail, submissionTime(rail, now)).toISOString(),
    success_rate: success,
    p95_seconds: p95_ms / 1000,
    failover: [...rail.failover],
    simulated,
  }
}

function describeCost({ thousandths, basisPoints, above }: Cost) {
  const base = formatDecimal({ units: thousandths, asset: { code: '', precision: 3 } })
  return {
    cost: base.replace(/0$/, ''),
    cost_percentage:
      basisPoints === undefined
        ? null
        : formatDecimal({ units: basisPoints, asset: { code: '', precision: 2 } }),
    cost_percentage_above: above === undefined ? null : String(above),
  }
}

const describeSettlement = (settlement: Settlement): string =>
  'ms' in settlement
    ? `Within ${settlement.ms >= DAY_MS ? `${settlement.ms / DAY_MS} days` : `${settlement.ms / 1000} seconds`} of submission`
    : `On the next business day at ${settlement.at} ${settlement.zone}`
