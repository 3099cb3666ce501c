// Answers questions from the data of the caller, by the ordinary operations of the bank.
import type { ExportsOf } from '../../../../operation/domain.ts'
import type { OutputOf } from '../../../../operation/operation-index.ts'
import type { accounts } from '../../../core/accounts/index.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import type { rates } from '../../../core/rates/index.ts'
import type { transfers } from '../../../core/transfers/index.ts'
import type { Filters, queries } from '../../queries/index.ts'
import { type Draft, Names } from './draft.ts'
import type { Frame, Pair, ReadTopic } from '../interpretation/frame.ts'
import type { Performer } from './performer.ts'
import { type QueryInput, toQueryInput } from './query-input.ts'
import { DOLLAR, formatDecimal, parseDecimal } from '../../../../kernel/money.ts'
import { count, join, formatAmount, formatDecimalAmount, formatPeriod } from './format.ts'

/** The operations that the assistant performs, of several domains. */
export type Operations = ExportsOf<typeof accounts>['operations'] &
  ExportsOf<typeof queries>['operations'] &
  ExportsOf<typeof rates>['operations'] &
  ExportsOf<typeof transfers>['operations']

export interface Asked {
  readonly filters: Filters
  readonly pair?: Pair
  readonly shown_in?: string
  /** The account that the context names. */
  readonly account_uuid?: string
  /** The question itself, when nothing was carried over: it may say more than the filters do. */
  readonly sentence?: string
}

export interface Answered extends Draft {
  /** What the next message may refer to. */
  readonly frame: Frame
}

export interface AnswerOptions {
  readonly operations: Operations
  readonly assets: AssetCatalogue
}

type Answer = (asked: Asked, by: Performer, options: AnswerOptions) => Promise<Answered>

/** Accounts whose balances are read for one answer. */
const ACCOUNTS_READ = 20
const LINES = 5

export type Account = OutputOf<Operations['account.list']>['data'][number]

/** The accounts of the caller, oldest first. */
export async function listAccounts(
  by: Performer,
  { operations }: AnswerOptions,
): Promise<Account[]> {
  const { data } = await by.perform('account.list', operations['account.list'], {
    page: 1,
    per_page: 100,
  })
  return data.toReversed()
}

/** The main account is the oldest own account. */
export const chooseAccounts = (
  all: readonly Account[],
  { account_type }: Filters,
  account_uuid: string | undefined,
  user: string | undefined,
): readonly Account[] => {
  if (account_uuid !== undefined) return all.filter(({ uuid }) => uuid === account_uuid)
  if (account_type === undefined) return all
  if (account_type === 'main') return all.filter((one) => one.user_uuid === user).slice(0, 1)
  return all.filter(({ type }) => type === account_type)
}

const answerBalance: Answer = async ({ filters, account_uuid }, by, options) => {
  const names = new Names()
  const all = await listAccounts(by, options)
  const chosen = chooseAccounts(all, filters, account_uuid, by.caller.user)
  const frame: Frame = { topic: 'balance', filters }
  if (chosen.length === 0) return { marked: sayNoAccount(filters), names: names.all, frame }
  const { asset_code } = filters
  const read = []
  for (const account of chosen.slice(0, ACCOUNTS_READ)) {
    const op = options.operations['account.balances_decimal']
    read.push({ account, ...(await by.perform('account.balance', op, { uuid: account.uuid })) })
  }
  const lines = read.map(({ account, balances }) => {
    const sums = balances
      .filter((one) => one.asset_code === (asset_code ?? one.asset_code))
      .filter(({ total_balance }) => /[1-9]/.test(total_balance))
      .map((one) => {
        const asset = options.assets.get(one.asset_code)
        const reserved = /[1-9]/.test(one.reserved_balance)
          ? ` (and ${formatDecimalAmount(one.reserved_balance, asset)} reserved)`
          : ''
        return `${formatDecimalAmount(one.available_balance, asset)}${reserved}`
      })
    const empty = asset_code === undefined ? 'nothing' : `no ${asset_code}`
    return `${names.mark(account.name)}: ${sums.length === 0 ? empty : sums.join(', ')}`
  })
  const more = chosen.length - read.length
  const worth = await valueOf(
    read.map(({ summary }) => summary.total_usd_equivalent),
    asset_code ?? DOLLAR.code,
    by,
    options,
  )
  const sentences = [
    read.length === 1 ? `On your account ${lines[0]}.` : `Your balances:\n- ${lines.join('\n- ')}`,
    `${read.length === 1 ? ' ' : '\n'}All currencies together are worth ${worth} at current rates.`,
    more > 0 && `\nYou have ${count(more, 'further account')}.`,
  ]
  return {
    marked: sentences.filter((one) => typeof one === 'string').join(''),
    names: names.all,
    frame,
  }
}

