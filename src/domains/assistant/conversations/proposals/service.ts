// Transfers that the assistant proposes and carries out only after a second message that repeats amount and receiver.
//   "send 20 EUR to savings" → proposal, sealed → "confirm 20.00 EUR to Savings" → the ordinary transfer, once
// The terms are sealed with the bank's key and bound to the conversation, the user and the environment, so that a
// changed row moves nothing. Everything here only reads; decisions take effect in the transaction that stores the
// answer (execution.ts), so that a message that is refused has changed nothing.
import { formatDecimal, groupThousands, parseDecimal } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { listAccounts } from '../answers/service.ts'
import { cleanName, type Draft, Names } from '../answers/draft.ts'
import { PROPOSAL_MINUTES } from './life-cycle.ts'
import { findPayer, findReceiver, type PartyOptions, UNKNOWN_RECEIVER } from './parties.ts'
import { type Performer, Refused } from '../answers/performer.ts'
import { listProposals, type ProposalRow } from './store.ts'
import type { Owner } from '../store.ts'
import {
  foldName,
  readConfirmation,
  readTransfer,
  type Unclear,
} from '../interpretation/transfer-request.ts'

export interface ProposalOptions extends PartyOptions {
  readonly sealer: Sealer
}

export interface Terms {
  readonly id: string
  readonly conversation_id: string
  readonly environment: string
  readonly user_uuid: string
  /** Decimal text with all places of the asset. */
  readonly amount: string
  readonly asset: string
  readonly from: string
  readonly from_name: string
  readonly to: string
  /** The receiver as it was shown, which the confirmation has to repeat. */
  readonly receiver: string
}

export interface NewProposal {
  readonly id: string
  readonly sealed: Buffer
  readonly expires_at: Date
}

/** What has to happen in the transaction that stores the answer. */
export type Act = { readonly propose: NewProposal } | { readonly execute: Terms } | 'cancel'

export interface Proposed extends Draft {
  readonly act?: Act
}

export interface Turn {
  readonly by: Performer
  readonly owner: Owner
  readonly conversation_id: string
  readonly now: Date
  /** For reading. */
  readonly db: Db
  readonly codes: ReadonlySet<string>
}

const plain = (marked: string): Draft => ({ marked, names: [] })

const CANNOT_MOVE = 'The key that you use may read but not move money.'
const mayMove = ({ by }: Turn): boolean => by.caller.scopes.has('write')

const EXAMPLE = 'send 20 EUR to savings'
const unclear: Readonly<Record<Unclear, string>> = {
  amount: `I could not read the amount for certain. Write it in digits with its currency: "${EXAMPLE}".`,
  receiver: `Who receives it? Write it as: "${EXAMPLE}".`,
  several: `I prepare one transfer at a time. Write it as: "${EXAMPLE}".`,
}

/** The confirmation of a proposal, exactly as the user has to type it. */
const phraseOf = (terms: Terms): string =>
  `confirm ${groupThousands(terms.amount)} ${terms.asset} to ${terms.receiver}`

/** Reads the order, checks by a dry run that the transfer would be made, and proposes it. */
export async function propose(
  message: string,
  turn: Turn,
  options: ProposalOptions,
): Promise<Proposed> {
  const { by, owner, now } = turn
  const words = readTransfer(message, turn.codes)
  if (typeof words === 'string') return plain(unclear[words])
  if (!mayMove(turn)) return plain(CANNOT_MOVE)
  if (words.asset === undefined)
    return plain(`Which currency? Write it with the amount: "${EXAMPLE}".`)
  const asset = options.assets.get(words.asset)
  const money = parseDecimal(words.amount, asset)
  if (!money || money.units <= 0n)
    return plain(
      `An amount of ${asset.code} has at most ${asset.precision} decimal places and is more than zero.`,
    )
  const own = (await listAccounts(by, options)).filter((one) => one.user_uuid === by.caller.user)
  let receiver = await findReceiver(words.to, own, turn.db, options)
  let from = words.from
  if (from !== undefined && typeof receiver === 'string') {
    // "Gift from Bob" may be the whole name of an account.
    const whole = await findReceiver(`${words.to} from ${from}`, own, turn.db, options)
    if (typeof whole !== 'string') [receiver, from] = [whole, undefined]
  }
  if (typeof receiver === 'string') return plain(receiver)
  const need = { units: money.units, code: asset.code }
  const payer = await findPayer(from, own, receiver.account, need, by, options)
  if (typeof payer === 'string') return plain(payer)
  const terms: Terms = {
    id: uuidv7(now),
    conversation_id: turn.conversation_id,
    ...owner,
    amount: formatDecimal(money),
    asset: asset.code,
    from: payer.uuid,
    from_name: cleanName(payer.name),
    to: receiver.account,
    receiver: receiver.name,
  }
  return offer(terms, turn, options)
}

/** What the ordinary transfer would answer to this caller with these rights. */
const dryRun = (terms: Terms, { by }: Turn, { operations }: ProposalOptions) =>
  by
    .perform('payment.check', operations['transfer.create'], {
      ...transferOf(terms),
      simulate: true,
    })
    .catch((error: unknown) => {
      if (error instanceof Refused) return error
      throw error
    })

