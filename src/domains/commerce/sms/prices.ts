// Prices a message: the provider's rate in euros, converted to dollars, plus the bank's margin, in whole
// millionths of a USDC and always rounded up.
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'

/** Ten-thousandths of a euro per part, used where the provider lists no rate. */
export const defaultRates: Readonly<Record<string, number>> = {
  AE: 420,
  AR: 560,
  AT: 640,
  AU: 380,
  BE: 760,
  BG: 690,
  BR: 240,
  CA: 70,
  CH: 570,
  CN: 290,
  CY: 280,
  CZ: 480,
  DE: 750,
  DK: 370,
  EE: 610,
  EG: 1050,
  ES: 520,
  FI: 680,
  FR: 560,
  GB: 350,
  GR: 450,
  HK: 480,
  HR: 580,
  HU: 640,
  ID: 1830,
  IE: 560,
  IL: 1020,
  IN: 410,
  IS: 510,
  IT: 590,
  JP: 580,
  KE: 620,
  KR: 300,
  KZ: 960,
  LT: 390,
  LU: 620,
  LV: 540,
  MA: 670,
  MT: 460,
  MX: 310,
  MY: 370,
  NG: 710,
  NL: 810,
  NO: 470,
  NZ: 830,
  PH: 870,
  PL: 270,
  PT: 350,
  RO: 490,
  RS: 560,
  SA: 640,
  SE: 460,
  SG: 390,
  SI: 690,
  SK: 570,
  TH: 160,
  TR: 320,
  TW: 540,
  UA: 1020,
  US: 70,
  VN: 580,
  ZA: 190,
}

/** 1.08 dollars per euro and a margin of 15 %: 1.08 × 1.15 over 10,000. */
const DOLLARS_AND_MARGIN = 108n * 115n
const OVER = 10_000n
/** Converts ten-thousandths to millionths. */
const ATOMIC_PER_RATE = 100n

const PRICE_MIN = 1_000n
/** The price per part to a country without a rate. */
const PRICE_UNKNOWN = 50_000n

export function toUsdc(rate: number): bigint {
  const price = multiplyDivide(BigInt(rate) * ATOMIC_PER_RATE, DOLLARS_AND_MARGIN, OVER, 'up')
  return price < PRICE_MIN ? PRICE_MIN : price
}

export const priceOf = (rate: number | undefined, parts: number): bigint =>
  (rate === undefined ? PRICE_UNKNOWN : toUsdc(rate)) * BigInt(parts)

/** 390 → '0.0390'. */
export const formatRate = (rate: number): string =>
  formatDecimal({ units: BigInt(rate), asset: { code: 'EUR', precision: 4 } })
