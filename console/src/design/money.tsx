// Amounts of money: always with the code of their asset, in figures of equal width, and never as a float. They come
// from the bank as decimal text and are shown digit by digit.
import { classes } from './classes.ts'

/** The most decimal places that are shown; all are in the tooltip. */
const DIGITS_MAX = 8

/** "1234567.5000" as "1,234,567.50", in the viewer's locale; never rounded up. */
export function formatDecimal(text: string, isExact = false): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const digits = Math.min(text.split('.')[1]?.length ?? 0, DIGITS_MAX)
  const format = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: isExact ? digits : Math.min(digits, 2),
    maximumFractionDigits: digits,
    roundingMode: 'trunc',
  })
  // The text form keeps every digit.
  return format.format(text as `${number}`)
}

/** Answers that are JSON numbers are written out in full, never as 1e-7. */
export const toDecimal = (value: number, digits = 8): string =>
  value.toLocaleString('en-US', {
    useGrouping: false,
    minimumFractionDigits: Math.min(digits, 2),
    maximumFractionDigits: digits,
  })

interface MoneyProps {
  readonly amount: string
  readonly code: string
  /** Shows a plus before what came in, and colours it. */
  readonly isChange?: boolean
  readonly isLarge?: boolean
  /** Keeps zeros at the end. */
  readonly isExact?: boolean
  readonly className?: string
}

export function Money(props: MoneyProps) {
  const { amount, code, isChange = false, isLarge = false, isExact = false, className } = props
  const isNegative = amount.startsWith('-')
  const isZero = /^-?0*(\.0*)?$/.test(amount)
  const digits = amount.replace(/^-/, '')
  const sign = isNegative && !isZero ? '−' : isChange && !isZero ? '+' : ''
  return (
    <span
      title={(amount.split('.')[1]?.length ?? 0) > DIGITS_MAX ? `${amount} ${code}` : undefined}
      className={classes(
        'figures whitespace-nowrap',
        isChange && !isNegative && !isZero && 'text-good',
        isLarge && 'text-3xl font-semibold tracking-tight',
        className,
      )}
    >
      {sign}
      {formatDecimal(digits, isExact)}
      <span
        className={classes(
          'text-soft',
          isLarge ? 'ml-1.5 text-lg font-medium' : 'ml-1 text-[0.85em]',
        )}
      >
        {code}
      </span>
    </span>
  )
}
