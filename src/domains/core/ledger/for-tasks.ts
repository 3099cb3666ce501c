// What tasks in worker threads use of this domain. They load nothing else of it.
export { findAccounts, getAccount } from './accounts/access.ts'
export { selectMoves } from './history/move-store.ts'
export { listMoves, SEARCHED_MAX } from './history/store.ts'
export { COUNTERPARTY_NAME, toTransactionId } from './ids.ts'
export { listOwners, listTouchedBooks } from './history/log-store.ts'
export { findByNumbers, findNumbers } from './accounts/number-store.ts'
export { listBooksInPeriod, sumMovesByKind } from './balances/period-store.ts'
export { setPrecisions } from './amounts.ts'
