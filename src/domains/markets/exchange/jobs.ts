// The work of the exchange without a call: it expires orders, and lets those trade that a moved price reaches.
export const TIDY_JOB = 'exchange.tidy'

export const tidies = { open: 'Trades capture money that an order reserved when it was placed.' }
