// What tasks in worker threads use of this domain. They load nothing else of it.
export { getAccountOf, listAccountsOf } from './of-caller.ts'
