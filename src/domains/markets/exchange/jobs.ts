// The work of the exchange without a call: it expires orders, and lets those trade that a moved price reaches.
export const MAINTENANCE_JOB = 'exchange.tidy'

export const maintenanceSpending = {
  open: 'Trades capture money that an order reserved when it was placed.',
}
