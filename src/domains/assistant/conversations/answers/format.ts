// Formats figures for display. Every figure of an answer is written here.
import {
  type Asset,
  formatDecimal,
  groupThousands,
  parseDecimal,
} from '../../../../kernel/money.ts'

/** '1,200.00 USD', from the number of an answer, which is exact as JSON. */
export function formatAmount(value: number, asset: Asset): string {
  const json = JSON.stringify(value)
  // A number this small has few digits, so that none is lost.
  const text = json.includes('e') ? value.toFixed(asset.precision) : json
  const money = parseDecimal(text, asset)
  return `${groupThousands(money ? formatDecimal(money) : text)} ${asset.code}`
}

/** '1,200.00 USD', from decimal text. */
export const formatDecimalAmount = (text: string, asset: Asset): string => {
  const money = parseDecimal(text.replaceAll(',', ''), asset)
  return `${groupThousands(money ? formatDecimal(money) : text)} ${asset.code}`
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

/** 'from 2026-03-01 to 2026-03-31' */
export function formatPeriod(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && from === to) return `on ${from}`
  const parts = [from !== undefined && `from ${from}`, to !== undefined && `to ${to}`]
  return parts.filter((part) => typeof part === 'string').join(' ') || 'of all time'
}

/** 'a, b and c' */
export const join = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