/** The value of several sums of dollars together, in any asset. */
async function valueOf(
  dollars: readonly string[],
  code: string,
  by: Performer,
  { operations, assets }: AnswerOptions,
): Promise<string> {
  const units = dollars.reduce(
    (sum, text) => sum + (parseDecimal(text.replaceAll(',', ''), DOLLAR)?.units ?? 0n),
    0n,
  )
  if (code === DOLLAR.code)
    return formatDecimalAmount(formatDecimal({ units, asset: DOLLAR }), DOLLAR)
  const input = { from: DOLLAR.code, to: code, amount: String(units) }
  const { to_amount } = await by.perform('exchange.rate', operations['rate.convert'], input)
  const asset = assets.get(code)
  return formatDecimalAmount(
    formatDecimal({ units: BigInt(JSON.stringify(to_amount)), asset }),
    asset,
  )
}

const sayNoAccount = ({ account_type }: Filters): string =>
  account_type === undefined ? 'You have no accounts.' : `You have no ${account_type} account.`

const answerAccounts: Answer = async ({ filters }, by, options) => {
  const names = new Names()
  const all = await listAccounts(by, options)
  const lines = all
    .slice(0, ACCOUNTS_READ)
    .map(({ name, type, frozen }) => `${names.mark(name)} (${type}${frozen ? ', frozen' : ''})`)
  const more = all.length > lines.length ? ` and ${all.length - lines.length} more` : ''
  const marked =
    all.length === 0
      ? 'You have no account.'
      : `You have ${count(all.length, 'account')}: ${join(lines)}${more}.`
  return { marked, names: names.all, frame: { topic: 'accounts', filters } }
}

/** The sentence itself is asked when nothing was carried over to it. */
const inputOf = ({ filters, account_uuid, sentence }: Asked): QueryInput => ({
  ...(sentence === undefined ? toQueryInput(filters) : { query: sentence }),
  ...(account_uuid !== undefined && { account_uuid }),
})

/** The days that the search was limited to; a question without days is about the last ones. */
const framed = (
  topic: ReadTopic,
  filters: Filters,
  { date_from, date_to }: { readonly date_from?: string; readonly date_to?: string },
): Frame => ({
  topic,
  filters: {
    ...filters,
    ...(date_from !== undefined && { date_from }),
    ...(date_to !== undefined && { date_to }),
  },
})

const PAYMENTS_ONLY =
  'Deposits and withdrawals, movements between your own accounts, and trades are left out.'

const answerTransactions: Answer = async (asked, by, options) => {
  const names = new Names()
  const op = options.operations['transaction.query']
  const found = await by.perform('transactions.query', op, inputOf(asked))
  const wanted = found.filters_used.limit ?? LINES
  const shown = found.transactions.slice(0, Math.min(Math.max(wanted, 1), 20))
  const lines = shown.map(({ created_at, amount, asset_code, merchant, description }) => {
    const text = merchant !== 'other' ? merchant : (description ?? '')
    const said = text === '' ? '' : ` ${names.mark(text)}`
    return `${created_at.slice(0, 10)}: ${formatAmount(amount, options.assets.get(asset_code))}${said}`
  })
  const more = found.total_count - shown.length
  return {
    marked: [
      found.nl_summary,
      ...(lines.length === 0 ? [] : [`- ${lines.join('\n- ')}`]),
      ...(more > 0 && lines.length > 0 ? [`There ${more === 1 ? 'is' : 'are'} ${more} more.`] : []),
    ].join('\n'),
    notes: [
      ...(asked.filters.payments_only ? [PAYMENTS_ONLY] : []),
      ...sayNarrowing(asked.filters, names),
    ],
    names: names.all,
    frame: framed('transactions', asked.filters, found.filters_used),
  }
}

