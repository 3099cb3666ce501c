// What tasks in worker threads use of this domain. They load nothing else of it.
export { getAccountOf, listAccountsOf } from './caller-accounts.ts'
