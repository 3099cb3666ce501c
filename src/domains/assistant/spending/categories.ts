// The table of spending categories with their words and merchants. A reference belongs to the category of its first
// word that is in the table.

interface Category {
  readonly words: readonly string[]
  readonly merchants?: Readonly<Record<string, readonly string[]>>
}

export const UNCATEGORIZED = 'uncategorized'
export const NO_MERCHANT = 'other'
/** Transfers between two accounts of the same owner. */
export const OWN_TRANSFERS = 'own_transfers'
/** One asset exchanged for another, which is not spending. */
export const EXCHANGE = 'exchange'

/** A merchant is recognised by its lower-case name and by the listed variants. */
const categories: Readonly<Record<string, Category>> = {
  groceries: {
    words: ['groceries', 'grocery', 'supermarket', 'supermarkets', 'food'],
    merchants: {
      Walmart: [],
      Tesco: [],
      Aldi: [],
      Lidl: [],
      Costco: [],
      Kroger: [],
      Safeway: [],
      Carrefour: [],
      Migros: [],
      "Sainsbury's": ['sainsburys'],
      "Trader Joe's": ['trader joes'],
      'Whole Foods': [],
    },
  },
  dining: {
    words: [
      'dining',
      'restaurants',
      'restaurant',
      'cafe',
      'coffee',
      'breakfast',
      'lunch',
      'dinner',
      'takeaway',
      'takeout',
      'pizza',
      'pub',
      'eating out',
    ],
    merchants: {
      Starbucks: [],
      "McDonald's": ['mcdonalds'],
      'Burger King': [],
      KFC: [],
      Chipotle: [],
      DoorDash: [],
      Deliveroo: [],
      Grubhub: [],
      'Uber Eats': ['ubereats'],
    },
  },
  transportation: {
    words: [
      'transportation',
      'transport',
      'taxi',
      'taxis',
      'cab',
      'bus',
      'train',
      'trains',
      'metro',
      'tram',
      'parking',
      'toll',
      'fuel',
      'petrol',
      'gasoline',
      'gas station',
    ],
    merchants: { Uber: [], Lyft: [], Shell: [], Chevron: [], Exxon: [] },
  },
  travel: {
    words: [
      'travel',
      'flights',
      'flight',
      'airline',
      'hotels',
      'hotel',
      'hostel',
      'vacation',
      'holiday',
      'trip',
    ],
    merchants: {
      Airbnb: [],
      'Booking.com': [],
      Expedia: [],
      Lufthansa: [],
      Ryanair: [],
      easyJet: [],
      Marriott: [],
      Hilton: [],
    },
  },
  entertainment: {
    words: [
      'entertainment',
      'movies',
      'movie',
      'cinema',
      'theater',
      'theatre',
      'concert',
      'concerts',
      'games',
      'gaming',
      'museum',
      'tickets',
    ],
    merchants: { Steam: [], PlayStation: [], Xbox: [], Nintendo: [], Ticketmaster: [] },
  },
  shopping: {
    words: ['shopping', 'clothes', 'clothing', 'shoes', 'electronics', 'furniture'],
    merchants: { Amazon: [], eBay: [], Etsy: [], IKEA: [], Zara: [], 'H&M': [], Zalando: [] },
  },
  utilities: {
    words: [
      'utilities',
      'utility',
      'electricity',
      'heating',
      'water bill',
      'gas bill',
      'internet',
      'broadband',
      'phone bill',
    ],
    merchants: { Verizon: [], Comcast: [], Vodafone: [], 'T-Mobile': [], 'AT&T': [] },
  },
  subscriptions: {
    words: ['subscriptions', 'subscription', 'membership', 'streaming'],
    merchants: { Netflix: [], Spotify: [], Hulu: [], Dropbox: [], GitHub: [], Adobe: [] },
  },
  healthcare: {
    words: [
      'healthcare',
      'health',
      'doctor',
      'dentist',
      'pharmacy',
      'hospital',
      'clinic',
      'medical',
      'medicine',
      'gym',
      'fitness',
    ],
    merchants: { CVS: [], Walgreens: [] },
  },
  housing: { words: ['housing', 'rent', 'mortgage', 'landlord'] },
  insurance: { words: ['insurance'] },
  education: { words: ['education', 'tuition', 'school', 'university'] },
  gifts: { words: ['gifts', 'gift', 'donations', 'donation', 'charity'] },
  taxes: { words: ['taxes', 'tax'] },
  income: { words: ['salary', 'payroll', 'wages', 'wage', 'paycheck', 'dividend', 'dividends'] },
  refunds: { words: ['refunds', 'refund', 'reversals', 'reversal'] },
  fees: { words: ['fees', 'fee'] },
  interest: { words: ['interest'] },
  [EXCHANGE]: { words: ['currency exchange', 'conversion', 'conversions'] },
  [OWN_TRANSFERS]: { words: ['own transfers', 'between my accounts', 'between my own accounts'] },
}

