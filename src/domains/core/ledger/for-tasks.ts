// What tasks in worker threads use of this domain. They load nothing else of it.
export { findAccounts, getAccount } from './access.ts'
export { selectBooked } from './booked-store.ts'
export { listMoves } from './history-store.ts'
export { toTransactionId } from './ids.ts'
export { listOwners, listTouchedBooks } from './log-store.ts'
export { findByNumbers, findNumbers } from './number-store.ts'
export { listBooksInPeriod, sumMovesByKind } from './period-store.ts'
export { setPrecisions } from './wording.ts'
