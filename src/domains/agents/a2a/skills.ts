// The skills of the bank. Each skill is one of the bank's operations, and is offered only if the bank has
// that operation. It runs as any other call of the same caller would, so an operation that costs money
// costs the same here. Operations are found by name, because this area does not import the others; the
// input comes from the sender and is validated when the operation runs.
import type { AnyOperation } from '../../../operation/operation.ts'
import type { Performer } from './ports.ts'

interface SkillDef {
  readonly id: string
  readonly name: string
  readonly operation: string
  readonly tags: readonly string[]
  /** Values of the fields that the sender left out. */
  defaults(sender_did: string): Readonly<Record<string, unknown>>
}

export interface Skill extends SkillDef {
  readonly op: AnyOperation
}

const defs: readonly SkillDef[] = [
  {
    id: 'payment',
    name: 'Pay another agent',
    operation: 'agent_payment.initiate',
    tags: ['payments', 'AP2'],
    defaults: (did) => ({ did }),
  },
  {
    id: 'escrow',
    name: 'Open an escrow',
    operation: 'escrow.create',
    tags: ['escrow', 'AP2'],
    defaults: (buyer_did) => ({ buyer_did }),
  },
  {
    id: 'sms',
    name: 'Send a text message',
    operation: 'sms.send',
    tags: ['sms'],
    defaults: () => ({}),
  },
  {
    id: 'trading',
    name: 'Trade on the exchange',
    operation: 'exchange.trade',
    tags: ['exchange'],
    defaults: () => ({}),
  },
]

export const listSkills = ({ findOperation }: Pick<Performer, 'findOperation'>): Skill[] =>
  defs.flatMap((def) => {
    const op = findOperation(def.operation)
    return op ? [{ ...def, op }] : []
  })

export const findSkill = (
  id: string,
  performer: Pick<Performer, 'findOperation'>,
): Skill | undefined => listSkills(performer).find((skill) => skill.id === id)
