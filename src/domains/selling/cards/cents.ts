// Amounts of the platform: decimal text, kept in cents. More places than two are refused unless they are
// zeros: nothing is rounded.
import { parseDecimal } from '../../../kernel/money.ts'
import { BadEvent } from './errors.ts'

const cents = { code: '', precision: 2 }

export function readCents(text: string, field: string): bigint {
  const parsed = parseDecimal(text.replace(/(\.\d{2}\d*?)0+$/, '$1'), cents)
  if (!parsed) throw new BadEvent(`${field} is no amount in cents`)
  return parsed.units
}
