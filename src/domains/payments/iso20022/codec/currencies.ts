// The currencies of ISO 4217 and how many decimals each has. Codes that ended are still read in old files.

const withDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
    MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
    SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
    ANG ATS BEF BYR CUC CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MRO MTL NLG PTE SIT SKK SLL STD VEF ZMK
    ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Metals, units of account and funds have no smallest unit: an amount may have all decimals that a message carries. */
const WITHOUT_UNIT = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA'
const DECIMALS_MAX = 5

const decimals: ReadonlyMap<string, number> = new Map(
  [...Object.entries(withDecimals), [DECIMALS_MAX, WITHOUT_UNIT] as const].flatMap(
    ([places, codes]) => codes.split(/\s+/).map((code) => [code, Number(places)] as const),
  ),
)

/** The code of ISO 4217 for a transaction in which there is no currency. */
export const NO_CURRENCY = 'XXX'

/** The decimals of a currency; undefined for an unknown code. */
export const decimalsOf = (currency: string): number | undefined => decimals.get(currency)
