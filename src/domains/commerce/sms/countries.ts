// Finds the country of a phone number, and the English name of a country code.
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Undefined when the code is not a country's. */
export const findCountryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? names.of(code) : undefined

/** E.164, as the provider expects it. */
export const toDestination = (number: string): string => `+${number.replace(/^\+/, '')}`

/** Some dial codes are shared; numbers no country has issued count as the largest country's. */
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

/** Loaded with the first message: the numbering plans of all countries take a while to read. */
async function loadPlans() {
  const plans = await import('awesome-phonenumber')
  const countryOfDialCode = new Map<string, string>([
    ...plans
      .getSupportedRegionCodes()
      .map((code) => [String(plans.getCountryCodeForRegionCode(code)), code] as const),
    ...Object.entries(sharedBy),
  ])
  return { parse: plans.parsePhoneNumber, countryOfDialCode }
}

let loaded: ReturnType<typeof loadPlans> | undefined

const DIAL_CODE_LENGTH_MAX = 3
/** Used for numbers without a known dial code. */
const FALLBACK = 'US'
/** The region of numbers that belong to no country, such as those of satellites. */
const WORLD = '001'

/** By the numbering plan where it decides, otherwise by the longest matching dial code. */
export async function countryOf(destination: string): Promise<string> {
  loaded ??= loadPlans()
  const { parse, countryOfDialCode } = await loaded
  const planned = parse(destination).regionCode
  if (planned !== undefined && planned !== WORLD) return planned
  for (let length = DIAL_CODE_LENGTH_MAX; length > 0; length--) {
    const country = countryOfDialCode.get(destination.slice(1, 1 + length))
    if (country !== undefined) return country
  }
  return FALLBACK
}
