// Reads and writes NACHA files, the batch files of the American clearing houses.
export type {
  AchFile,
  Addenda,
  AddendaInput,
  Batch,
  BatchControl,
  BatchHeader,
  Entry,
  EntryInput,
  FileControl,
  FileHeader,
} from './file.ts'
export { TOTAL_MAX } from './batch-records.ts'
export { describeProblem, NachaError, type Problem } from './problem.ts'
export { checkFile, type FileHandler, readFile, readParts } from './reader.ts'
export { changeCodes, readCorrection } from './change-codes.ts'
export { returnCodes } from './return-codes.ts'
export { isAnswer } from './file.ts'
export { isRoutingNumber } from './routing.ts'
export { secCodes } from './sec-codes.ts'
export { transactionCodes } from './transaction-codes.ts'
export {
  makeChange,
  makeChanges,
  makeReturn,
  makeReturns,
  type ReturnedEntry,
} from './responses.ts'
export { toAchText, writeFile } from './writer.ts'
