// The sentences of the assistant that contain no figures of accounts.
import type { Caller } from '../../../../operation/caller.ts'
import { InsufficientScope } from '../../../../operation/error.ts'
import { type Draft, Names } from './draft.ts'
import type { Refused } from './performer.ts'
import type { Interpretation } from '../interpretation/interpreter.ts'

const plain = (marked: string): Draft => ({ marked, names: [] })

const READS =
  'I can tell you your balances and accounts, find transactions ("groceries over 20 dollars last month"), add up what you spent, show your latest transfers, and say what one currency or GCU is worth in another.'
const MOVES =
  'I can prepare a transfer ("send 20 EUR to savings"); nothing moves until you confirm it by a message that repeats amount and receiver.'
const CANNOT_MOVE = 'With the key that you use I can only read: I cannot move money.'

/** What the assistant can do for this caller. */
const can = ({ scopes }: Caller): string => `${READS} ${scopes.has('write') ? MOVES : CANNOT_MOVE}`

export const greeting = plain(
  'Hello. Ask me about your balances, transactions, spending, transfers or exchange rates.',
)
export const nothingToConfirm = plain(
  'Nothing is waiting for a confirmation. What would you like to know?',
)
export const nothingToCancel = plain('There is nothing to cancel.')

export const help = (caller: Caller): Draft => plain(can(caller))

export const unsupported = (caller: Caller): Draft => plain(`I cannot do that. ${can(caller)}`)

export function unknown(words: readonly string[], caller: Caller): Draft {
  const names = new Names()
  const left = words.slice(0, 3).map((word) => `"${names.mark(word)}"`)
  const which = left.length === 0 ? '' : ` (${left.join(', ')})`
  return { marked: `I did not understand that${which}. ${can(caller)}`, names: names.all }
}

/** Says why an operation refused to answer. */
export function refused(error: Refused): Draft {
  const names = new Names()
  const marked =
    error.code === InsufficientScope.code
      ? `The key that you use does not allow this: ${names.mark(error.message)}`
      : `I could not answer that: ${names.mark(error.message)}`
  return { marked, names: names.all }
}

/** Adds which parts of the message were not understood or not read. */
export function withNotes(draft: Draft, { not_understood }: Interpretation, isCut: boolean): Draft {
  const names = [...draft.names]
  const words = not_understood.slice(0, 3).map((word) => {
    names.push(word)
    return `"⟦${names.length}⟧"`
  })
  const notes = [
    words.length > 0 && `I did not understand ${words.join(', ')}, and left it out.`,
    isCut && 'Your message was long, and I read only its beginning.',
  ].filter((note) => typeof note === 'string')
  return { ...draft, names, notes: [...(draft.notes ?? []), ...notes] }
}
