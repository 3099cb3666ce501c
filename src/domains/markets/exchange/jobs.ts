// The scheduled work of the exchange: it expires orders, and fills those that a new rate reaches.
export const MAINTENANCE_JOB = 'exchange.tidy'

export const maintenanceSpending = {
  open: 'Trades capture money that an order reserved when it was placed.',
}
