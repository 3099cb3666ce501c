// States why an entry may credit a customer. The ledger refuses to bring money to a customer from anybody but
// themselves without such a statement, so a new way of paying cannot forget to ask what every payment is asked.

/** The guards of transfers were asked about this account. Only they make one (core/transfers/guards.ts). */
export class Cleared {
  readonly account: string
  constructor(account: string) {
    this.account = account
  }
}

/** Money for which nobody is asked, and why. */
export const unguarded = {
  returned: 'The money was the customer’s own and comes back: a refund, a return, a reversal.',
  exchanged: 'The customer gives as much for it, to the bank or to an anonymous order book.',
  granted: 'The bank pays it out of its own money: interest, a loan, a correction.',
  cash: 'It is paid in at the counter, where whoever pays in is known.',
} as const

export type Credits = Cleared | keyof typeof unguarded
