// Finds every figure in a text: numbers in digits of any script, numbers in words, parts and multiples, percentages,
// sums of money, days and months. A wording of a model may hold only figures that the bank's own draft holds.

/** A figure as text: its value, and what it counts if that is a currency, a percentage or a mark. */
export type Figure = string

const DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/g
const MARKED = /⟦\d{1,3}⟧/g
/** A sum in digits with the text directly before and after it. */
const NUMBER =
  /(?:(?<before>[$€£¥₿]|\b[A-Z]{3,10})[ \u00a0]?)?(?<sign>[-−–]?)(?<digits>\d(?:[\d,.'’ \u00a0\u202f]*\d)?)(?:[ \u00a0]?(?<after>[$€£¥₿%‰]|[\p{L}]{1,12}))?/gu

const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₿': 'BTC',
}
const UNITS: Readonly<Record<string, string>> = {
  dollar: 'USD',
  dollars: 'USD',
  euro: 'EUR',
  euros: 'EUR',
  pound: 'GBP',
  pounds: 'GBP',
  yen: 'JPY',
  franc: 'CHF',
  francs: 'CHF',
  bitcoin: 'BTC',
  bitcoins: 'BTC',
  ether: 'ETH',
  percent: '%',
  percentage: '%',
  '%': '%',
}
/** Words behind a number that change its value. */
const MULTIPLES =
  /^(?:k|m|mn|bn|b|tn|th|hundred|thousand|million|billion|trillion|dozen|lakh|crore)$/i

const unitOf = (word: string | undefined): string | undefined => {
  if (word === undefined) return undefined
  return SIGNS[word] ?? UNITS[word.toLowerCase()] ?? (/^[A-Z]{3,10}$/.test(word) ? word : undefined)
}

/** '1,200.00' → '1200'; undefined when the separators can be read in two ways. */
function readDigits(digits: string): string | undefined {
  const text = digits.replaceAll(/['’ \u00a0\u202f]/g, '')
  if (!/^\d{1,40}(?:,\d{3}){0,12}(?:\.\d{1,40})?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.')
  const places = fraction.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${places === '' ? '' : `.${places}`}`
}

/** Numbers and parts in words, and words that change what a number says, in English and in the languages that a model may fall into. */
const COUNTED = new Set(
  `zero nothing none nil nought two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen twenty thirty forty fourty fifty sixty seventy eighty ninety hundred hundreds
  thousand thousands million millions billion billions trillion trillions dozen dozens score scores couple pair
  half halves third thirds quarter quarters fifth tenth double doubled doubles twice triple tripled thrice treble
  quadruple twofold threefold tenfold lakh crore grand percent percentage
  more less over under above below almost nearly around about approximately roughly most least
  no not never neither cannot
  null zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig dreissig vierzig fünfzig sechzig
  siebzig achtzig neunzig hundert tausend millionen halb doppelt
  deux trois quatre cinq huit neuf dix onze douze vingt trente quarante cinquante soixante cent mille moitié
  dos tres cuatro cinco seis siete ocho nueve diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa
  cien ciento mil doble mitad
  due tre quattro cinque sei sette otto nove dieci venti trenta quaranta cinquanta cento mezzo
  twee drie vijf zes acht negen tien twintig honderd duizend
  dois três quatro sete oito nove vinte trinta cinquenta cem metade`.split(/\s+/),
)
/** "Sixty-four", "fivehundred": any word made of such words. */
const COMPOSED =
  /^(?:(?:twen|thir|for|fif|six|seven|eigh|nine?)ty|(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|(?:one(?=hundred|thousand))))+/

const MONTHS =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|May)\b/g

const monthOf = (name: string): string => `month ${name.slice(0, 3).toLowerCase()}`
const MONTH_NAMES = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const TOKEN =
  /(?<mark>⟦\d{1,3}⟧)|(?<out>\b(?:spent|spend|spending|paid|sent|outgoing|went out|debited|reserved)\b)|(?<in>\b(?:received|receive|came in|incoming|earned|income|credited|available)\b)|(?<number>\d(?:[\d,.]*\d)?)/gi

/** The order in which a text names sums and texts of others, and the direction named nearest to each sum. */
export function findOrder(text: string): { readonly order: string[]; readonly ways: Set<string> } {
  const plain = text.normalize('NFKC').replaceAll(DATE, (day) => ';'.repeat(day.length))
  const tokens = [...plain.matchAll(TOKEN)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    groups: match.groups!,
  }))
  const ways = tokens.filter(({ groups }) => groups['out'] ?? groups['in'])
  const order: string[] = []
  const near = new Set<string>()
  for (const { at, end, groups } of tokens) {
    if (groups['mark'] !== undefined) order.push(groups['mark'])
    if (groups['number'] === undefined) continue
    const value = readDigits(groups['number']) ?? groups['number']
    order.push(value)
    const distance = (way: (typeof ways)[number]) => (way.end <= at ? at - way.end : way.at - end)
    const nearest = ways.toSorted((a, b) => distance(a) - distance(b))[0]
    if (nearest) near.add(`${value} ${nearest.groups['out'] === undefined ? 'in' : 'out'}`)
  }
  return { order, ways: near }
}

/** Every figure of the text, or undefined when one of them cannot be read for certain. */
export function findFigures(text: string): ReadonlySet<Figure> | undefined {
  const found = new Set<Figure>()
  let rest = text.normalize('NFKC').replaceAll('−', '-')
  // Users would read digits of other scripts, fractions and numerals, but this function does not.
  if (/(?![0-9])\p{N}|\b[IVXLCDM]{2,}\b/u.test(rest)) return undefined
  rest = rest.replaceAll(MARKED, (mark) => {
    found.add(mark)
    return ' ; '
  })
  rest = rest.replaceAll(DATE, (day, _year, month: string) => {
    found.add(`day ${day}`)
    found.add(`month ${MONTH_NAMES[Number(month) - 1] ?? month}`)
    return ' ; '
  })
  let isCertain = true
  rest = rest.replaceAll(NUMBER, (...match) => {
    const groups = match.at(-1) as Record<string, string | undefined>
    const value = readDigits(groups['digits']!)
    const after = groups['after']
    if (value === undefined || (after !== undefined && MULTIPLES.test(after))) isCertain = false
    const unit = unitOf(groups['before']) ?? unitOf(after) ?? ''
    const sign = groups['sign'] === '' || value === '0' ? '' : '-'
    found.add(`${sign}${value} ${unit}`)
    return unitOf(after) === undefined && after !== undefined ? ` ${after}` : ' '
  })
  if (!isCertain) return undefined
  for (const [name] of rest.matchAll(MONTHS)) found.add(monthOf(name))
  if (/n['’]t\b/.test(rest)) found.add('word not')
  for (const word of rest.toLowerCase().match(/\p{L}+/gu) ?? [])
    if (COUNTED.has(word) || COMPOSED.test(word)) found.add(`word ${word}`)
  return found
}
