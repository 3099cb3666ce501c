// States why an entry may credit a customer. Without such a statement the ledger rejects a credit from any other party,
// so that a new kind of payment cannot forget the guards that every payment passes.

/** The account has passed the guards of transfers. Only they make one (core/transfers/guards.ts). */
export class Cleared {
  readonly account: string
  constructor(account: string) {
    this.account = account
  }
}

/** Credits that pass no guard, and why. */
export const unguarded = {
  returned: 'The money was the customer’s own and comes back: a refund, a return, a reversal.',
  exchanged: 'The customer gives as much for it, to the bank or to an anonymous order book.',
  granted: 'The bank pays it out of its own money: interest, a loan, a correction.',
  cash: 'It is paid in at the counter, where the payer is identified.',
} as const

export type Credits = Cleared | keyof typeof unguarded
