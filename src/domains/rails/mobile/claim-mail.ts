// The mail to an address for which money waits. It holds the code, and of the sender only a name without anything
// that a mail program could turn into a link; a note is shown only to whoever has claimed the money. Play money is
// nobody else's business: in the sandbox environment the mail goes to the sender.
import { formatMoney } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { findUser } from '../../people/identity/index.ts'
import type { MobileOptions } from './options.ts'
import type { P2pRow } from './p2p-store.ts'

const NAME_MAX = 60

/** Letters, blanks, hyphens and apostrophes of a name. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M} '’-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, NAME_MAX) || 'Somebody'

export async function sendClaimMail(
  row: P2pRow,
  code: string,
  { tx }: Context,
  { assets, baseUrl, mailer }: MobileOptions,
): Promise<void> {
  const user = await findUser(tx, row.from_user)
  if (!user) return
  const isPlay = row.environment === 'sandbox'
  const sender = plainName(user.name)
  const amount = formatMoney({ units: BigInt(row.units), asset: assets.get(row.asset) })
  const place = `POST ${baseUrl()}/api/v2/mobile/transfers/p2p/claim`
  await mailer.send(tx, {
    to: isPlay ? user.email : row.to_email!,
    subject: `${isPlay ? 'Sandbox: ' : ''}${amount} waits for you`,
    text: [
      ...(isPlay
        ? [`In the sandbox, this mail to ${row.to_email!} comes to you instead.`, '']
        : []),
      `${sender} sent ${amount} to this e-mail address.`,
      '',
      `To have it, sign in with this address, or open an account with it, at ${baseUrl()}/ and enter the code:`,
      '',
      code,
      '',
      `Programs send it to ${place}.`,
      `After ${row.expires_at!.slice(0, 10)} the money goes back. If you do not know the sender, do nothing.`,
    ].join('\n'),
  })
}
