// The third party as the account holder sees it: a name, and a warning if the name may be deceptive.
import type { Db } from '../../../platform/database.ts'
import { findUser } from '../../people/identity/index.ts'
import { findMixedAlphabets, isConfusableWithBank } from '../../people/oauth/index.ts'

/** A deleted user has no name. */
export const requesterName = async (tx: Db, user_uuid: string): Promise<string> =>
  (await findUser(tx, user_uuid))?.name ?? 'Unknown'

export function nameWarning(name: string): string | null {
  if (isConfusableWithBank(name))
    return 'This name looks like that of the bank, but it does not belong to the bank.'
  const alphabets = findMixedAlphabets(name)
  return alphabets
    ? `This name mixes letters of several alphabets (${alphabets.join(', ')}) in one word, which is often done to imitate another name.`
    : null
}
