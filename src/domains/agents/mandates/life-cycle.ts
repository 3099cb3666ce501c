// The life of a mandate, said once: who may do what in which state, and what it is then. Guards ask this
// table, docs/mandates.md shows it, and the tests walk through every pair of state and action.

export type MandateType = 'cart' | 'intent' | 'payment'
export type MandateStatus =
  | 'issued'
  | 'accepted'
  | 'executed'
  | 'completed'
  | 'revoked'
  | 'disputed'
  | 'expired'
export type MandateAction = 'accept' | 'execute' | 'complete' | 'dispute' | 'revoke' | 'expire'
export type Side = 'issuer' | 'subject'

export const mandateTypes = ['cart', 'intent', 'payment'] as const
export const mandateStatuses = [
  'issued',
  'accepted',
  'executed',
  'completed',
  'revoked',
  'disputed',
  'expired',
] as const

interface Step {
  readonly action: MandateAction
  readonly types: readonly MandateType[]
  readonly from: readonly MandateStatus[]
  readonly to: MandateStatus
  readonly by: Side | 'either' | 'bank'
}

/** What was paid on cannot expire: it is completed, disputed or revoked. */
export const steps: readonly Step[] = [
  { action: 'accept', types: mandateTypes, from: ['issued'], to: 'accepted', by: 'subject' },
  {
    action: 'execute',
    types: ['cart'],
    from: ['accepted'],
    to: 'executed',
    by: 'subject',
  },
  {
    action: 'execute',
    types: ['intent'],
    from: ['accepted', 'executed'],
    to: 'executed',
    by: 'subject',
  },
  {
    action: 'execute',
    types: ['payment'],
    from: ['accepted'],
    to: 'executed',
    by: 'issuer',
  },
  { action: 'complete', types: ['cart'], from: ['executed'], to: 'completed', by: 'issuer' },
  {
    action: 'complete',
    types: ['intent', 'payment'],
    from: ['executed'],
    to: 'completed',
    by: 'either',
  },
  {
    action: 'dispute',
    types: mandateTypes,
    from: ['accepted', 'executed'],
    to: 'disputed',
    by: 'either',
  },
  {
    action: 'revoke',
    types: mandateTypes,
    from: ['issued', 'accepted', 'executed', 'disputed'],
    to: 'revoked',
    by: 'issuer',
  },
  {
    action: 'expire',
    types: mandateTypes,
    from: ['issued', 'accepted'],
    to: 'expired',
    by: 'bank',
  },
]

const stepsOf = (type: MandateType, action: MandateAction): readonly Step[] =>
  steps.filter((step) => step.action === action && step.types.includes(type))

/** Undefined when it may not happen in that state. */
export const nextStatus = (
  type: MandateType,
  status: MandateStatus,
  action: MandateAction,
): MandateStatus | undefined => stepsOf(type, action).find((step) => step.from.includes(status))?.to

export const sidesFor = (type: MandateType, action: MandateAction): readonly Side[] =>
  stepsOf(type, action).flatMap(({ by }) => {
    if (by === 'bank') return []
    return by === 'either' ? (['issuer', 'subject'] as const) : [by]
  })

/** Statuses that the clock alone ends. */
export const expiring: readonly MandateStatus[] = steps.find(
  ({ action }) => action === 'expire',
)!.from

/** The table as the documentation shows it. */
export const describeSteps = (): string =>
  [
    '| Action | Types | From | To | Who |',
    '|---|---|---|---|---|',
    ...steps.map(
      ({ action, types, from, to, by }) =>
        `| ${action} | ${types.join(', ')} | ${from.join(', ')} | ${to} | ${by} |`,
    ),
  ].join('\n')
