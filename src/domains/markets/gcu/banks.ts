// The banks that keep the money behind the GCU, and their default shares. This bank has no connection
// to them, so their status is reported as unknown.

const protection = {
  deposit_protection: true,
  deposit_protection_amount: 100_000,
  deposit_protection_currency: 'EUR',
  status: 'unknown' as const,
}

export const supportedBanks = [
  {
    code: 'PAYSERA',
    name: 'Paysera',
    country: 'LT',
    ...protection,
    default_allocation: 40,
    supported_currencies: [
      'EUR',
      'USD',
      'GBP',
      'CHF',
      'PLN',
      'DKK',
      'NOK',
      'SEK',
      'CZK',
      'HUF',
      'RON',
      'BGN',
    ],
    features: ['deposits', 'withdrawals'],
  },
  {
    code: 'DEUTSCHE',
    name: 'Deutsche Bank',
    country: 'DE',
    ...protection,
    default_allocation: 30,
    supported_currencies: [
      'EUR',
      'USD',
      'GBP',
      'CHF',
      'JPY',
      'CAD',
      'AUD',
      'NZD',
      'SEK',
      'NOK',
      'DKK',
      'PLN',
      'CZK',
      'HUF',
    ],
    features: ['deposits', 'withdrawals'],
  },
  {
    code: 'SANTANDER',
    name: 'Santander',
    country: 'ES',
    ...protection,
    default_allocation: 30,
    supported_currencies: ['EUR', 'GBP', 'USD', 'BRL', 'MXN', 'CLP', 'ARS', 'PLN', 'CHF'],
    features: ['deposits', 'withdrawals'],
  },
]
