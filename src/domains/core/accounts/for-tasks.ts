// What tasks in worker threads use of this domain. They load nothing else of it.
export { getCallerAccount, listCallerAccounts } from './caller-accounts.ts'
