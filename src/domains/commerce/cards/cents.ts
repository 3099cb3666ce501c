// Converts the platform's decimal amounts to cents. Nothing is rounded: more than two decimals are refused
// unless the rest are zeros.
import { parseDecimal } from '../../../kernel/money.ts'
import { BadEvent } from './errors.ts'

const cents = { code: '', precision: 2 }

export function readCents(text: string, field: string): bigint {
  const parsed = parseDecimal(text.replace(/(\.\d{2}\d*?)0+$/, '$1'), cents)
  if (!parsed) throw new BadEvent(`the ${field} is not an amount with at most two decimals`)
  return parsed.units
}
