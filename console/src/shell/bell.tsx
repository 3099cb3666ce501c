// Leads to the notifications, with the number of unread ones.
import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../design/button.tsx'
import { classes } from '../design/classes.ts'
import { icon } from '../design/icons.tsx'
import { useUnread } from '../notices.ts'

const BellIcon = icon('bell')

/** More than this is not counted in the small circle. */
const COUNTED_MAX = 99

export function Bell() {
  const unread = useUnread() ?? 0
  const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  return (
    <Link
      to="/notifications"
      aria-label={name}
      title={name}
      className={classes(buttonStyle({ look: 'quiet', size: 'icon' }), 'relative')}
    >
      <BellIcon aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-0.5 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-on-accent"
        >
          {unread > COUNTED_MAX ? `${COUNTED_MAX}+` : unread}
        </span>
      )}
    </Link>
  )
}
