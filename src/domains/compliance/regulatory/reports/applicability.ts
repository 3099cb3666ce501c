// Which regulations a transaction falls under, by its amount, its currency and its kind.
import { type DollarRates, reachesThreshold } from '../amounts.ts'
import { jurisdictionOfCurrency } from '../jurisdictions.ts'
import { currentRules } from '../rules.ts'

const CTR = { threshold: 10_000, currency: 'USD' }

export interface Transaction {
  readonly amount: string
  readonly currency: string
  readonly is_crypto: boolean
}

export function findApplicable(transaction: Transaction, rates: DollarRates) {
  const { fallback } = currentRules.travel_rule
  const jurisdiction = jurisdictionOfCurrency(transaction.currency) ?? fallback
  const isMifid = jurisdiction === 'EU' || jurisdiction === 'UK'
  const isMica = jurisdiction === 'EU' && transaction.is_crypto
  return {
    regulations: {
      ctr: {
        applies: reachesThreshold(transaction, CTR, rates) ?? true,
        jurisdiction: 'US',
        description: 'Currency transaction report from 10,000 USD on.',
      },
      mifid: {
        applies: isMifid,
        jurisdiction: isMifid ? jurisdiction : null,
        description:
          'Transactions in the EU and the UK are reported by the end of the next weekday.',
      },
      mica_travel_rule: {
        applies: isMica,
        jurisdiction: isMica ? jurisdiction : null,
        description: 'Transfers of crypto-assets in the EU carry data of both parties.',
      },
    },
    jurisdiction,
  }
}
