// What agents can have done here: each skill is an operation of the bank, and is offered only if the bank
// has that operation. It is the operation that any other door would run for the same caller, so that what
// is paid for there is paid for here, too. It is found by its name, because some are of other areas, which
// this one does not import; its input comes from the sender and is judged when it runs.
import type { AnyOperation } from '../../../operation/operation.ts'
import type { Performer } from './ports.ts'

interface SkillDef {
  readonly id: string
  readonly name: string
  readonly operation: string
  readonly tags: readonly string[]
  /** Fields that the sender need not fill in. */
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
