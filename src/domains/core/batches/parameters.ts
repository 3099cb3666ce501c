// The parameters of each type of operation, and their checks before the batch is accepted.
import { type TObject, Type } from 'typebox'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Value } from '../../../kernel/value.ts'
import { AppError } from '../../../operation/error.ts'
import { shapeOf } from '../../../operation/shape.ts'
import {
  AmountInput,
  type AssetCatalogue,
  AssetCode,
  readAmount,
  readAsset,
} from '../assets/index.ts'

const Day = Type.String({ format: 'date' })

export const reportTypes = ['daily_summary', 'balances', 'transactions', 'trial_balance'] as const
export const maintenanceTasks = ['prune_replies', 'expire_holds', 'analyze_ledger'] as const

const schemas = {
  account_interest: Type.Object({
    rate: Type.Union([Type.String({ maxLength: 20 }), Type.Number()]),
    asset_code: Type.Optional(AssetCode),
    date: Type.Optional(Day),
  }),
  fee_collection: Type.Object({
    fee_type: Type.String({ minLength: 1, maxLength: 100 }),
    amount: AmountInput,
    asset_code: AssetCode,
    account_uuids: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        minItems: 1,
        maxItems: 1_000,
        uniqueItems: true,
      }),
    ),
  }),
  balance_reconciliation: Type.Object({ date: Day }),
  report_generation: Type.Object({
    report_type: Type.Enum([...reportTypes]),
    date: Type.Optional(Day),
  }),
  maintenance_tasks: Type.Object({
    tasks: Type.Optional(
      Type.Array(Type.Enum([...maintenanceTasks]), { minItems: 1, uniqueItems: true }),
    ),
  }),
} satisfies Record<string, TObject>

export type OperationType = keyof typeof schemas
export type ParametersOf<Type extends OperationType> = Value<(typeof schemas)[Type]>

export const operationTypes = Object.keys(schemas) as OperationType[]

export interface Checked {
  /** The declared parameters and nothing else. */
  readonly parameters: Record<string, unknown>
  /** The problems of each parameter, by name; empty when there are none. */
  readonly errors: Record<string, string[]>
}

/** The catalogue, the day on which the batch runs, and the last one that is settled then. */
export interface ParameterContext {
  readonly assets: AssetCatalogue
  readonly today: string
  readonly settled: string
}

export function checkParameters(
  type: OperationType,
  raw: Record<string, unknown>,
  around: ParameterContext,
): Checked {
  const read = shapeOf(schemas[type]).read(raw)
  if ('problems' in read) return { parameters: {}, errors: read.problems }
  const parameters = read.value as Record<string, unknown>
  return {
    parameters,
    errors: {
      ...rateErrors(parameters.rate),
      ...amountErrors(parameters, around.assets),
      ...dateErrors(type, parameters.date, around),
    },
  }
}

function rateErrors(rate: unknown): Record<string, string[]> {
  if (rate === undefined || readRate(rate as string | number)) return {}
  return { rate: ['The rate must be a decimal number above 0 and up to 100, such as "2.5".'] }
}

function amountErrors(
  { amount, asset_code }: Record<string, unknown>,
  assets: AssetCatalogue,
): Record<string, string[]> {
  if (asset_code === undefined) return {}
  const code = asset_code as string
  try {
    if (amount === undefined) readAsset(assets, code)
    else readAmount(assets, { amount: amount as string | number, asset_code: code })
    return {}
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return (error.details as { errors: Record<string, string[]> }).errors
  }
}

function dateErrors(
  type: OperationType,
  date: unknown,
  { today, settled }: ParameterContext,
): Record<string, string[]> {
  if (date === undefined) return {}
  const day = date as string
  if (type === 'account_interest' && day > settled)
    return {
      date: [
        `The interest of ${day} is paid on the balances at its end; name a day up to ${settled}, or leave the date out.`,
      ],
    }
  if (day <= today) return {}
  return {
    date: [`The date, ${day}, must not be after the day on which the batch runs, ${today}.`],
  }
}

/** Reads percent per year as a fraction: '2.5' → 25 / 10. Undefined unless above 0 and up to 100. */
export function readRate(
  rate: string | number,
): { readonly numerator: bigint; readonly denominator: bigint } | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,10}))?$/.exec(String(rate))
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const numerator = BigInt(whole + fraction)
  const denominator = 10n ** BigInt(fraction.length)
  return numerator > 0n && numerator <= 100n * denominator ? { numerator, denominator } : undefined
}

/** 'batch_' and the uuid. */
export const toBatchId = (id: string): string => `batch_${id}`

export function readBatchId(text: string): string | undefined {
  const id = text.startsWith('batch_') ? text.slice('batch_'.length) : ''
  return isUuid(id) ? id.toLowerCase() : undefined
}
