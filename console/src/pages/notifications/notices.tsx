// The notifications, newest first. Opening the matter of one marks it as read.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { icon, type Icon } from '../../design/icons.tsx'
import {
  notificationPreferencesUpdate,
  notificationRead,
  notificationReadAll,
} from '../../../../sdk/client/operations.ts'
import type { Notification, NotificationType } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { Pager } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { NOTICES_SHOWN, useNotices } from '../../notices.ts'

const ArrowDownLeft = icon('arrow-down-left')
const ArrowUpRight = icon('arrow-up-right')
const BellIcon = icon('bell')
const CheckCheck = icon('check-check')
const CircleX = icon('circle-x')
const Shield = icon('shield')
const Wallet = icon('wallet')

interface Look {
  readonly icon: Icon
  readonly style: string
}

const plain = { icon: BellIcon, style: 'bg-sunk text-soft' }
const safety = { icon: Shield, style: 'bg-accent-bg text-accent' }

const LOOKS: Readonly<Record<NotificationType, Look>> = {
  'transaction.received': { icon: ArrowDownLeft, style: 'bg-good-bg text-good' },
  'transaction.sent': { icon: ArrowUpRight, style: 'bg-sunk text-soft' },
  'transaction.failed': { icon: CircleX, style: 'bg-bad-bg text-bad' },
  'balance.low': { icon: Wallet, style: 'bg-gold-bg text-gold' },
  'kyc.status_changed': safety,
  'security.login': safety,
  'security.device_added': safety,
  'price.alert': plain,
  general: plain,
}

export function NoticesCard() {
  const [page, setPage] = useState(1)
  const read = useNotices(page)
  const readAll = useWrite(notificationReadAll, ['notices'])
  return (
    <Card
      isFlush
      title="Newest first"
      action={
        (read.data?.data.unread_count ?? 0) > 0 && (
          <Button
            look="plain"
            size="small"
            isWaiting={readAll.isPending}
            onClick={() => readAll.mutate({})}
          >
            <CheckCheck aria-hidden />
            Mark all as read
          </Button>
        )
      }
    >
      {readAll.error && (
        <div className="px-5 pb-3">
          <Problem error={readAll.error} />
        </div>
      )}
      <Show read={read}>
        {({ data: { items, total, is_open } }) =>
          items.length === 0 ? (
            is_open ? (
              <Empty icon={BellIcon} title="No notifications yet">
                The next payment, or a change of your access, appears here.
              </Empty>
            ) : (
              <Closed />
            )
          ) : (
            <>
              <ul aria-label="Notifications">
                {items.map((notice) => (
                  <NoticeItem key={notice.id} notice={notice} />
                ))}
              </ul>
              <Pager
                meta={{
                  current_page: page,
                  last_page: Math.ceil(total / NOTICES_SHOWN),
                  total,
                }}
                onPage={setPage}
              />
            </>
          )
        }
      </Show>
    </Card>
  )
}

/** The bank writes nothing for users who never asked for it. */
function Closed() {
  const open = useWrite(notificationPreferencesUpdate, ['notices'])
  return (
    <Empty
      icon={BellIcon}
      title="Notifications are off"
      action={
        <Button isWaiting={open.isPending} onClick={() => open.mutate({})}>
          Turn them on
        </Button>
      }
    >
      Once they are on, you see here what was paid from and to your accounts, and changes of your
      access.
      {open.error && <Problem error={open.error} />}
    </Empty>
  )
}

function NoticeItem({ notice }: { readonly notice: Notification }) {
  const { id, type, title, body, created_at, read_at } = notice
  const markRead = useWrite(notificationRead, ['notices'])
  const look = LOOKS[type]
  const isUnread = read_at === null
  return (
    <li
      className={classes(
        'relative flex items-start gap-3 border-b border-line px-5 py-3 last:border-0 hover:bg-sunk/60',
        isUnread && 'bg-accent-bg/40',
      )}
    >
      <span className={classes('grid size-8 shrink-0 place-items-center rounded-full', look.style)}>
        <look.icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className={isUnread ? 'font-semibold' : 'font-medium'}>
          <Link
            {...placeOf(notice)}
            className="before:absolute before:inset-0 hover:underline"
            onClick={() => isUnread && markRead.mutate({ id })}
          >
            {title}
          </Link>
          {isUnread && <span className="sr-only"> (unread)</span>}
        </p>
        <p className="text-soft wrap-anywhere">{body}</p>
        <p className="text-sm text-soft">
          <When at={created_at} />
        </p>
      </div>
      {isUnread && (
        <Button
          look="quiet"
          size="small"
          className="relative z-10"
          isWaiting={markRead.isPending}
          onClick={() => markRead.mutate({ id })}
        >
          Mark as read
          <span className="sr-only">: {title}</span>
        </Button>
      )}
    </li>
  )
}

/** Where the matter is. */
function placeOf({ data, type }: Notification) {
  const { transaction_id, account_uuid } = data
  if (transaction_id !== undefined) return { to: '/payments/$id', params: { id: transaction_id } }
  if (account_uuid !== undefined) return { to: '/accounts/$id', params: { id: account_uuid } }
  return { to: type === 'kyc.status_changed' ? '/profile' : '/security' }
}
