// Understands a message of a conversation: its topic, its filters, and whether it refers to what was said before.
// Pure: the same message after the same frame on the same day is always understood in the same way.
import { accountTypes, type Filters, findAsset, interpret } from '../../queries/index.ts'
import {
  carryOver,
  isReset,
  keepShownIn,
  readShift,
  readShownIn,
  shiftPeriod,
} from './carry-over.ts'
import type { Frame, Pair, ReadTopic, Topic } from './frame.ts'
import { readPair } from './pairs.ts'
import { isTransferRequest } from './transfer-request.ts'

export interface Interpretation {
  readonly topic: Topic
  readonly filters: Filters
  readonly pair?: Pair
  /** The asset in which a sum is also stated. */
  readonly shown_in?: string
  readonly confidence: number
  /** Whether filters were carried over from the previous question. */
  readonly carried: boolean
  readonly not_understood: readonly string[]
}

export interface InterpreterContext {
  readonly now: Date
  /** The codes of the bank's assets. */
  readonly codes: ReadonlySet<string>
}

/** The part of a message that is interpreted; questions are shorter. */
export const READ_MAX = 500

/** One line in lower case, without the words of politeness at its beginning. */
export const normalize = (message: string): string =>
  message
    .slice(0, READ_MAX)
    .normalize('NFKC')
    .slice(0, READ_MAX)
    .toLowerCase()
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:(?:ok|okay|so|well|hmm|hi|hello|hey|please|great|thanks|thank you|now)[,.!]? )+/,
      '',
    )

const FOLLOWS =
  /^(?:and|but|also|what about|how about|what if|only|just|except|without|instead|then|or|the same|same|not)\b/
const REFERS = /\b(?:them|those|these|that|it|the same|of which|ones?)\b/

const CONFIRM = /^(?:yes,? )?(?:i )?confirm(?:ed)?\b/
const ASSENT =
  /^(?:yes|yep|yeah|y|ok|okay|sure|do it|go ahead|send it|go|fine|agreed|please do|correct)[.! ]*$/
const CANCEL =
  /^(?:no|nope|cancel(?: (?:it|that|this|the transfer))?|never ?mind|forget (?:it|that)|stop|don't(?: send(?: it)?)?|do not send(?: it)?|abort)(?:,? (?:thanks|thank you|please))?[.! ]*$/
const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks|thank you|thx|cheers|bye|goodbye)(?: (?:there|florin|again|very much|a lot))?[.! ]*$/
const HELP =
  /^(?:help|\?+)[.! ]*$|\bwhat (?:can|could) (?:you|i) (?:do|ask)\b|\bhow (?:do|does) (?:you|this|it) work\b|\bwho are you\b|\bhelp me\b/
const BALANCE =
  /\bbalances?\b|\bhow much (?:\S+ ){0,2}(?:do i|have i|i) (?:still )?(?:have|got|own)\b|\bdo i have (?:any|enough)\b|\btotal (?:funds|money|wealth)\b|\bavailable (?:funds|money|cash)\b|\bnet worth\b|\bam i worth\b|\bmy money worth\b|\bin my accounts?\b(?=.{0,20}$)/
const RATE =
  /\b(?:exchange rates?|rates?|convert(?:ed)?|conversion|worth|value of|price of|value|price|how much (?:is|are)|what (?:is|are)|cost of)\b/
/** "EUR/USD" and "pounds to euros" ask for a rate without a word for it. */
const PAIR = /^([a-z]{3,10})(?:\/| to | in | vs )([a-z]{3,10})[?. ]*$/
const BREAKDOWN =
  /\bby categor(?:y|ies)\b|\b(?:which|what|top|biggest) categor(?:y|ies)\b|\bbreak(?:down| (?:it|that|this|them) down)\b|\bwhere (?:did|does|do|has) (?:all )?my money go(?:ne)?\b|\btrends?\b|\banaly(?:sis|se|ze)\b|\btop merchants?\b/
const SPENDING = /\b(?:spend|spent|spending|expenses?|expenditure|costs?|cost me)\b/
const LISTING =
  /\b(?:show|list|which|find|see|details?|transactions?|payments?|purchases?|bookings?|largest|biggest|smallest|newest|latest|oldest|recent|history|activity)\b/
const BOOKED =
  /\b(?:transactions?|payments?|purchases?|bookings?|history|activity|deposits?|withdrawals?|refunds?|received?|income|salary|earn|earned|paid|sent|bought|did i (?:pay|buy|get)|came in|went out)\b/
