// The five users of the demo data, and what each of them owns when it is loaded. Their passwords are public: the money
// is not real, and only a bank in sandbox mode accepts them.

export type PersonName = 'lucia' | 'noah' | 'amara' | 'henrik' | 'rosa'

export interface DemoPerson {
  readonly id: PersonName
  readonly name: string
  readonly email: string
  readonly password: string
  /** Who this is, in a few words. */
  readonly about: string
  readonly isBusiness?: true
  /** What the user owns over all accounts, open orders and escrows included. */
  readonly owns: Readonly<Record<string, string>>
}

export const people: readonly DemoPerson[] = [
  {
    id: 'lucia',
    name: 'Lucía Fernández',
    email: 'lucia@demo.example',
    password: 'Demo-Lucia-1',
    about: 'saves in GCU, because prices rise fast where she lives',
    owns: { USD: '500.00', GCU: '450.0000' },
  },
  {
    id: 'noah',
    name: 'Noah Kim',
    email: 'noah@demo.example',
    password: 'Demo-Noah-1',
    about: 'builds web shops, travels, and is paid in three currencies',
    owns: { USD: '2000.00', EUR: '1500.00', GCU: '1800.0000' },
  },
  {
    id: 'amara',
    name: 'Amara Okafor',
    email: 'amara@demo.example',
    password: 'Demo-Amara-1',
    about: 'runs a business, with API keys, agents and a webhook',
    isBusiness: true,
    owns: { USD: '10000.00', EUR: '8000.00', GBP: '5000.00', GCU: '9500.0000' },
  },
  {
    id: 'henrik',
    name: 'Henrik Larsen',
    email: 'henrik@demo.example',
    password: 'Demo-Henrik-1',
    about: 'invests in GCU, gold and flats',
    owns: { USD: '50000.00', GCU: '48500.0000', XAU: '5.000000' },
  },
  {
    id: 'rosa',
    name: 'Rosa Conti',
    email: 'rosa@demo.example',
    password: 'Demo-Rosa-1',
    about: 'has a salary, a rent, a budget and some savings',
    owns: { USD: '2600.00', GCU: '950.0000' },
  },
]
