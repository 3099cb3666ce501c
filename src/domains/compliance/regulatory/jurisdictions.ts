// The jurisdictions that the bank reports in, their regulators, and what each of them takes.

export const jurisdictionCodes = ['US', 'EU', 'UK', 'SG'] as const
export type Jurisdiction = (typeof jurisdictionCodes)[number]

export interface Regulator {
  /** The beginning of every reference. */
  readonly code: string
  readonly reportTypes: readonly string[]
}

export interface JurisdictionInfo {
  readonly currency: string
  readonly zone: string
  /** The regulator whose electronic filing the bank is connected to. */
  readonly adapter: { readonly key: string; readonly name: string }
  /** The first is the one behind the adapter. */
  readonly regulators: readonly [Regulator, ...Regulator[]]
}

export const MIFID_TRANSACTION = 'MiFID_Transaction'

export const jurisdictions: Readonly<Record<Jurisdiction, JurisdictionInfo>> = {
  US: {
    currency: 'USD',
    zone: 'America/New_York',
    adapter: { key: 'fincen', name: 'FinCEN BSA E-Filing' },
    regulators: [
      { code: 'FINCEN', reportTypes: ['CTR', 'SAR', 'CMIR', 'FBAR'] },
      { code: 'SEC', reportTypes: ['13F', '10-K', '10-Q'] },
      { code: 'FDIC', reportTypes: ['CALL'] },
    ],
  },
  EU: {
    currency: 'EUR',
    zone: 'Europe/Paris',
    adapter: { key: 'esma', name: 'ESMA FIRDS/TREM' },
    regulators: [
      { code: 'ESMA', reportTypes: [MIFID_TRANSACTION, 'EMIR', 'SFTR'] },
      { code: 'EBA', reportTypes: ['COREP', 'FINREP', 'LCR'] },
    ],
  },
  UK: {
    currency: 'GBP',
    zone: 'Europe/London',
    adapter: { key: 'fca', name: 'FCA Gabriel' },
    regulators: [
      { code: 'FCA', reportTypes: [MIFID_TRANSACTION, 'REP-CRIM', 'SUP16'] },
      { code: 'PRA', reportTypes: ['PRA_Returns'] },
    ],
  },
  SG: {
    currency: 'SGD',
    zone: 'Asia/Singapore',
    adapter: { key: 'mas', name: 'MAS eServices Gateway' },
    regulators: [{ code: 'MAS', reportTypes: ['MAS_Returns', 'STR'] }],
  },
}

export const findJurisdiction = (code: string): Jurisdiction | undefined =>
  jurisdictionCodes.find((one) => one === code)

export const jurisdictionOfCurrency = (currency: string): Jurisdiction | undefined =>
  jurisdictionCodes.find((code) => jurisdictions[code].currency === currency)

/** The regulator of a jurisdiction that takes reports of this type. */
export const findRegulator = (jurisdiction: Jurisdiction, type: string): Regulator | undefined =>
  jurisdictions[jurisdiction].regulators.find(({ reportTypes }) => reportTypes.includes(type))
