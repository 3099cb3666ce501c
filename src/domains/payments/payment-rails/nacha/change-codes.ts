// Notifications of change: what a receiving bank corrects, in which columns, and why one may be refused.

export interface ChangeCode {
  readonly code: string
  readonly title: string
}

const titles: Readonly<Record<string, string>> = {
  C01: 'Account number was wrong',
  C02: 'Routing number was wrong',
  C03: 'Routing number and account number were wrong',
  C04: 'Name was wrong',
  C05: 'Transaction code was wrong',
  C06: 'Account number and transaction code were wrong',
  C07: 'Routing number, account number and transaction code were wrong',
  C08: 'Identification of the foreign bank was wrong',
  C09: 'Individual identification was wrong',
  C10: 'Company name was wrong',
  C11: 'Company identification was wrong',
  C12: 'Company name and company identification were wrong',
  C13: 'Format of the addenda was wrong',
  C14: 'Payment leaving the country was not coded as international',
  C61: 'Notification went to the wrong bank',
  C62: 'Trace number of the notification is wrong',
  C63: 'Company identification of the notification is wrong',
  C64: 'Individual identification of the notification is wrong',
  C65: 'Corrected data is not built as its code says',
  C66: 'Corrected routing number is wrong',
  C67: 'Corrected account number is wrong',
  C68: 'Corrected transaction code is wrong',
  C69: 'Corrected name is wrong',
}

export const changeCodes: ReadonlyMap<string, ChangeCode> = new Map(
  Object.entries(titles).map(([code, title]) => [code, { code, title }]),
)
export const changeCodeNames: readonly string[] = [...changeCodes.keys()]

/** The sending bank refuses a notification. */
export const isRefusal = (code: string): boolean => /^C6\d$/.test(code)

export interface Correction {
  readonly accountNumber?: string
  readonly routingNumber?: string
  readonly name?: string
  readonly transactionCode?: string
  readonly identification?: string
}

/** Columns of the corrected data, from 0, by code. */
const places: Readonly<
  Record<string, readonly (readonly [field: keyof Correction, from: number, length: number])[]>
> = {
  C01: [['accountNumber', 0, 17]],
  C02: [['routingNumber', 0, 9]],
  C03: [
    ['routingNumber', 0, 9],
    ['accountNumber', 12, 17],
  ],
  C04: [['name', 0, 22]],
  C05: [['transactionCode', 0, 2]],
  C06: [
    ['accountNumber', 0, 17],
    ['transactionCode', 20, 2],
  ],
  C07: [
    ['routingNumber', 0, 9],
    ['accountNumber', 9, 17],
    ['transactionCode', 26, 2],
  ],
  C09: [['identification', 0, 22]],
}

/** The corrected values of a notification; empty for codes without machine-readable corrections. */
export function readCorrection(code: string, correctedData: string): Correction {
  const found = (places[code] ?? []).map(([field, from, length]) => [
    field,
    correctedData.slice(from, from + length).trim(),
  ])
  return Object.fromEntries(found)
}

/** The corrected data of a notification; undefined if a value that the code corrects is missing or too long. */
export function writeCorrection(code: string, correction: Correction): string | undefined {
  const wanted = places[code]
  if (wanted === undefined) return undefined
  let data = ''
  for (const [field, from, length] of wanted) {
    const value = correction[field]
    if (value === undefined || value.trim() === '' || value.length > length) return undefined
    data = data.padEnd(from) + value
  }
  return data
}
