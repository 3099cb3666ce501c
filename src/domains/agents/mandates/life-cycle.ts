// The life of a mandate, for each type. The types differ in who executes and completes the mandate, and only
// an intent is executed more than once. A mandate with a payment cannot expire: it is completed, disputed or
// revoked.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { MandateStateConflict } from './errors.ts'

export const mandateTypes = ['cart', 'intent', 'payment'] as const
export type MandateType = (typeof mandateTypes)[number]
export type Side = 'issuer' | 'subject'

interface Differing {
  readonly executedBy: Side
  readonly executedIn: readonly ('accepted' | 'executed')[]
  readonly completedBy: readonly Side[]
}

const defineMandateLife = (type: MandateType, { executedBy, executedIn, completedBy }: Differing) =>
  defineLifeCycle({
    name: `mandate: ${type}`,
    states: ['issued', 'accepted', 'executed', 'completed', 'revoked', 'disputed', 'expired'],
    starts: ['issued'],
    ends: ['completed', 'revoked', 'expired'],
    steps: [
      { action: 'accept', from: ['issued'], to: 'accepted', who: ['subject'] },
      {
        action: 'execute',
        from: executedIn,
        to: 'executed',
        who: [executedBy],
        guard: 'its time is not over, and the payment fits it',
      },
      {
        action: 'complete',
        from: ['executed'],
        to: 'completed',
        who: completedBy,
        guard: 'every payment on it is completed',
      },
      {
        action: 'dispute',
        from: ['accepted', 'executed'],
        to: 'disputed',
        who: ['issuer', 'subject'],
        effect: 'counts in the other side’s reputation',
      },
      {
        action: 'revoke',
        from: ['issued', 'accepted', 'executed', 'disputed'],
        to: 'revoked',
        who: ['issuer'],
      },
      {
        action: 'expire',
        from: ['issued', 'accepted'],
        to: 'expired',
        who: ['clock'],
        guard: 'its time is over',
      },
    ],
    refuse: ({ state, action }) => MandateStateConflict({ status: state, action }),
  })

type MandateLife = ReturnType<typeof defineMandateLife>
export type MandateStatus = StateOf<MandateLife>
export type MandateAction = ActionOf<MandateLife>

export const mandateLives: Readonly<Record<MandateType, MandateLife>> = {
  cart: defineMandateLife('cart', {
    executedBy: 'subject',
    executedIn: ['accepted'],
    completedBy: ['issuer'],
  }),
  intent: defineMandateLife('intent', {
    executedBy: 'subject',
    executedIn: ['accepted', 'executed'],
    completedBy: ['issuer', 'subject'],
  }),
  payment: defineMandateLife('payment', {
    executedBy: 'issuer',
    executedIn: ['accepted'],
    completedBy: ['issuer', 'subject'],
  }),
}

export const mandateStatuses: readonly MandateStatus[] = mandateLives.cart.states

export const sidesFor = (type: MandateType, action: MandateAction): Side[] =>
  mandateLives[type].who(action).filter((who) => who !== 'clock')

/** The statuses that can expire, the same for every type. */
export const expirableStatuses: readonly MandateStatus[] = mandateLives.cart.from('expire')
