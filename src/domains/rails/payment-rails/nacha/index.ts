// Reads and writes NACHA files, the batch files of the American clearing houses.
export type {
  AchFile,
  AchFileInput,
  Addenda,
  AddendaInput,
  Batch,
  BatchInput,
  Entry,
  EntryInput,
} from './file.ts'
export { describeProblem, NachaError, type Problem } from './problem.ts'
export { type CheckedFile, checkFile, readFile } from './reader.ts'
export { changeCodes, type Correction, readCorrection } from './change-codes.ts'
export { returnCodes } from './return-codes.ts'
export { checkDigitOf, isRoutingNumber } from './routing.ts'
export { secCodes } from './sec-codes.ts'
export { transactionCodes } from './transaction-codes.ts'
export {
  type AnswerStamp,
  type ChangedEntry,
  makeChange,
  makeChanges,
  makeReturn,
  makeReturns,
  type ReturnedEntry,
} from './answers.ts'
export { toAchText, writeFile } from './writer.ts'
