// ISO 20022: reads, writes and checks payment messages. It owns no table and moves no money.
export { InvalidMessage } from './errors.ts'
export { writeMessage } from './message.ts'
export { isMessageType, type MessageType, messageTypes } from './messages/index.ts'
export {
  checkPayments,
  type Initiation,
  type Party,
  type PaymentBatch,
  type PaymentOrder,
  readPayments,
} from './payments.ts'
export type { Problem, ProblemCode } from './problem.ts'
