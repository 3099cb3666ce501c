// What tasks in worker threads use of this domain. They load nothing else of it.
export { makeDirectory } from './directory.ts'
export { isRoutingNumber } from './numbering.ts'
