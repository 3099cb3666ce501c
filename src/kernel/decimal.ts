// Decimal numbers as text, exactly as they were written: '1234.5'. Never a float.

/** Moves the decimal point `places` to the right and drops redundant zeros. */
export function toDecimal(whole: string, fraction: string, places = 0): string {
  const digits = fraction.padEnd(places, '0')
  const left = (whole + digits.slice(0, places)).replace(/^0+(?=\d)/, '')
  const right = digits.slice(places).replace(/0+$/, '')
  return right === '' ? left : `${left}.${right}`
}

/** Restores the decimal text of a JSON number: its shortest form is the number that was sent. */
export function numberToDecimal(value: number): string {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!
  const shift = Number(exponent)
  const decimal =
    shift >= 0
      ? toDecimal(whole, fraction, shift)
      : toDecimal('0', whole.padStart(1 - shift, '0').slice(1) + fraction)
  return decimal === '0' ? decimal : sign + decimal
}

/** Negative when a is less than b, positive when it is greater. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  const places = Math.max(fractionA.length, fractionB.length)
  const difference =
    BigInt(wholeA + fractionA.padEnd(places, '0')) - BigInt(wholeB + fractionB.padEnd(places, '0'))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
