// What tasks in worker threads use of this domain. They load nothing else of it.
export { findFace, toRuns } from './statements/fonts.ts'
export { counterpartyNameOf, otherAccountOf } from './counterparty.ts'
