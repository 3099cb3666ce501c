// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'consent.create': {
    output: {
      consentId: '0199d3a2-7c00-7000-8000-605a1583f3a0',
      consentStatus: 'received',
      access: {
        accounts: ['0199d3a2-7c00-7000-8000-000000000003'],
        balances: ['0199d3a2-7c00-7000-8000-000000000003'],
        transactions: ['0199d3a2-7c00-7000-8000-000000000003'],
      },
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      lastActionDate: '2026-03-01',
      usedToday: 0,
      tpp_id: '0199d3a2-7c00-7000-8000-000000000001',
      tpp_name: 'Ada Lovelace',
      id: '0199d3a2-7c00-7000-8000-605a1583f3a0',
      status: 'awaiting_authorization',
      permissions: ['ReadAccountsBasic', 'ReadAccountsDetail'],
      expires_at: '2026-05-31T00:00:00.000Z',
      authorized_at: null,
      revoked_at: null,
      ended_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
      _links: {
        scaRedirect: {
          href: 'https://bank.example/open-banking/consents/0199d3a2-7c00-7000-8000-605a1583f3a0/authorize',
        },
        self: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-605a1583f3a0',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-605a1583f3a0/status',
        },
      },
      granted: null,
    },
  },
  'consent.list': {
    output: {
      data: [
        {
          consentId: '0199d3a2-7c00-7000-8000-68a3f269eb9f',
          consentStatus: 'received',
          access: {
            accounts: ['0199d3a2-7c00-7000-8000-8a7718bbd88e'],
            balances: ['0199d3a2-7c00-7000-8000-8a7718bbd88e'],
            transactions: ['0199d3a2-7c00-7000-8000-8a7718bbd88e'],
          },
          recurringIndicator: true,
          validUntil: '2026-05-30',
          frequencyPerDay: 4,
          lastActionDate: '2026-03-01',
          usedToday: 0,
          tpp_id: '0199d3a2-7c00-7000-8000-000000000001',
          tpp_name: 'Ada Lovelace',
          id: '0199d3a2-7c00-7000-8000-68a3f269eb9f',
          status: 'awaiting_authorization',
          permissions: ['ReadAccountsBasic', 'ReadAccountsDetail'],
          expires_at: '2026-05-31T00:00:00.000Z',
          authorized_at: null,
          revoked_at: null,
          ended_at: null,
          created_at: '2026-03-01T12:00:00.000Z',
          _links: {
            scaRedirect: {
              href: 'https://bank.example/open-banking/consents/0199d3a2-7c00-7000-8000-68a3f269eb9f/authorize',
            },
            self: {
              href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-68a3f269eb9f',
            },
            status: {
              href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-68a3f269eb9f/status',
            },
          },
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'consent.get': {
    output: {
      consentId: '0199d3a2-7c00-7000-8000-000000000061',
      consentStatus: 'valid',
      access: {
        accounts: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
        balances: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
        transactions: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
      },
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      lastActionDate: '2026-03-01',
      usedToday: 0,
      tpp_id: '0199d3a2-7c00-7000-8000-000000000001',
      tpp_name: 'Ada Lovelace',
      id: '0199d3a2-7c00-7000-8000-000000000061',
      status: 'authorized',
      permissions: ['ReadAccountsBasic', 'ReadAccountsDetail'],
      expires_at: '2026-05-31T00:00:00.000Z',
      authorized_at: '2026-03-01T12:00:00.000Z',
      revoked_at: null,
      ended_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061/status',
        },
      },
      granted: {
        accounts: [
          { resourceId: '0199d3a2-7c00-7000-8000-420dbe2b43ef', iban: 'LT309999917437181429' },
        ],
        balances: [
          { resourceId: '0199d3a2-7c00-7000-8000-420dbe2b43ef', iban: 'LT309999917437181429' },
        ],
        transactions: [
          { resourceId: '0199d3a2-7c00-7000-8000-420dbe2b43ef', iban: 'LT309999917437181429' },
        ],
      },
    },
    varies: ['granted.accounts.iban', 'granted.balances.iban', 'granted.transactions.iban'],
  },
  'consent.status': { output: { consentStatus: 'valid' } },
  'consent.review': {
    output: {
      consentId: '0199d3a2-7c00-7000-8000-000000000061',
      consentStatus: 'received',
      is_open: true,
      tpp_id: '0199d3a2-7c00-7000-8000-000000000001',
      tpp_name: 'Ada Lovelace',
      warning: null,
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      choosable: false,
      total: 1,
      accounts: [
        {
          resourceId: '0199d3a2-7c00-7000-8000-344a3ddccb65',
          iban: 'LT309999917437181429',
          name: 'Savings',
          details: true,
          balances: true,
          transactions: true,
        },
      ],
      redirect_uri: 'https://tpp.example/done',
    },
    varies: ['accounts.iban'],
  },
  'consent.authorize': {
    output: {
      consentId: '0199d3a2-7c00-7000-8000-000000000061',
      consentStatus: 'valid',
      access: {
        accounts: ['LT309999917437181429'],
        balances: ['LT309999917437181429'],
        transactions: ['LT309999917437181429'],
      },
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      lastActionDate: '2026-03-01',
      usedToday: 0,
      tpp_id: '0199d3a2-7c00-7000-8000-000000000001',
      tpp_name: 'Ada Lovelace',
      id: '0199d3a2-7c00-7000-8000-000000000061',
      status: 'authorized',
      permissions: ['ReadAccountsBasic', 'ReadAccountsDetail'],
      expires_at: '2026-05-31T00:00:00.000Z',
      authorized_at: '2026-03-01T12:00:00.000Z',
      revoked_at: null,
      ended_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061/status',
        },
      },
      granted: {
        accounts: [{ resourceId: 'LT309999917437181429', iban: 'LT719999968335894934' }],
        balances: [{ resourceId: 'LT309999917437181429', iban: 'LT719999968335894934' }],
        transactions: [{ resourceId: 'LT309999917437181429', iban: 'LT719999968335894934' }],
      },
    },
    varies: ['granted.accounts.iban', 'granted.balances.iban', 'granted.transactions.iban'],
  },
  'consent.reject': {
    output: {
      consentId: '0199d3a2-7c00-7000-8000-000000000061',
      consentStatus: 'rejected',
      access: {
        accounts: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
        balances: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
        transactions: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
      },
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      lastActionDate: '2026-03-01',
      usedToday: 0,
      tpp_id: '0199d3a2-7c00-7000-8000-000000000001',
      tpp_name: 'Ada Lovelace',
      id: '0199d3a2-7c00-7000-8000-000000000061',
      status: 'rejected',
      permissions: ['ReadAccountsBasic', 'ReadAccountsDetail'],
      expires_at: '2026-05-31T00:00:00.000Z',
      authorized_at: null,
      revoked_at: null,
      ended_at: '2026-03-01T12:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061/status',
        },
      },
      granted: null,
    },
  },
  'consent.end': {
    output: {
      consentId: '0199d3a2-7c00-7000-8000-000000000061',
      consentStatus: 'revokedByPsu',
      access: {
        accounts: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
        balances: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
        transactions: ['0199d3a2-7c00-7000-8000-420dbe2b43ef'],
      },
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      lastActionDate: '2026-03-01',
      usedToday: 0,
      tpp_id: '0199d3a2-7c00-7000-8000-000000000001',
      tpp_name: 'Ada Lovelace',
      id: '0199d3a2-7c00-7000-8000-000000000061',
      status: 'revoked',
      permissions: ['ReadAccountsBasic', 'ReadAccountsDetail'],
      expires_at: '2026-05-31T00:00:00.000Z',
      authorized_at: '2026-03-01T12:00:00.000Z',
      revoked_at: '2026-03-01T12:00:00.000Z',
      ended_at: '2026-03-01T12:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/consents/0199d3a2-7c00-7000-8000-000000000061/status',
        },
      },
      granted: {
        accounts: [
          { resourceId: '0199d3a2-7c00-7000-8000-420dbe2b43ef', iban: 'LT309999917437181429' },
        ],
        balances: [
          { resourceId: '0199d3a2-7c00-7000-8000-420dbe2b43ef', iban: 'LT309999917437181429' },
        ],
        transactions: [
          { resourceId: '0199d3a2-7c00-7000-8000-420dbe2b43ef', iban: 'LT309999917437181429' },
        ],
      },
    },
    varies: ['granted.accounts.iban', 'granted.balances.iban', 'granted.transactions.iban'],
  },
  'account_information.accounts': {
    output: {
      accounts: [
        {
          resourceId: '0199d3a2-7c00-7000-8000-344a3ddccb65',
          account_id: '0199d3a2-7c00-7000-8000-344a3ddccb65',
          iban: 'LT309999917437181429',
          bban: '9999917437181429',
          bic: 'FLORLT21XXX',
          currency: 'USD',
          name: 'Savings',
          ownerName: 'Ada Lovelace',
          cashAccountType: 'CACC',
          usage: 'PRIV',
          status: 'enabled',
          _links: {
            balances: {
              href: 'https://bank.example/api/v1/open-banking/accounts/0199d3a2-7c00-7000-8000-344a3ddccb65/balances',
            },
            transactions: {
              href: 'https://bank.example/api/v1/open-banking/accounts/0199d3a2-7c00-7000-8000-344a3ddccb65/transactions',
            },
          },
        },
      ],
      total: 1,
      page: 1,
      per_page: 20,
      _links: { self: { href: 'https://bank.example/api/v1/open-banking/accounts' } },
    },
    varies: ['accounts.bban', 'accounts.iban'],
  },
  'account_information.account': {
    output: {
      resourceId: '0199d3a2-7c00-7000-8000-000000000003',
      account_id: '0199d3a2-7c00-7000-8000-000000000003',
      iban: 'LT309999917437181429',
      bban: '9999917437181429',
      bic: 'FLORLT21XXX',
      currency: 'USD',
      name: 'Savings',
      ownerName: 'Ada Lovelace',
      cashAccountType: 'CACC',
      usage: 'PRIV',
      status: 'enabled',
      _links: {
        balances: {
          href: 'https://bank.example/api/v1/open-banking/accounts/0199d3a2-7c00-7000-8000-000000000003/balances',
        },
        transactions: {
          href: 'https://bank.example/api/v1/open-banking/accounts/0199d3a2-7c00-7000-8000-000000000003/transactions',
        },
      },
    },
    varies: ['bban', 'iban'],
  },
  'account_information.balances': {
    output: {
      resourceId: '0199d3a2-7c00-7000-8000-000000000003',
      account_id: '0199d3a2-7c00-7000-8000-000000000003',
      account: { iban: 'LT309999917437181429', currency: 'USD' },
      balances: [
        {
          balanceType: 'closingBooked',
          balanceAmount: { currency: 'USD', amount: '100.00' },
          referenceDate: '2026-03-01',
          creditLimitIncluded: false,
        },
        {
          balanceType: 'interimAvailable',
          balanceAmount: { currency: 'USD', amount: '100.00' },
          referenceDate: '2026-03-01',
          creditLimitIncluded: false,
        },
      ],
    },
    varies: ['account.iban'],
  },
  'account_information.transactions': {
    output: {
      resourceId: '0199d3a2-7c00-7000-8000-000000000003',
      account_id: '0199d3a2-7c00-7000-8000-000000000003',
      account: { iban: 'LT309999917437181429' },
      booked: [
        {
          transactionId: '0199d3a2-7c00-7000-8000-9292c7afbc86',
          endToEndId: null,
          bookingDate: '2026-03-01',
          valueDate: '2026-03-01',
          transactionAmount: { currency: 'USD', amount: '100.00' },
          creditorName: null,
          creditorAccount: null,
          debtorName: null,
          debtorAccount: null,
          remittanceInformationUnstructured: 'Initial balance',
          proprietaryBankTransactionCode: 'deposit',
        },
      ],
      pending: [],
      total: 1,
      page: 1,
      per_page: 20,
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/accounts/0199d3a2-7c00-7000-8000-000000000003/transactions',
        },
        account: {
          href: 'https://bank.example/api/v1/open-banking/accounts/0199d3a2-7c00-7000-8000-000000000003',
        },
      },
    },
    varies: ['account.iban'],
  },
  'payment_initiation.create': {
    output: {
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-33508bab76b9',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-33508bab76b9/status',
        },
      },
      amount: '25.00',
    },
  },
  'payment_initiation.list': {
    output: {
      data: [
        {
          _links: {
            self: {
              href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-68573bd4eb3c',
            },
            status: {
              href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-68573bd4eb3c/status',
            },
          },
          amount: '25.00',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'payment_initiation.get': {
    output: {
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062/status',
        },
      },
      amount: '25.00',
    },
  },
  'payment_initiation.status': {
    output: {
      status: 'AcceptedSettlementInProcess',
      status_code: 'ACSP',
      transactionStatus: 'ACSP',
    },
  },
  'payment_initiation.review': {
    output: {
      payment: {
        _links: {
          scaRedirect: {
            href: 'https://bank.example/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062/authorize',
          },
          self: {
            href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062',
          },
          status: {
            href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062/status',
          },
        },
        amount: '25.00',
      },
      is_open: true,
      warning: null,
      account_name: 'Savings',
      fee: '0.00',
      redirect_uri: null,
    },
  },
  'payment_initiation.authorize': {
    output: {
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062/status',
        },
      },
      amount: '25.00',
    },
  },
  'payment_initiation.reject': {
    output: {
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062/status',
        },
      },
      amount: '25.00',
    },
  },
  'payment_initiation.cancel': {
    output: {
      _links: {
        self: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062',
        },
        status: {
          href: 'https://bank.example/api/v1/open-banking/payments/0199d3a2-7c00-7000-8000-000000000062/status',
        },
      },
      amount: '25.00',
    },
  },
}
