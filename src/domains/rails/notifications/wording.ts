// Turns events of the log into notices: which events people are told of, and in which words.
import { formatMoney } from '../../../kernel/money.ts'
import type { LoggedEvent } from '../../../operation/log.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { NoticeType } from './topics.ts'

export interface Wording {
  readonly type: NoticeType
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
  /** Events with the same key give one person one notice. */
  readonly key: string
}

type Data = Readonly<Record<string, unknown>>

/** Text that others wrote is cut to a length at which it cannot hide what the bank says. */
const REFERENCE_MAX = 140
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function ofTransaction(data: Data, type: NoticeType, title: string, words: string) {
  const { uuid, account_uuid } = data
  const amount = `${text(data['amount'])} ${text(data['asset_code'])}`
  const reference = text(data['reference']).slice(0, REFERENCE_MAX)
  const body = `${amount} ${words}${reference === '' ? '.' : `: ${reference}`}`
  const shown = { transaction_id: text(uuid), account_uuid: text(account_uuid) }
  return { type, title, body, data: shown, key: `transaction/${text(uuid)}/${type}` }
}

const security = (title: string, body: string, event: LoggedEvent): Wording => ({
  type: 'general',
  title,
  body,
  data: {},
  key: event.id,
})

/** The events that give a notice, by type. */
const wordings: Readonly<
  Record<string, (event: LoggedEvent, assets: AssetCatalogue) => Wording | undefined>
> = {
  'transaction.completed': (event) => {
    const data = event.data() as Data
    // A fee belongs to the payment beside it.
    if (data['subtype'] === 'fee') return undefined
    return data['direction'] === 'incoming'
      ? ofTransaction(data, 'transaction.received', 'Money received', 'came in')
      : ofTransaction(data, 'transaction.sent', 'Money sent', 'went out')
  },
  'transaction.failed': (event) => {
    const data = event.data() as Data
    return data['direction'] === 'incoming' || data['subtype'] === 'fee'
      ? undefined
      : ofTransaction(data, 'transaction.failed', 'Transfer failed', 'could not be sent')
  },
  'balance.low': (event, assets) => {
    const { account_uuid, asset_code, balance } = event.data() as Data
    const [account, code] = [text(account_uuid), text(asset_code)]
    const asset = assets.find(code)
    if (!asset) return undefined
    const left = formatMoney({ units: BigInt(Number(balance)), asset })
    return {
      type: 'balance.low',
      title: 'Low balance',
      body: `Your account has ${left} left.`,
      data: { account_uuid: account, asset_code: code },
      // One a day for each account.
      key: `low/${account}/${code}/${event.created_at.slice(0, 10)}`,
    }
  },
  'device.registered': (event) => ({
    type: 'security.device_added',
    title: 'New device',
    body: 'A device was added to your account. If that was not you, remove it and change your password.',
    data: { device_uuid: text((event.data() as Data)['device_uuid']) },
    key: event.id,
  }),
  'device.blocked': (event) => security('Device blocked', 'A device of yours was blocked.', event),
  'passkey.registered': (event) =>
    security('New passkey', 'A passkey was added. If that was not you, remove it.', event),
  'passkey.clone_suspected': (event) =>
    security('Passkey refused', 'A passkey seems to have been copied and is refused.', event),
  'user.password_changed': (event) =>
    security('Password changed', 'Your password was changed, and all sessions ended.', event),
  'user.two_factor_changed': (event) =>
    security('Two-factor sign-in changed', 'Two-factor sign-in was switched on or off.', event),
}

export const tellsOf = (type: string): boolean => Object.hasOwn(wordings, type)

export const wordingOf = (event: LoggedEvent, assets: AssetCatalogue): Wording | undefined =>
  wordings[event.event.type]?.(event, assets)
