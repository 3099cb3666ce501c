// What tasks in worker threads use of this domain. They load nothing else of it.
export { makeDirectory } from './service.ts'
export { isRoutingNumber } from './iban.ts'
