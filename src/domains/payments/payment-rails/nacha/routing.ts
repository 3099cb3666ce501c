// Routing numbers of American banks: eight digits that name the bank, and a check digit.

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7] as const

/** The ninth digit that belongs to the first eight: the weighted sum of all is a multiple of ten. */
export function checkDigitOf(firstEight: string): string {
  const sum = WEIGHTS.reduce(
    (total, weight, index) => total + weight * Number(firstEight[index]),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Whether nine digits are a routing number. Nine zeros name no bank. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && text !== '000000000' && checkDigitOf(text.slice(0, 8)) === text[8]
