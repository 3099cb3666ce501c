// The requests of the ledger cases. The load generator fills in `$FROM$`, `$TO$` and `$KEY$`.
import type { Bank } from './bank.ts'
import type { RequestShape } from './load/plan.ts'

export const BULK_SIZE = 1_000

const transfer = {
  from_account: '$FROM$',
  to_account: '$TO$',
  amount: '0.01',
  asset_code: 'USD',
  reference: '$KEY$',
}

const bearer = ({ token }: Pick<Bank, 'token'>) => ({ Authorization: `Bearer ${token}` })

const write = (bank: Pick<Bank, 'token'>, path: string, body: unknown): RequestShape => ({
  method: 'POST',
  path,
  headers: { ...bearer(bank), 'Idempotency-Key': '$KEY$' },
  body: JSON.stringify(body),
})

/** The transfer is completed when it is answered. */
export const directTransfer = (bank: Bank): RequestShape =>
  write(bank, '/api/v2/transfers', { ...transfer, workflow_enabled: false })

/** The transfer is reserved when it is answered, and completed later. */
export const pendingTransfer = (bank: Bank): RequestShape =>
  write(bank, '/api/v2/transfers', transfer)

export const bulkTransfer = (bank: Bank): RequestShape =>
  write(bank, '/api/v2/transfers/bulk', {
    transfers: Array.from({ length: BULK_SIZE }, () => ({ ...transfer, workflow_enabled: false })),
    mode: 'each',
  })

/** An account for a customer whom nobody else has, in the care of the caller. */
export const openAccount = (caller: Pick<Bank, 'token'>): RequestShape =>
  write(caller, '/api/accounts', {
    user_uuid: '$KEY$',
    name: 'Bench',
    initial_balance: 100_000,
  })

/** Dollars for euros in one account, from the bank's own stock, which every conversion touches. */
export const conversion = (bank: Bank): RequestShape =>
  write(bank, '/api/exchange/convert', {
    account_uuid: '$FROM$',
    from_currency: 'USD',
    to_currency: 'EUR',
    amount: '1.00',
  })

const read = (bank: Bank, path: string): RequestShape => ({
  method: 'GET',
  path,
  headers: bearer(bank),
})

export const balanceRead = (bank: Bank): RequestShape =>
  read(bank, '/api/v2/accounts/$FROM$/balances')

export const historyRead = (bank: Bank): RequestShape =>
  read(bank, '/api/v2/accounts/$FROM$/transactions?per_page=20')

export const eventsRead = (bank: Bank): RequestShape => read(bank, '/api/v2/events?limit=20')

export const accountsRead = (bank: Bank): RequestShape => read(bank, '/api/v2/accounts?per_page=20')

export const transfersRead = (bank: Bank): RequestShape =>
  read(bank, '/api/v2/accounts/$FROM$/transfers?per_page=20')

export const ordersRead = (bank: Bank): RequestShape =>
  read(bank, '/api/exchange/orders?per_page=20')

/** All orders are at one price between the market maker's quotes, so each rests or matches one that does. */
export const placeOrder = (bank: Bank): RequestShape => ({
  ...write(bank, '/api/exchange/orders', {}),
  body: JSON.stringify({
    account_uuid: '$FROM$',
    type: '$SIDE$',
    order_type: 'limit',
    base_currency: 'EUR',
    quote_currency: 'USD',
    amount: '10.00',
    price: '1.08500',
  }).replace('"$SIDE$"', '$SIDE$'),
})