async function offer(terms: Terms, turn: Turn, options: ProposalOptions): Promise<Proposed> {
  const names = new Names()
  const checked = await dryRun(terms, turn, options)
  // The account exists, but the ordinary transfer does not find it, because this caller cannot reach it.
  if (checked instanceof Refused && checked.code === Invalid.code && terms.from !== terms.to)
    return plain(UNKNOWN_RECEIVER)
  if (checked instanceof Refused)
    return {
      marked: `This transfer would be refused: ${names.mark(checked.message)}`,
      names: names.all,
    }
  const { transfer_fee, currency } = checked.data.fees
  const fee = /[1-9]/.test(transfer_fee) ? ` The fee is ${transfer_fee} ${currency}.` : ''
  const expires_at = new Date(turn.now.getTime() + PROPOSAL_MINUTES * 60_000)
  const sum = `${groupThousands(terms.amount)} ${terms.asset}`
  const marked =
    `I have not sent anything yet. To send ${sum} from your account ${names.mark(terms.from_name)} ` +
    `to ${names.mark(terms.receiver)}, type exactly:\n` +
    `confirm ${sum} to ${names.mark(terms.receiver)}\n` +
    `This offer ends at ${expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC.${fee}`
  const sealed = options.sealer.seal(JSON.stringify(terms))
  return { marked, names: names.all, act: { propose: { id: terms.id, sealed, expires_at } } }
}

export const transferOf = (terms: Terms) => ({
  from_account: terms.from,
  to_account: terms.to,
  amount: terms.amount,
  asset_code: terms.asset,
  workflow_enabled: false,
})

interface Opened {
  readonly row: ProposalRow
  readonly terms: Terms
}

/** Undefined when the row is not the one that was sealed. */
function open(row: ProposalRow, sealer: Sealer): Opened | undefined {
  try {
    // Only the bank can have sealed it, so that its shape is known.
    const terms = JSON.parse(sealer.open(row.sealed)) as Terms
    const isThis =
      terms.id === row.id &&
      terms.conversation_id === row.conversation_id &&
      terms.environment === row.environment &&
      terms.user_uuid === row.user_uuid
    return isThis ? { row, terms } : undefined
  } catch {
    return undefined
  }
}

/** Older proposals of a conversation are ignored. */
const PROPOSALS_READ = 10

/** An unconfirmed proposal has expired once its time is over, whether or not its row is marked yet. */
async function readProposals(turn: Turn, { sealer }: ProposalOptions): Promise<Opened[]> {
  const rows = await listProposals(turn.db, turn.owner, turn.conversation_id, PROPOSALS_READ)
  return rows
    .map((row) =>
      row.status === 'open' && new Date(row.expires_at) <= turn.now
        ? { ...row, status: 'expired' as const }
        : row,
    )
    .flatMap((row) => open(row, sealer) ?? [])
}

/** Finds the proposal whose amount and receiver the message repeats, and checks that it can be carried out. */
export async function confirm(
  message: string,
  turn: Turn,
  options: ProposalOptions,
): Promise<Proposed> {
  const all = await readProposals(turn, options)
  const repeated = readConfirmation(message, turn.codes)
  const match = repeated && all.find(({ terms }) => repeats(repeated, terms, options))
  if (!match) return remind(all)
  const { row, terms } = match
  const sum = `${groupThousands(terms.amount)} ${terms.asset}`
  const names = new Names()
  const draft = (marked: string): Draft => ({ marked, names: names.all })
  const receiver = names.mark(terms.receiver)
  switch (row.status) {
    case 'executed':
      return draft(
        `${sum} to ${receiver} was sent already, by the transfer ${names.mark(row.transfer_uuid!)}. Nothing was sent again.`,
      )
    case 'expired':
      return draft(
        `The offer to send ${sum} to ${receiver} has expired, and nothing was sent. Ask for the transfer again.`,
      )
    case 'cancelled':
      return draft(
        `The transfer of ${sum} to ${receiver} was cancelled, and nothing was sent. Ask for it again.`,
      )
    case 'open':
      return check(terms, turn, options)
  }
}

function repeats(
  { amount, asset, to }: NonNullable<ReturnType<typeof readConfirmation>>,
  terms: Terms,
  { assets }: ProposalOptions,
): boolean {
  if (asset !== terms.asset) return false
  const money = parseDecimal(amount, assets.get(asset))
  return (
    money !== undefined &&
    formatDecimal(money) === terms.amount &&
    foldName(to) === foldName(terms.receiver)
  )
}

/** Says what to type, when there is something to confirm. */
function remind(all: readonly Opened[]): Draft {
  const waiting = all.find(({ row }) => row.status === 'open')
  if (!waiting) return plain('No transfer is waiting for a confirmation. Nothing was sent.')
  const names = new Names()
  return {
    marked: `Nothing was sent. A confirmation repeats the amount and the receiver; type exactly:\n${names.mark(phraseOf(waiting.terms))}`,
    names: names.all,
  }
}

/** Asks the ordinary transfer by a dry run as the confirming caller, so that its rights, limits and guards apply. */
async function check(terms: Terms, turn: Turn, options: ProposalOptions): Promise<Proposed> {
  const names = new Names()
  if (!mayMove(turn)) return plain(`${CANNOT_MOVE} Nothing was sent.`)
  const checked = await dryRun(terms, turn, options)
  if (checked instanceof Refused)
    return { marked: `Nothing was sent: ${names.mark(checked.message)}`, names: names.all }
  return { ...plain('The transfer is being made.'), act: { execute: terms } }
}

/** "Yes" alone is not enough. */
export async function assent(turn: Turn, options: ProposalOptions): Promise<Draft | undefined> {
  const all = await readProposals(turn, options)
  return all.some(({ row }) => row.status === 'open') ? remind(all) : undefined
}

export async function cancel(turn: Turn, options: ProposalOptions): Promise<Proposed | undefined> {
  const all = await readProposals(turn, options)
  if (!all.some(({ row }) => row.status === 'open')) return undefined
  return { ...plain('The transfer is cancelled. Nothing was sent.'), act: 'cancel' }
}