const ACCOUNTS = /\b(?:my|list|which|what|show|how many|all|the)\b(?: [a-z]+){0,3} accounts?\b/
const TRANSFERS = /\btransfers?\b/
const UNSUPPORTED =
  /\b(?:loans?|mortgages?|borrow(?:ing)?|lend(?:ing)?|credit cards?|kyc|verify my identity|identity check|invest(?:ing|ment advice)?|stocks?|shares?|bonds?|freeze|unfreeze|close my account|open an? account|password|two[- ]factor|api keys?|stake|staking|trade|buy|sell|vote|tax(?:es)?)\b/

/** Whether any filter of transactions is named. */
const isNarrow = ({ asset_code: _asset, account_type: _type, ...others }: Filters): boolean =>
  Object.keys(others).length > 0

/** The filters without the order, the number, and what is left out because of the order. */
function withoutOrder(filters: Filters): Filters {
  const { sort: _sort, limit: _limit, payments_only: _payments, ...others } = filters
  return others
}

/** Whether a filter other than those of an order is named. */
const isSearch = (filters: Filters): boolean => isNarrow(withoutOrder(filters))

/** The topic that the words of the message name; undefined when it has no such words. */
function findTopic(
  text: string,
  namedFilters: Filters,
  context: InterpreterContext,
): Topic | undefined {
  if (BREAKDOWN.test(text)) return 'spending'
  const isBooked = BOOKED.test(text)
  const isSpending = SPENDING.test(text)
  if (BALANCE.test(text) && !isBooked && !isSpending) return 'balance'
  if (!isBooked && !isSpending && isAboutRate(text, context)) return 'rate'
  if (TRANSFERS.test(text)) return isSearch(namedFilters) ? 'transactions' : 'transfers'
  if (ACCOUNTS.test(text) && !isBooked && !isSpending && !isNarrow(namedFilters)) return 'accounts'
  if (isSpending && !LISTING.test(text)) return 'spending'
  if (isBooked || isSpending) return 'transactions'
  if (UNSUPPORTED.test(text)) return 'unsupported'
  return LISTING.test(text) ? 'transactions' : undefined
}

/** A question about a rate names an asset; "what is this" names none. */
function isAboutRate(text: string, { codes }: InterpreterContext): boolean {
  const written = PAIR.exec(text)
  if (written?.slice(1).every((word) => findAsset(word, codes) !== undefined)) return true
  const isAsked = RATE.test(text) && !/\b(?:my|i|me)\b/.test(text)
  return isAsked && readPair(text, undefined, codes) !== undefined
}

const simple = (topic: Topic, confidence: number): Interpretation => ({
  topic,
  filters: {},
  confidence,
  carried: false,
  not_understood: [],
})

function findDialogueAct(text: string): Interpretation | undefined {
  if (CONFIRM.test(text)) return simple('confirm', 1)
  if (ASSENT.test(text)) return simple('assent', 0.9)
  if (CANCEL.test(text)) return simple('cancel', 0.9)
  if (isTransferRequest(text)) return simple('transfer', 0.9)
  if (text === '' || GREETING.test(text)) return simple('greeting', 0.9)
  return HELP.test(text) ? simple('help', 0.9) : undefined
}

export function interpretMessage(
  message: string,
  frame: Frame | undefined,
  context: InterpreterContext,
): Interpretation {
  const text = normalize(message)
  const act = findDialogueAct(text)
  if (act) return act
  const shown_in = frame?.topic === 'spending' ? readShownIn(text, context.codes) : undefined
  if (frame && shown_in !== undefined)
    return { ...simple('spending', 0.8), filters: frame.filters, shown_in, carried: true }
  const { shift, rest } = frame && refersToPeriod(frame) ? readShift(text) : { rest: text }
  // The words for a breakdown filter nothing.
  const read = interpret(rest.replace(BREAKDOWN, ' '), context.now, context.codes)
  const named = findTopic(rest, read.filters, context)
  const isFollowing =
    frame !== undefined &&
    (FOLLOWS.test(text) || shift !== undefined || isOrder(rest, read.filters))
  if (!frame || (named && named !== frame.topic && !isRelated(named, frame.topic)))
    return begin(named, text, read, context)
  if (named && !isFollowing && !(REFERS.test(text) && !isNarrow(read.filters)))
    return begin(named, text, read, context)
  const topic = named ?? followedTopic(text, frame, read.filters)
  if (frame.topic === 'rate') return followRate(text, frame, read, context)
  const namedFilters = shift
    ? { ...read.filters, ...shiftPeriod(frame.filters, shift) }
    : withName(rest, read, context)
  const isSaying =
    Object.keys(namedFilters).length > 0 || named !== undefined || isFollowing || isReset(rest)
  // Only transactions have days, names and amounts to search for.
  const isOther = topic !== 'transactions' && topic !== 'spending' && isNarrow(namedFilters)
  if (!isSaying || isOther) return begin(named, text, read, context)
  const isUnknownKept = (namedFilters === read.filters || shift !== undefined) && !isReset(rest)
  const unknownWords = isUnknownKept ? read.not_understood : []
  const filters = carryOver(frame.filters, namedFilters, rest, context.codes)
  return {
    topic,
    // A sum has no order.
    filters: topic === 'transactions' ? filters : withoutOrder(filters),
    ...(topic === 'spending' && keepShownIn(frame.shown_in, namedFilters, rest)),
    confidence: confidenceOf(0.8, unknownWords),
    carried: true,
    not_understood: unknownWords,
  }
}

