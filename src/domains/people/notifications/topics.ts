// The kinds of notices, the topics that users set preferences for, and the default preferences.
import type { Row } from '../../../platform/rows.ts'

export type NoticeType = Row<'notifications.notices'>['type']
export type Topic = Row<'notifications.preferences'>['topic']

export interface Channels {
  readonly push_enabled: boolean
  readonly email_enabled: boolean
}

const push: Channels = { push_enabled: true, email_enabled: false }
const pushAndMail: Channels = { push_enabled: true, email_enabled: true }

export const defaults: Readonly<Record<Topic, Channels>> = {
  transaction_received: push,
  transaction_sent: push,
  low_balance: pushAndMail,
  security_login: pushAndMail,
  security_device: pushAndMail,
  marketing: { push_enabled: false, email_enabled: false },
  system_update: push,
}

export const topics = Object.keys(defaults) as Topic[]

export const topicOf: Readonly<Record<NoticeType, Topic>> = {
  'transaction.received': 'transaction_received',
  'transaction.sent': 'transaction_sent',
  'transaction.failed': 'transaction_sent',
  'balance.low': 'low_balance',
  'kyc.status_changed': 'system_update',
  'security.login': 'security_login',
  'security.device_added': 'security_device',
  'price.alert': 'system_update',
  general: 'system_update',
}

export const noticeTypes = Object.keys(topicOf) as NoticeType[]

/** The groups by which a list can be filtered. */
export const groups = ['transaction', 'security', 'system', 'promo'] as const
export type Group = (typeof groups)[number]

export const typesOf: Readonly<Record<Group, readonly NoticeType[]>> = {
  transaction: ['transaction.received', 'transaction.sent', 'transaction.failed'],
  security: ['security.login', 'security.device_added'],
  system: ['balance.low', 'kyc.status_changed', 'general'],
  promo: ['price.alert'],
}
