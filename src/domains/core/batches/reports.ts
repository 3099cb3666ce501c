// Makes the reports: rows and totals at one moment, stored with the operation that made them.
import { dayOf, startOfDay } from '../../../kernel/days.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import {
  type Day,
  listDayMoves,
  listLargestBalances,
  listTrialBalance,
  sumBalances,
  sumDay,
} from '../ledger/index.ts'
import { endOf } from './days.ts'
import type { ParametersOf } from './parameters.ts'
import { type StepResult, type StepContext, writeUnits } from './step.ts'

type ReportType = ParametersOf<'report_generation'>['report_type']

interface Report {
  readonly rows: readonly object[]
  /** The number of records in all; larger than the number of rows when only the first are shown. */
  readonly records: number
  readonly totals: readonly object[]
  readonly [extra: string]: unknown
}

const ROWS_MAX = 1_000

export async function makeReport(work: StepContext): Promise<StepResult> {
  const { ctx, batch, operation } = work
  const { report_type, date } = operation.parameters as ParametersOf<'report_generation'>
  const day = date ?? dayOf(ctx.now)
  const report = await reports[report_type](work, {
    environment: batch.environment,
    from: startOfDay(day),
    before: endOf(day),
  })
  return {
    processed: report.records,
    total: report.records,
    state: {},
    result: { report_type, date: day, generated_at: ctx.now.toISOString(), ...report },
  }
}

const reports: Readonly<Record<ReportType, (work: StepContext, day: Day) => Promise<Report>>> = {
  async daily_summary({ ctx, assets }, day) {
    const { moves, accounts_opened } = await sumDay(ctx.tx, day)
    return {
      rows: moves.map((row) => ({
        type: row.type,
        subtype: row.subtype,
        asset_code: row.asset,
        moves: row.moves,
        amount: writeUnits(assets, row.asset, BigInt(row.units)),
      })),
      records: moves.reduce((sum, row) => sum + row.moves, 0),
      totals: totalsOf(moves, assets),
      accounts_opened,
    }
  },

  async balances({ ctx, batch, assets }) {
    const sums = await sumBalances(ctx.tx, batch.environment)
    const rows = await listLargestBalances(ctx.tx, batch.environment, ROWS_MAX)
    return {
      rows: rows.map((row) => ({
        account_uuid: row.account_id,
        asset_code: row.asset,
        status: row.status,
        balance: writeUnits(assets, row.asset, BigInt(row.units)),
        reserved: writeUnits(assets, row.asset, BigInt(row.held)),
      })),
      records: sums.reduce((sum, row) => sum + row.accounts, 0),
      totals: sums.map((row) => ({
        asset_code: row.asset,
        accounts: row.accounts,
        balance: writeUnits(assets, row.asset, BigInt(row.units)),
        reserved: writeUnits(assets, row.asset, BigInt(row.held)),
      })),
    }
  },

  async transactions({ ctx, assets }, day) {
    const { moves } = await sumDay(ctx.tx, day)
    const rows = await listDayMoves(ctx.tx, day, ROWS_MAX)
    return {
      rows: rows.map(({ asset, units, ...row }) => ({
        ...row,
        asset_code: asset,
        amount: writeUnits(assets, asset, BigInt(units)),
      })),
      records: moves.reduce((sum, row) => sum + row.moves, 0),
      totals: totalsOf(moves, assets),
    }
  },

  /** Positive balances are owed by the bank and so are credits; negative balances are debits. */
  async trial_balance({ ctx, batch, assets }) {
    const rows = await listTrialBalance(ctx.tx, batch.environment)
    const sides = (units: bigint) => ({
      debit: units < 0n ? -units : 0n,
      credit: units > 0n ? units : 0n,
    })
    const write = (asset: string, { debit, credit }: ReturnType<typeof sides>) => ({
      debit: writeUnits(assets, asset, debit),
      credit: writeUnits(assets, asset, credit),
    })
    const codes = [...new Set(rows.map((row) => row.asset))]
    return {
      rows: rows.map(({ account, asset, units }) => ({
        account,
        asset_code: asset,
        ...write(asset, sides(BigInt(units))),
      })),
      records: rows.length,
      totals: codes.map((asset) => {
        const own = rows.filter((row) => row.asset === asset).map((row) => sides(BigInt(row.units)))
        const debit = own.reduce((sum, side) => sum + side.debit, 0n)
        const credit = own.reduce((sum, side) => sum + side.credit, 0n)
        return { asset_code: asset, ...write(asset, { debit, credit }), balanced: debit === credit }
      }),
    }
  },
}

function totalsOf(moves: Awaited<ReturnType<typeof sumDay>>['moves'], assets: AssetCatalogue) {
  const sums = new Map<string, { moves: number; units: bigint }>()
  for (const row of moves) {
    const sum = sums.get(row.asset) ?? { moves: 0, units: 0n }
    sums.set(row.asset, { moves: sum.moves + row.moves, units: sum.units + BigInt(row.units) })
  }
  return [...sums].map(([asset, sum]) => ({
    asset_code: asset,
    moves: sum.moves,
    amount: writeUnits(assets, asset, sum.units),
  }))
}
