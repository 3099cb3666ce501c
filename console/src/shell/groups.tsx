// The list of pages, in groups that can be folded. The group of the current page is always open.
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { classes } from '../design/classes.ts'
import { icon } from '../design/icons.tsx'
import { type PageEntry, pageAt } from '../navigation.ts'
import { keepFolded, readFolded } from './folded.ts'

const BookText = icon('book-text')
const ChevronDown = icon('chevron-down')

interface GroupsProps {
  readonly entries: readonly PageEntry[]
  readonly onGo?: () => void
}

export function Groups({ entries, onGo }: GroupsProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const current = pageAt(path)
  const [folded, setFolded] = useState(readFolded)
  const list = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(() => {
    const showCurrent = (): void =>
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    showCurrent()
    // Afterwards, because the router then scrolls the list to where it was.
    return router.subscribe('onRendered', showCurrent)
  }, [router])
  const toggle = (group: string): void => {
    const next = folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group]
    setFolded(next)
    keepFolded(next)
  }
  const groups = Object.entries(Object.groupBy(entries, ({ group }) => group))
  return (
    <div ref={list}>
      {groups.map(([group, pages = []]) => (
        <Group
          key={group}
          name={group}
          entries={pages}
          isCurrent={group === current?.group}
          isFolded={folded.includes(group)}
          onToggle={() => toggle(group)}
          {...(onGo && { onGo })}
        />
      ))}
    </div>
  )
}

interface GroupProps extends GroupsProps {
  readonly name: string
  readonly isCurrent: boolean
  readonly isFolded: boolean
  readonly onToggle: () => void
}

function Group({ name, entries, isCurrent, isFolded, onToggle, onGo }: GroupProps) {
  const id = useId()
  const isOpen = isCurrent || !isFolded
  return (
    <section className="mb-3">
      <h2>
        <button
          type="button"
          disabled={isCurrent}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex w-full items-center justify-between rounded-lg px-3 py-1 text-xs font-medium text-soft enabled:hover:bg-sunk enabled:hover:text-ink"
        >
          {name}
          {!isCurrent && (
            <ChevronDown className={classes('size-3.5', !isOpen && '-rotate-90')} aria-hidden />
          )}
        </button>
      </h2>
      <ul id={id} hidden={!isOpen} className={classes(isOpen && 'grid gap-0.5')}>
        {entries.map(({ path, name: page, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: path === '/' }}
              {...(onGo && { onClick: onGo })}
              className={item}
              activeProps={{ className: '!text-ink bg-sunk' }}
            >
              <Icon className="size-[1.1rem]" aria-hidden />
              {page}
            </Link>
          </li>
        ))}
        {name === 'Developer' && <ReferenceItem />}
      </ul>
    </section>
  )
}

const item =
  'flex items-center gap-3 rounded-lg px-3 py-2 font-medium text-soft hover:bg-sunk hover:text-ink'

/** The reference is a document of its own, so this is no link within the console. */
function ReferenceItem() {
  return (
    <li>
      <a href="/api/docs" className={item}>
        <BookText className="size-[1.1rem]" aria-hidden />
        API reference
      </a>
    </li>
  )
}
