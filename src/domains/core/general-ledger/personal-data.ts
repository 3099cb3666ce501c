// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

const BOOKS =
  'The books of the accountant, which name accounts of the chart; customers are in the ledger.'

export const personalData = definePersonalData({
  'general_ledger.accounts': BOOKS,
  'general_ledger.daily_totals': BOOKS,
  'general_ledger.entries': BOOKS,
  'general_ledger.journals': BOOKS,
  'general_ledger.lines': BOOKS,
  'general_ledger.period_balances': BOOKS,
  'general_ledger.periods': BOOKS,
  'general_ledger.posting_rules': BOOKS,
  'general_ledger.resolutions': BOOKS,
  'general_ledger.rule_applications': BOOKS,
  'general_ledger.totals': BOOKS,
})
