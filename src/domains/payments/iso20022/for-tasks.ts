// What tasks in worker threads use of this domain. They load nothing else of it.
export { InvalidMessage } from './errors.ts'
export { readPieces } from './file-tasks.ts'
export { writeMessage } from './message.ts'
export { checkPayments, readPayments } from './payments.ts'
export { writeNotification, writeStatement } from './statements.ts'