/** The category by the subtype of a move, which the bank sets itself and which wins over the reference. */
export const categoryOfSubtype: Readonly<Record<string, string>> = {
  fee: 'fees',
  interest: 'interest',
  reversal: 'refunds',
  conversion: EXCHANGE,
  exchange: EXCHANGE,
  trade: EXCHANGE,
  gcu_buy: EXCHANGE,
  gcu_sell: EXCHANGE,
  basket_compose: EXCHANGE,
  basket_decompose: EXCHANGE,
  basket_rebalance: EXCHANGE,
}

const merchantEntries = Object.entries(categories).flatMap(([category, { merchants = {} }]) =>
  Object.entries(merchants).flatMap(([merchant, others]) =>
    [merchant.toLowerCase(), ...others].map((word) => ({ word, category, merchant })),
  ),
)

const takesPlural = (word: string): boolean => /[^sy]$/.test(word)

const wordEntries = Object.entries(categories).flatMap(([category, { words }]) =>
  [category, ...words, ...words.filter(takesPlural).map((word) => `${word}s`)].map((word) => ({
    word,
    category,
  })),
)

const categoryOfWord = new Map(
  [...merchantEntries, ...wordEntries].map(({ word, category }) => [word, category]),
)

const merchantOfWord = new Map(merchantEntries.map(({ word, merchant }) => [word, merchant]))

/** Maps 'Restaurants' to dining; a name that is not in the table is used as it is. */
export function toCategory(name: string): string {
  const word = name.trim().toLowerCase()
  return categoryOfWord.get(word) ?? word
}

/** Matches whole words only; where several begin at the same place, the longest wins. */
function toPattern(words: Iterable<string>): RegExp {
  const alternatives = [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('.', '\\.'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}

const anyWord = toPattern(categoryOfWord.keys())
const anyMerchant = toPattern(merchantOfWord.keys())
/** In a sentence, "my income" means all incoming money and not only the category. */
const spokenWord = toPattern(
  wordEntries.map(({ word }) => word).filter((word) => word !== 'income'),
)

/** Finds the category and merchant of a reference by its words. */
export function labelReference(reference: string): {
  readonly category: string | undefined
  readonly merchant: string | undefined
} {
  const text = reference.toLowerCase()
  const word = anyWord.exec(text)?.[0]
  // The names of merchants are among the words, so without a word there is no merchant.
  const merchant = word === undefined ? undefined : anyMerchant.exec(text)?.[0]
  return {
    category: word === undefined ? undefined : categoryOfWord.get(word),
    merchant: merchant === undefined ? undefined : merchantOfWord.get(merchant),
  }
}

/** Something that a sentence names, and where it does. */
export interface Named {
  readonly name: string
  readonly start: number
  readonly end: number
}

const locate = (pattern: RegExp, text: string, index: number): Named | undefined => {
  const match = pattern.exec(text.slice(index))
  if (!match) return undefined
  const start = index + match.index
  return { name: match[0], start, end: start + match[0].length }
}

/** The first category that a sentence names from a place on; names of merchants do not count. */
export function locateCategory(text: string, index = 0): Named | undefined {
  const found = locate(spokenWord, text.replaceAll('interest rate', ';'.repeat(13)), index)
  return found && { ...found, name: categoryOfWord.get(found.name)! }
}

export const findCategory = (text: string): string | undefined => locateCategory(text)?.name

/** The first merchant that a sentence names from a place on, in lower case. */
export const locateMerchant = (text: string, index = 0): Named | undefined =>
  locate(anyMerchant, text, index)

/** All single words that name a category, for the correction of misspellings. */
export const categoryWords: readonly string[] = wordEntries
  .map(({ word }) => word)
  .filter((word) => /^[a-z]+$/.test(word))

/** The parts of merchants' names, which are never corrected. */
export const merchantWords: readonly string[] = merchantEntries.flatMap(({ word }) =>
  word.split(' '),
)

/** Maps every word of a category to its name, for categories in the metadata of a transaction. */
export const categoryNames: Readonly<Record<string, string>> = Object.fromEntries(categoryOfWord)
