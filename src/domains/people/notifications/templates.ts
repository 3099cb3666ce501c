// Turns events of the log into notices: which events users are notified of, and with which text. Notices are mailed and
// pushed, so the reference that a payer wrote appears in them as plain text only.
import { formatMoney } from '../../../kernel/money.ts'
import type { LoggedEvent } from '../../../operation/event-log.ts'
import { type MailText, mailText, own } from '../../../platform/mail-text.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { NoticeType } from './topics.ts'

export interface NoticeContent {
  readonly type: NoticeType
  readonly title: MailText
  readonly body: MailText
  readonly data: Readonly<Record<string, string>>
  /** Events with the same key give a user one notice. */
  readonly key: string
}

type Data = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function ofTransaction(data: Data, type: NoticeType, title: MailText, words: MailText) {
  const { uuid, account_uuid } = data
  const amount = own(`${text(data['amount'])} ${text(data['asset_code'])}`)
  const reference = text(data['reference'])
  const body =
    reference === ''
      ? mailText`${amount} ${own(words)}.`
      : mailText`${amount} ${own(words)}: ${reference}`
  const shown = { transaction_id: text(uuid), account_uuid: text(account_uuid) }
  return { type, title, body, data: shown, key: `transaction/${text(uuid)}/${type}` }
}

const security = (title: MailText, body: MailText, event: LoggedEvent): NoticeContent => ({
  type: 'general',
  title,
  body,
  data: {},
  key: event.id,
})

/** Notices name no party and repeat no message: they are read on locked screens. */
const ofDispute =
  (title: MailText, words: { readonly payer?: MailText; readonly receiver?: MailText }) =>
  (event: LoggedEvent): NoticeContent | undefined => {
    const data = event.data() as Data
    const role = data['role'] === 'receiver' ? 'receiver' : 'payer'
    const body = data['by'] === role ? undefined : words[role]
    const amount = own(`${text(data['amount'])} ${text(data['asset_code'])}`)
    return (
      body && {
        type: 'general',
        title,
        body: mailText`${amount}: ${own(body)}`,
        data: { dispute_uuid: text(data['dispute_uuid']) },
        key: event.id,
      }
    )
  }

/** The events that give a notice, by type. */
const wordings: Readonly<
  Record<string, (event: LoggedEvent, assets: AssetCatalogue) => NoticeContent | undefined>
> = {
  'transaction.completed': (event) => {
    const data = event.data() as Data
    // A fee belongs to the payment beside it.
    if (data['subtype'] === 'fee') return undefined
    return data['direction'] === 'incoming'
      ? ofTransaction(data, 'transaction.received', mailText`Money received`, mailText`came in`)
      : ofTransaction(data, 'transaction.sent', mailText`Money sent`, mailText`went out`)
  },
  'transaction.failed': (event) => {
    const data = event.data() as Data
    return data['direction'] === 'incoming' || data['subtype'] === 'fee'
      ? undefined
      : ofTransaction(
          data,
          'transaction.failed',
          mailText`Transfer failed`,
          mailText`could not be sent`,
        )
  },
  'standing_order.payment_failed': (event) => {
    const { uuid, amount, asset_code, reason, next_attempt_at } = event.data() as Data
    const what = own(`${text(amount)} ${text(asset_code)}`)
    const then = own(
      next_attempt_at === null
        ? 'It is not tried again.'
        : `It is tried again on ${text(next_attempt_at).slice(0, 10)}.`,
    )
    return {
      type: 'transaction.failed',
      title: mailText`Standing order not paid`,
      body: mailText`${what} could not be sent: ${text(reason)} ${then}`,
      data: { standing_order: text(uuid) },
      key: event.id,
    }
  },
  'balance.low': (event, assets) => {
    const { account_uuid, asset_code, balance } = event.data() as Data
    const [account, code] = [text(account_uuid), text(asset_code)]
    const asset = assets.find(code)
    if (!asset) return undefined
    const left = formatMoney({ units: BigInt(Number(balance)), asset })
    return {
      type: 'balance.low',
      title: mailText`Low balance`,
      body: mailText`Your account has ${own(left)} left.`,
      data: { account_uuid: account, asset_code: code },
      // One a day for each account and asset.
      key: `low/${account}/${code}/${event.created_at.slice(0, 10)}`,
    }
  },
  'device.registered': (event) => ({
    type: 'security.device_added',
    title: mailText`New device`,
    body: mailText`A device was added to your account. If that was not you, remove it and change your password.`,
    data: { device_uuid: text((event.data() as Data)['device_uuid']) },
    key: event.id,
  }),
  'device.blocked': (event) =>
    security(mailText`Device blocked`, mailText`A device of yours was blocked.`, event),
  'passkey.registered': (event) =>
    security(
      mailText`New passkey`,
      mailText`A passkey was added. If that was not you, remove it.`,
      event,
    ),
  'passkey.clone_suspected': (event) =>
    security(
      mailText`Passkey refused`,
      mailText`A passkey seems to have been copied and is refused.`,
      event,
    ),
  'dispute.information_requested': ofDispute(mailText`Question about your dispute`, {
    payer: mailText`the bank has a question about the payment that you dispute. Please answer in time.`,
  }),
  'dispute.message_posted': ofDispute(mailText`Message about a dispute`, {
    payer: mailText`there is a new message about the payment that you dispute.`,
    receiver: mailText`there is a new message about a payment that you received.`,
  }),
  'dispute.accepted': ofDispute(mailText`Dispute accepted`, {
    payer: mailText`the bank accepted your dispute and refunded this amount.`,
    receiver: mailText`the bank accepted the dispute of a payment that you received.`,
  }),
  'dispute.rejected': ofDispute(mailText`Dispute rejected`, {
    payer: mailText`the bank rejected your dispute; its page has the reason.`,
    receiver: mailText`the bank rejected the dispute of a payment that you received.`,
  }),
  'dispute.withdrawn': ofDispute(mailText`Dispute withdrawn`, {
    receiver: mailText`the payer withdrew the dispute of a payment that you received.`,
  }),
  'dispute.expired': ofDispute(mailText`Dispute expired`, {
    payer: mailText`your dispute ended because the bank got no answer in time.`,
    receiver: mailText`the dispute of a payment that you received ended.`,
  }),
  'user.password_changed': (event) =>
    security(
      mailText`Password changed`,
      mailText`Your password was changed, and all sessions ended.`,
      event,
    ),
  'user.two_factor_changed': (event) =>
    security(
      mailText`Two-factor sign-in changed`,
      mailText`Two-factor sign-in was switched on or off.`,
      event,
    ),
}

export const hasTemplate = (type: string): boolean => Object.hasOwn(wordings, type)

export const renderNotice = (
  event: LoggedEvent,
  assets: AssetCatalogue,
): NoticeContent | undefined => wordings[event.event.type]?.(event, assets)
