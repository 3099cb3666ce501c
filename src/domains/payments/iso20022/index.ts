// ISO 20022: reads, writes and checks payment messages. It owns no table and moves no money.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const iso20022 = defineDomain({
  name: 'iso20022',
  summary: 'Reading, writing and checking messages of the ISO 20022 standard.',
  graphql: 'iso20022',
  examples,
  needs: { assets },
  setUp: (bank) => ({ operations: makeOperations(bank) }),
})

export {
  checkMessage,
  type MessageOf,
  readMessage,
  readNetworkMessage,
  type ReturnMessage,
} from './message.ts'
export { type Initiation, type Party, type PaymentBatch, type PaymentOrder } from './payments.ts'
export type { Problem } from './problem.ts'
export { type StatementHeader, type WritableEntry } from './statements.ts'
export { readPayments, writeMessage } from './for-tasks.ts'
