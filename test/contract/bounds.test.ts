// No list is without end: every array that leaves the bank says how long it may be, and lists that grow
// with use come in pages. Declared for every operation there is or will be; `every-operation` checks the answers.
import { describe, expect, it } from 'vitest'
import type { AnyOperation } from '../../src/operation/operation.ts'
import type { JsonSchema } from '../../src/operation/shape.ts'
import { describeForTests } from '../harness/describe.ts'

const { operations } = describeForTests()

interface Schema extends JsonSchema {
  readonly maxItems?: number
  readonly maximum?: number
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

interface Listed {
  readonly path: string
  readonly maxItems: number | undefined
}

/** Every array in a schema, however deep, with the way to it. */
function arraysIn(schema: Schema, path = ''): Listed[] {
  const inner = [
    ...(schema.anyOf ?? []).flatMap((branch) => arraysIn(branch, path)),
    ...Object.entries({ ...schema.properties, ...schema.patternProperties }).flatMap(
      ([name, field]) => arraysIn(field, `${path}.${name}`),
    ),
  ]
  if (schema.type !== 'array') return inner
  return [{ path, maxItems: schema.maxItems }, ...arraysIn(schema.items ?? {}, `${path}[]`)]
}

const fieldsOf = (op: AnyOperation) =>
  ((op.input as Schema).properties ?? {}) as Readonly<Record<string, Schema>>
const isRows = ({ path }: Listed): boolean => path === '' || path === '.data'

/** Longer than a page, and why that is bearable. */
const longer: Readonly<Record<string, string>> = {
  'account_information.balances .balances': 'two for each asset',
  'account.balances .balances': 'one for each asset',
  'account.balances_at .balances': 'one for each asset',
  'account.balances_decimal .balances': 'one for each asset',
  'account.balances_of_many .data[].balances': 'one for each asset',
  'account.baskets .basket_holdings': 'one for each asset',
  'account.statement .assets': 'one for each asset',
  'account.statement .assets[].transactions': 'all of a period, read in a worker',
  'ach_file.parse .batches': 'as long as the file that was sent',
  'ach_file.parse .batches[].entries': 'as long as the file that was sent',
  'ach_file.parse .batches[].entries[].addenda': 'as long as the file that was sent',
  'ach_file.parse .warnings': 'the reader keeps a thousand',
  'asset.list .data': 'operators add assets, and there is a limit',
  'asset.list_public .data': 'operators add assets, and there is a limit',
  'balance.history .at_todays_rate': 'at most one for each asset',
  'balance.history .points': 'a curve, one point for each day of a year',
  'balance.history .without_rate': 'at most one for each asset',
  'basket.history .values': 'a curve; of a longer time some of its points',
  'customer_account.get .balances': 'one for each asset',
  'customer_account.list .data[].balances': 'one for each asset',
  'event.list .data': 'by cursor, 500 at most',
  'exchange.candles .candles': 'a curve, 300 points at most',
  'gcu.value_history .data': 'a curve; of a longer time the newest points',
  'balance_sheet.get .assets': 'one for each account, and the chart has a limit',
  'balance_sheet.get .equity': 'one for each account, and the chart has a limit',
  'balance_sheet.get .liabilities': 'one for each account, and the chart has a limit',
  'income_statement.get .expenses': 'one for each account, and the chart has a limit',
  'income_statement.get .revenue': 'one for each account, and the chart has a limit',
  ...Object.fromEntries(
    [
      'ai_query.ask .filters',
      'ai_query.list .data[].filters',
      'spending.analysis .filters_used',
      'transaction.query .filters_used',
    ].flatMap((place) =>
      ['asset_not', 'category_not', 'recipient_not'].map((field) => [
        `${place}.${field}`,
        'a sentence has 500 letters',
      ]),
    ),
  ),
  'ai_transaction.query .analytics.unconverted': 'one for each asset',
  'transaction.query .comparison.unconverted': 'one for each asset',
  'crosschain.portfolio .balances': 'one for each chain and token',
  'ledger_account.balance .balances': 'one for each asset',
  'ledger_account.create .balances': 'one for each asset',
  'ledger_account.get .balances': 'one for each asset',
  'ledger_account.history .currencies': 'one for each asset',
  'ledger_account.list .data[].balances': 'one for each asset',
  'ledger_account.update .balances': 'one for each asset',
  ...Object.fromEntries(
    [
      '.balances',
      '.cancellations',
      '.entries',
      '.entries[].details',
      '.group_cancellations',
      '.notifications',
      '.notifications[].entries',
      '.notifications[].entries[].details',
      '.payment_statuses',
      '.payment_statuses[].transactions',
      '.payments',
      '.payments[].transactions',
      '.statements',
      '.statements[].balances',
      '.statements[].entries',
      '.statements[].entries[].details',
      '.transaction_statuses',
      '.transactions',
    ].map((list) => [`iso20022.parse ${list}`, 'as many as the message that was sent has']),
  ),
  'mandate.accept .payment_references': 'a mandate has a limit',
  'mandate.complete .payment_references': 'a mandate has a limit',
  'mandate.create .payment_references': 'a mandate has a limit',
  'mandate.dispute .payment_references': 'a mandate has a limit',
  'mandate.execute .payment_references': 'a mandate has a limit',
  'mandate.get .payment_references': 'a mandate has a limit',
  'mandate.list .data[].payment_references': 'twenty of each; the schema is that of one mandate',
  'mandate.revoke .payment_references': 'a mandate has a limit',
  'partner_sdk.generate .modules': 'the modules are the domains of the bank',
  'partner_sdk.generate .packages[].files': 'one for each type, and the types are declared',
  'partner_sdk.get .modules': 'the modules are the domains of the bank',
  'partner_sdk.get .packages[].files': 'one for each type, and the types are declared',
  'partner_sdk.list .data[].modules': 'the modules are the domains of the bank',
  'rate.refresh .data': 'one for each asset and feed',
  'rate_provider.history .rates': 'one for each day of a year',
  'rate_provider.list [].assets': 'one for each asset',
  'spending.analysis .unconverted': 'one for each asset',
  'transaction.query .summary.by_asset': 'one for each asset',
  'transaction.query .summary.unconverted': 'one for each asset',
  'transfer.bulk .data.results': 'one for each transfer that was asked for',
  'trial_balance.get .totals.currencies': 'one for each asset',
  'webhook.events .^.*$': 'the kinds of events there are',
}

/** Lists that are shown whole, because they do not grow with use or the bank limits them. */
const whole: Readonly<Record<string, string>> = {
  'interledger.supported_assets': 'the assets that Interledger carries are few',
  'account.balances_of_many': 'one for each account that was named',
  'account.get_many': 'one for each account that was named',
  'asset.list': 'operators add assets, and there is a limit',
  'asset.list_public': 'operators add assets, and there is a limit',
  'defi_market.list': 'declared',
  'defi_position.list': 'one for each market and kind',
  'defi_protocol.list': 'declared',
  'defi_yield.list': 'one for each market and kind',
  'crosschain.chains': 'declared',
  'device.list': 'five devices',
  'exchange.markets': 'the pairs are declared',
  'feature.list': 'the domains are declared',
  'gcu.supported_banks': 'declared',
  'gcu.value_history': 'period and interval say how many',
  'iso20022.supported_types': 'declared',
  'network.list': 'declared',
  'partner_sdk.languages': 'declared',
  'partner_tier.compare': 'three tiers',
  'passkey.list': 'twenty passkeys',
  'rate.refresh': 'a command: what it changed',
  'rate_provider.list': 'declared',
  'tool.list': 'declared',
  'webhook.list': 'a hundred webhooks',
}

describe('every array that leaves the bank', () => {
  const arrays = operations.flatMap((op) =>
    arraysIn(op.output as Schema).map((list) => ({ op, list, name: `${op.name} ${list.path}` })),
  )

  it('says how long it may be', () => {
    const endless = arrays.filter(({ list }) => list.maxItems === undefined)
    expect(endless.map(({ name }) => name)).toEqual([])
  })

  it('is no longer than a page, unless there is a reason', () => {
    const long = arrays.filter(({ list }) => list.maxItems! > 100).map(({ name }) => name)
    // The alternatives of an answer may have lists of the same name.
    expect([...new Set(long)].toSorted()).toEqual(Object.keys(longer).toSorted())
  })

  it('comes in pages when it is a list, unless there is a reason', () => {
    const unpaged = arrays.filter(({ op, list }) => {
      const fields = fieldsOf(op)
      return isRows(list) && !fields.per_page && !fields.limit && !fields.cursor
    })
    expect(unpaged.map(({ op }) => op.name).toSorted()).toEqual(Object.keys(whole).toSorted())
  })

  it('has as many rows as can be asked for', () => {
    const dishonest = arrays.filter(({ op, list }) => {
      const { per_page, limit } = fieldsOf(op)
      const most = (per_page ?? limit)?.maximum
      return isRows(list) && most !== undefined && list.maxItems! < most
    })
    expect(dishonest.map(({ name }) => name)).toEqual([])
  })
})

describe('the number of rows that can be asked for', () => {
  const asked = operations.flatMap((op) =>
    ['per_page', 'limit'].flatMap((field) => {
      const schema = fieldsOf(op)[field]
      return schema ? [{ name: `${op.name} ${field}`, maximum: schema.maximum }] : []
    }),
  )

  it('is a hundred at most, unless it is specified otherwise', () => {
    const more = asked.filter(({ maximum }) => maximum === undefined || maximum > 100)
    // The second is bounded by what it answers: more than 50 is 50.
    expect(more.map(({ name }) => name)).toEqual(['wallet.activity limit', 'event.list limit'])
  })
})