/** "The five largest" and "by category" name an order, and nothing to put in order. */
const isOrder = (text: string, filters: Filters): boolean =>
  (filters.sort !== undefined || filters.limit !== undefined || BREAKDOWN.test(text)) &&
  !/\bmy\b/.test(text) &&
  Object.keys(withoutOrder(filters)).length === 0 &&
  !BOOKED.test(text) &&
  !SPENDING.test(text)

const refersToPeriod = ({ filters }: Frame): boolean =>
  filters.date_from !== undefined && filters.date_to !== undefined

/** Transactions and spending have the same filters, so that one can follow the other. */
const isRelated = (topic: Topic, before: ReadTopic): boolean =>
  [topic, before].every((one) => one === 'transactions' || one === 'spending')

/** A list is asked for by an order or a number of transactions, even after a sum. */
const followedTopic = (text: string, { topic }: Frame, namedFilters: Filters): ReadTopic =>
  topic === 'spending' &&
  (namedFilters.sort !== undefined ||
    namedFilters.limit !== undefined ||
    /\bwhich ones?\b/.test(text))
    ? 'transactions'
    : topic

type Read = ReturnType<typeof interpret>

const NAME =
  /^(?:and |but |what about |how about |only |just |or |also )+(?:for |in |on )?(?:my |the )?(.{2,60}?)[?.! ]*$/
const NAME_NOT = /^(?:and |but )*(?:except|without|not)(?: for| with)? (.{2,60}?)[?.! ]*$/

/** A word that means nothing else is taken for a name: "what about Alice?" */
function withName(text: string, read: Read, { now, codes }: InterpreterContext): Filters {
  if (Object.keys(read.filters).length > 0) return read.filters
  const account_type = accountTypes.find((type) => NAME.exec(`and ${text}`)?.[1] === type)
  if (account_type) return { account_type }
  if (read.not_understood.length === 0) return read.filters
  const without = NAME_NOT.exec(text)?.[1]
  const name = NAME.exec(text)?.[1]
  const sentence =
    without !== undefined ? `except with ${without}` : name !== undefined ? `with ${name}` : ''
  return sentence === '' ? read.filters : interpret(sentence, now, codes).filters
}

/** A message that does not refer to earlier ones. */
function begin(
  named: Topic | undefined,
  text: string,
  read: Read,
  context: InterpreterContext,
): Interpretation {
  const { filters, not_understood } = read
  if (named === 'rate') {
    const pair = readPair(text, undefined, context.codes)!
    return { ...simple('rate', 0.9), pair }
  }
  if (named === 'unsupported') return simple('unsupported', 0.7)
  if (named)
    return {
      topic: named,
      filters,
      confidence: confidenceOf(0.9, not_understood),
      carried: false,
      not_understood,
    }
  if (isNarrow(filters))
    return {
      topic: 'transactions',
      filters,
      confidence: confidenceOf(0.7, not_understood),
      carried: false,
      not_understood,
    }
  return { ...simple('unknown', 0.2), filters, not_understood }
}

function followRate(
  text: string,
  frame: Frame,
  read: Read,
  context: InterpreterContext,
): Interpretation {
  const pair = readPair(text, frame.pair, context.codes)
  if (!pair) return begin(undefined, text, read, context)
  return { ...simple('rate', 0.8), pair, carried: true }
}

/** Each word without a meaning makes it less certain that the message was understood. */
const confidenceOf = (most: number, unknownWords: readonly string[]): number =>
  Math.max(Math.round((most - 0.15 * unknownWords.length) * 100) / 100, 0.3)
