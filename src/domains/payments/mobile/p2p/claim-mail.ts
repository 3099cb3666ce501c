// The mail to the recipient of unclaimed money. It contains the code, and of the sender only a name without anything
// that a mail program could turn into a link; the note is shown only to the claimant. The code is in the fragment of the
// link, which browsers send to no server, so it is in no log. In the sandbox environment the mail goes to the sender, so
// that test data reaches no other address; it has no link, because the console is signed in to the live environment.
import { formatMoney } from '../../../../kernel/money.ts'
import { plainName } from '../../../../kernel/text.ts'
import type { Context } from '../../../../operation/operation.ts'
import { mailLines, mailText, own } from '../../../../platform/mail-text.ts'
import { findUser } from '../../../people/identity/index.ts'
import type { MobileOptions } from '../options.ts'
import type { P2pRow } from './store.ts'

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
  const amount = own(formatMoney({ units: BigInt(row.units), asset: assets.get(row.asset) }))
  const bankUrl = own(baseUrl())
  await mailer.send(tx, {
    to: isPlay ? user.email : row.to_email!,
    subject: isPlay
      ? mailText`Sandbox: ${amount} waits for you`
      : mailText`${amount} waits for you`,
    text: mailLines(
      ...(isPlay
        ? [
            mailText`In the sandbox, this mail to ${own(row.to_email!)} is sent to you, the sender.`,
            mailText``,
          ]
        : []),
      mailText`${sender} sent ${amount} to this e-mail address.`,
      ...(isPlay
        ? []
        : [
            mailText`
To collect it, open this page and sign in with this address, or open an account with it:

${bankUrl}/collect#code=${own(code)}`,
          ]),
      mailText`
The code, if you are asked for it:

${own(code)}

API clients send it to POST ${bankUrl}/api/v2/mobile/transfers/p2p/claim.
After ${own(row.expires_at!.slice(0, 10))} the money is returned to the sender. If you do not know the sender, do nothing.`,
    ),
  })
}