/** States the filters that sums do not show, so that a part is not mistaken for the whole. */
function sayNarrowing(filters: Filters, names: Names): string[] {
  const { category, recipient, asset_code, account_type } = filters
  const parts = [
    category !== undefined && `category ${names.mark(category)}`,
    recipient !== undefined && `with ${names.mark(recipient)}`,
    asset_code !== undefined && `in ${asset_code}`,
    account_type && `on ${account_type} accounts`,
    filters.category_not && `without ${join(filters.category_not.map((one) => names.mark(one)))}`,
    filters.recipient_not &&
      `not with ${join(filters.recipient_not.map((one) => names.mark(one)))}`,
    filters.asset_not && `not in ${join(filters.asset_not)}`,
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? [] : [`That is only ${parts.join(', ')}.`]
}

const answerSpending: Answer = async (asked, by, options) => {
  const names = new Names()
  const { amount_min, amount_max, limit: _limit, ...input } = inputOf(asked)
  // An analysis has no filter for amounts and would cover more than was asked for.
  if (amount_min !== undefined || amount_max !== undefined)
    return answerTransactions(asked, by, options)
  const op = options.operations['spending.analysis']
  const found = await by.perform('spending.analysis', op, input)
  const asset = options.assets.get(found.currency)
  const say = (value: number) => formatAmount(value, asset)
  const period = formatPeriod(found.period.from, found.period.to)
  const top = Object.entries(found.by_category)
    .slice(0, LINES)
    .map(([name, { total }]) => `${names.mark(name)} ${say(total)}`)
  const places = found.top_merchants
    .filter(({ merchant }) => merchant !== 'other')
    .map(({ merchant, total }) => `${names.mark(merchant)} ${say(total)}`)
  const { unconverted } = found
  const { shown_in } = asked
  const isConverted = found.transaction_count > 0 && shown_in !== undefined
  const sentences = [
    found.transaction_count === 0
      ? `You spent nothing ${period}.`
      : `You spent ${say(found.total_spent)} ${period}, in ${count(found.transaction_count, 'transaction')}.`,
    isConverted && (await sayIn(shown_in, found.total_spent, found.currency, by, options)),
    top.length > 1 && `By category: ${join(top)}.`,
    places.length > 0 && `Most of it at ${join(places)}.`,
    unconverted.length > 0 && `${join(unconverted)} could not be converted and is not counted.`,
  ]
  return {
    marked: sentences.filter((one) => typeof one === 'string').join(' '),
    notes: sayNarrowing(asked.filters, names),
    names: names.all,
    frame: {
      ...framed('spending', asked.filters, found.filters_used),
      ...(shown_in !== undefined && { shown_in }),
    },
  }
}

/** A sum in another asset, with the rate that was used; undefined when it is in that asset already. */
async function sayIn(
  to: string,
  value: number,
  from: string,
  by: Performer,
  { operations, assets }: AnswerOptions,
): Promise<string | undefined> {
  if (to === from) return undefined
  const money = parseDecimal(value.toFixed(assets.get(from).precision), assets.get(from))
  const input = { from, to, amount: String(money?.units ?? 0n) }
  const converted = await by.perform('exchange.rate', operations['rate.convert'], input)
  const units = BigInt(JSON.stringify(converted.to_amount))
  const worth = formatDecimalAmount(formatDecimal({ units, asset: assets.get(to) }), assets.get(to))
  return `That is ${worth} at the current rate, ${trimRate(converted.rate)}.`
}

const answerRate: Answer = async ({ pair, filters }, by, options) => {
  const { from, to, amount } = pair!
  const frame: Frame = { topic: 'rate', filters, pair: pair! }
  const asset = options.assets.get(from)
  const money = amount === undefined ? undefined : parseDecimal(amount, asset)
  if (amount !== undefined && !money)
    return {
      marked: `${from} has ${asset.precision} decimal places; I cannot convert ${amount} ${from}.`,
      names: [],
      frame,
    }
  if (money) {
    const op = options.operations['rate.convert']
    const input = { from, to, amount: String(money.units) }
    const converted = await by.perform('exchange.rate', op, input)
    const units = BigInt(JSON.stringify(converted.to_amount))
    const worth = formatDecimal({ units, asset: options.assets.get(to) })
    return {
      marked: `${formatDecimalAmount(amount!, asset)} is ${formatDecimalAmount(worth, options.assets.get(to))} at the current rate, ${trimRate(converted.rate)}.`,
      names: [],
      frame,
    }
  }
  const found = await by.perform('exchange.rate', options.operations['rate.get'], { from, to })
  return { marked: `1 ${from} is worth ${trimRate(found.rate)} ${to}.`, names: [], frame }
}

/** '1.0850000000' → '1.085' */
const trimRate = (rate: string): string => rate.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

const answerTransfers: Answer = async ({ filters, account_uuid }, by, options) => {
  const names = new Names()
  const frame: Frame = { topic: 'transfers', filters }
  const all = await listAccounts(by, options)
  const [account] = chooseAccounts(all, filters, account_uuid, by.caller.user)
  if (!account) return { marked: sayNoAccount(filters), names: [], frame }
  const page = { uuid: account.uuid, page: 1, per_page: LINES }
  const { data, meta } = await by.perform(
    'transfers.list',
    options.operations['transfer.list'],
    page,
  )
  const lines = data.map(({ created_at, amount, asset_code, direction, status, reference }) => {
    const said = reference === null ? '' : ` ${names.mark(reference)}`
    const way = direction === 'incoming' ? 'received' : 'sent'
    const sum = formatDecimalAmount(amount, options.assets.get(asset_code))
    return `${created_at.slice(0, 10)}: ${way} ${sum}, ${status}${said}`
  })
  const name = names.mark(account.name)
  const marked =
    lines.length === 0
      ? `There are no transfers on your account ${name}.`
      : `The latest of ${count(meta.total, 'transfer')} on your account ${name}:\n- ${lines.join('\n- ')}`
  return { marked, names: names.all, frame }
}

export const answers: Readonly<Record<ReadTopic, Answer>> = {
  balance: answerBalance,
  accounts: answerAccounts,
  transactions: answerTransactions,
  spending: answerSpending,
  rate: answerRate,
  transfers: answerTransfers,
}
