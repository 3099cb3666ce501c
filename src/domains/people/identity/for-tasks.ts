// What tasks in worker threads use of this domain. They load nothing else of it.
export { findUser } from './store.ts'
