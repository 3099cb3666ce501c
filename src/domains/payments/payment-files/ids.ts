// The ids of files and payments. A payment's id is derived from the file's id and its position, and its transfer has
// the same id, so a second execution of the payment conflicts with the existing transfer in the ledger.
import { uuidv7 } from '../../../kernel/uuid.ts'

/** Eleven bytes of time and random bits; the last five are for positions. */
const OWN_LENGTH = 26

export const newFileId = (now: Date): string =>
  `${uuidv7(now).slice(0, OWN_LENGTH)}${'0'.repeat(10)}`

/** The last byte stays zero, because the ledger numbers the sides of a transfer with it. */
export const toPaymentId = (file: string, position: number): string =>
  `${file.slice(0, OWN_LENGTH)}${position.toString(16).padStart(8, '0')}00`

/** The largest id of a payment of this file. */
export const lastPaymentId = (file: string): string => toPaymentId(file, 0xff_ff_ff_ff)
