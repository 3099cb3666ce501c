// Decides whether an operator's password is easy to guess: too short, too regular, or made of common words.

const LENGTH_MIN = 12
/** Minimum number of different characters that must remain without common words and runs. */
const REST_MIN = 5

/** Common words in passwords, and the words of a bank. */
const OBVIOUS = [
  'administrator',
  'password',
  'passwort',
  'welcome',
  'letmein',
  'changeme',
  'iloveyou',
  'operator',
  'production',
  'default',
  'secret',
  'master',
  'florin',
  'dragon',
  'monkey',
  'qwerty',
  'asdfgh',
  'zxcvbn',
  'admin',
  'login',
  'guest',
  'super',
  'hello',
  'money',
  'test',
  'user',
  'root',
  'bank',
  'pass',
]

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '09876543210',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Returns the reason as the end of a sentence; undefined when the password is strong enough. */
export function findWeakness(password: string, email: string): string | undefined {
  if (password.length < LENGTH_MIN) return `it must be at least ${LENGTH_MIN} characters long`
  const plain = password.toLowerCase()
  const names = email
    .toLowerCase()
    .split(/[@._+-]/)
    .filter((part) => part.length > 2)
  const [local = ''] = email.toLowerCase().split('@')
  if (plain === local || plain === email.toLowerCase()) return 'it is the e-mail address again'
  if (/^(.{1,6})\1+.{0,5}$/.test(plain)) return 'it repeats itself'
  const words = [...names, ...OBVIOUS]
  const spelled = plain.replace(/[013457@$!]/g, (character) => LEET[character]!)
  const isObvious = [plain, spelled].some(
    (text) => new Set(withoutRuns(withoutWords(text, words))).size < REST_MIN,
  )
  return isObvious ? 'it is made of words or rows of keys that attackers try first' : undefined
}

const withoutWords = (text: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), text)

/** Removes runs of four or more characters that are neighbours on the keyboard or in the alphabet. */
function withoutRuns(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at)
    if (length < 4) rest += text[at]
    at += length < 4 ? 1 : length
  }
  return rest
}

function runAt(text: string, at: number): number {
  let length = 1
  while (
    at + length < text.length &&
    ROWS.some((row) => row.includes(text.slice(at, at + length + 1)))
  )
    length++
  return length
}
