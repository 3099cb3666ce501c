// Which country a number belongs to, and what a country is called.
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Undefined for what is no country. */
export const findCountryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? names.of(code) : undefined

/** The plus and digits, as the provider wants it. */
export const toDestination = (number: string): string => `+${number.replace(/^\+/, '')}`

/** Several countries share a dial code; the largest of each stands for numbers that none has issued. */
const sharedBy: Readonly<Record<string, string>> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
}

/** Loaded when the first message comes: the plans of all numbers take a while to read. */
async function loadPlans() {
  const plans = await import('libphonenumber-js/max')
  const countryOfDialCode = new Map<string, string>([
    ...plans.getCountries().map((code) => [plans.getCountryCallingCode(code), code] as const),
    ...Object.entries(sharedBy),
  ])
  return { parse: plans.parsePhoneNumberFromString, countryOfDialCode }
}

let loaded: ReturnType<typeof loadPlans> | undefined

const DIAL_CODE_LENGTH_MAX = 3
/** What a number counts as that belongs to nobody. */
const FALLBACK = 'US'

/** By the plan of numbers where that tells, otherwise by the longest dial code that fits. */
export async function countryOf(destination: string): Promise<string> {
  loaded ??= loadPlans()
  const { parse, countryOfDialCode } = await loaded
  const planned = parse(destination)?.country
  if (planned !== undefined) return planned
  for (let length = DIAL_CODE_LENGTH_MAX; length > 0; length--) {
    const country = countryOfDialCode.get(destination.slice(1, 1 + length))
    if (country !== undefined) return country
  }
  return FALLBACK
}
