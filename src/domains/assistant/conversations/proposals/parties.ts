// Finds the accounts that a message names as the payer and the receiver of a transfer.
import { parseDecimal } from '../../../../kernel/money.ts'
import type { Db } from '../../../../platform/database.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { accountTypes } from '../../queries/index.ts'
import type { Account, AnswerOptions } from '../answers/service.ts'
import { cleanName } from '../answers/draft.ts'
import type { Performer } from '../answers/performer.ts'
import { foldName } from '../interpretation/transfer-request.ts'

export interface PartyOptions extends AnswerOptions {
  readonly directory: AccountDirectory
}

/** Also the reply for an account that the caller cannot reach, so as not to reveal whether it exists. */
export const UNKNOWN_RECEIVER =
  'I do not know this receiver. I can send to an account of yours by its name or kind, and to any account by its IBAN or uuid.'

interface Receiver {
  readonly account: string
  readonly name: string
}

/** An account by its name or kind. Only own accounts have names that count: others choose the names of theirs. */
function findOwn(written: string, own: readonly Account[]): readonly Account[] {
  const name = foldName(written)
  const named = own.filter((account) => foldName(account.name) === name)
  if (named.length > 0) return named
  if (name === 'main' || name === 'primary') return own.slice(0, 1)
  const type = accountTypes.find((one) => one === name)
  return type === undefined ? [] : own.filter((account) => account.type === type)
}

export async function findReceiver(
  written: string,
  own: readonly Account[],
  tx: Db,
  { directory }: PartyOptions,
): Promise<Receiver | string> {
  const found = findOwn(written, own)
  if (found.length > 1)
    return 'You have several accounts of that name or kind. Write the IBAN or the uuid of the one that you mean.'
  if (found[0]) return { account: found[0].uuid, name: cleanName(found[0].name) }
  const account = await directory.find(tx, { account: written })
  if (account !== undefined) return { account, name: cleanName(written.replaceAll(/\s+/g, ' ')) }
  return UNKNOWN_RECEIVER
}

/** The account that pays: the one that is named, or the oldest own one that has enough. */
export async function findPayer(
  written: string | undefined,
  own: readonly Account[],
  to: string,
  need: { readonly units: bigint; readonly code: string },
  by: Performer,
  options: PartyOptions,
): Promise<Account | string> {
  if (written !== undefined) {
    const named = findOwn(written, own)
    return named.length === 1
      ? named[0]!
      : 'I do not know which account of yours should pay. Write its name as in your list of accounts.'
  }
  const others = own.filter(({ uuid }) => uuid !== to)
  const op = options.operations['account.balances_decimal']
  for (const account of others.slice(0, 20)) {
    const input = { uuid: account.uuid, asset: need.code }
    const { balances } = await by.perform('account.balance', op, input)
    const available = balances[0]?.available_balance
    const money = available && parseDecimal(available, options.assets.get(need.code))
    if (money && money.units >= need.units) return account
  }
  return others[0] ?? 'You have no other account from which this could be paid.'
}
