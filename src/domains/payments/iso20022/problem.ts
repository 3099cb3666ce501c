// The problems that a message can have. Each says where it is: the line of the file and the path of the element.

/** Every code that validation may answer, with its meaning; the documentation shows this table. */
export const problemCodes = {
  NOT_WELL_FORMED: 'The text is not well-formed XML, or it is cut off.',
  DOCTYPE: 'The text has a DOCTYPE; entities and external definitions are never read.',
  ENCODING: 'The text is in a character encoding that is not supported.',
  TOO_LARGE: 'The message is larger than this service accepts.',
  TOO_DEEP: 'Elements are nested too deeply.',
  TOO_LONG: 'One text, tag or comment is longer than any message needs.',
  UNKNOWN_TYPE: 'There is no message of a supported type in the text.',
  UNKNOWN_NAMESPACE: 'The namespace does not name the message type.',
  SECOND_MESSAGE: 'The text has more than one message.',
  MISSING: 'A required element is missing or empty.',
  REPEATED: 'An element occurs more often than allowed, or beside its alternative.',
  ORDER: 'An element occurs before one that must precede it.',
  FORMAT: 'A value does not have the form of its type.',
  LENGTH: 'A text is longer than its element allows.',
  CODE: 'A code is not in the list of its element.',
  CURRENCY: 'The currency is missing or not an ISO 4217 code.',
  AMOUNT: 'The amount is not a positive decimal number.',
  DECIMALS: 'The amount has more decimals than its currency.',
  DATE: 'The date or time does not exist or is not written as ISO 8601.',
  IBAN: 'The IBAN has a wrong country, length or check digits.',
  BIC: 'The BIC does not have the form of one.',
  UETR: 'The UETR is not a version 4 UUID in lower case.',
  COUNT: 'A declared number of transactions or entries differs from the number found.',
  SUM: 'A declared sum differs from the sum of the amounts.',
  BALANCE: 'The opening balance and the entries do not add up to the closing balance.',
} as const

export type ProblemCode = keyof typeof problemCodes

export interface Problem {
  /** The line of the element, counted from 1. */
  readonly line: number
  /** The path of the element from the root of the message, such as CstmrCdtTrfInitn/PmtInf[1]/PmtMtd. */
  readonly path: string
  readonly code: ProblemCode
  readonly message: string
}

/** The problem of a value, without its location. */
export type Flaw = Pick<Problem, 'code' | 'message'>
