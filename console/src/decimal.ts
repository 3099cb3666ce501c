// Sums of decimal texts without floats.

/** The sum of texts such as "12.50"; as many digits after the point as the longest has. */
export function addDecimals(texts: readonly string[]): string {
  const digits = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const units = texts.reduce((sum, text) => sum + toUnits(text, digits), 0n)
  return fromUnits(units, digits)
}

function toUnits(text: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(digits, '0'))
  return text.startsWith('-') ? -units : units
}

function fromUnits(units: bigint, digits: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
  const sign = units < 0n ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

export const isZero = (text: string): boolean => /^-?0*(\.0*)?$/.test(text)
