// Maps the codes of ACH returns to the codes of ISO 20022, for status reports.

/** By the correspondence that the rules of ACH and ISO 20022 suggest; all others are MS03, no reason given. */
const ofReturns: Readonly<Record<string, string>> = {
  R01: 'AM04',
  R02: 'AC04',
  R03: 'AC01',
  R04: 'AC01',
  R06: 'AG01',
  R07: 'MD01',
  R08: 'DS02',
  R09: 'AM04',
  R10: 'MD06',
  R13: 'RC01',
  R14: 'MD07',
  R15: 'MD07',
  R16: 'AC06',
  R17: 'AC01',
  R20: 'AG01',
  R24: 'AM05',
  R29: 'MD06',
}

const UNSAID = 'MS03'

export const isoCodeOf = (code: string | null): string => {
  if (code === null) return UNSAID
  return /^R\d\d$/.test(code) ? (ofReturns[code] ?? UNSAID) : code
}
