// The way through the reference: search, the first pages, the guides, and the areas of the bank with their domains and
// operations.
import { guides } from './built-guides.ts'
import { icon } from '../design/icons.tsx'
import { type ReactNode, type RefObject, useState } from 'react'
import { classes } from '../design/classes.ts'
import { Link, usePlace } from './address.tsx'
import type { Api } from './api.ts'
import type { Entry } from './search.ts'
import { SearchField } from './search-field.tsx'
import { Method } from './text.tsx'

const BookOpen = icon('book-open')
const ChevronRight = icon('chevron-right')
const CircleAlert = icon('circle-alert')
const ScrollText = icon('scroll-text')
const Rocket = icon('rocket')

interface NavigationProps {
  readonly api: Api
  readonly search: (text: string) => Entry[]
  readonly onGo?: () => void
  readonly field?: RefObject<HTMLInputElement | null>
}

export function Navigation({ api, search, onGo, field }: NavigationProps) {
  return (
    <SearchField search={search} onGo={onGo} {...(field && { field })}>
      <Contents api={api} onGo={onGo} />
    </SearchField>
  )
}

interface ContentsProps {
  readonly api: Api
  readonly onGo: (() => void) | undefined
}

const FIRST = [
  { to: '', title: 'Getting started', icon: Rocket },
  { to: 'errors', title: 'Errors', icon: CircleAlert },
  { to: 'guides', title: 'Guides', icon: BookOpen },
  { to: 'changelog', title: 'Changelog', icon: ScrollText },
]

const groups = [...Map.groupBy(guides, ({ group }) => group)]

function Contents({ api, onGo }: ContentsProps) {
  const place = usePlace()
  const current = place.startsWith('operations/')
    ? api.routes.get(place.slice('operations/'.length))?.domain
    : place.replace(/^domains\//, '')
  return (
    <>
      <ul className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {FIRST.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onGo={onGo}
              className={classes(
                'flex items-center gap-2 rounded-lg px-2 py-1.5 font-medium text-soft hover:bg-sunk hover:text-ink',
                place === to && 'bg-sunk text-ink',
              )}
              {...(place === to && { 'aria-current': 'page' as const })}
            >
              <Icon className="size-4" aria-hidden />
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <Area name="Guides">
        {groups.map(([group, own]) => (
          <Branch
            key={group}
            name={group}
            label={`Guides: ${group}`}
            isCurrent={own.some(({ name }) => place === `guides/${name}`)}
            place={place}
            path={`guides#${group.toLowerCase()}`}
            onGo={onGo}
          >
            {own.map(({ name, title }) => (
              <Leaf key={name} path={`guides/${name}`} place={place} onGo={onGo}>
                {title}
              </Leaf>
            ))}
          </Branch>
        ))}
      </Area>
      {api.areas.map(({ name, domains }) => (
        <Area key={name} name={name}>
          {domains.map((domain) => (
            <Branch
              key={domain.name}
              name={domain.title}
              label={`Operations of ${domain.title}`}
              isCurrent={domain.name === current}
              place={place}
              path={`domains/${domain.name}`}
              onGo={onGo}
            >
              {domain.routes.map(({ id, method, name: title, path }) => (
                <Leaf
                  key={id}
                  path={`operations/${id}`}
                  place={place}
                  onGo={onGo}
                  hint={`${title} (${path})`}
                >
                  <Method name={method} isSmall />
                  <span className="min-w-0 truncate">{title}</span>
                </Leaf>
              ))}
            </Branch>
          ))}
        </Area>
      ))}
    </>
  )
}

function Area({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className="mb-5">
      <h2 className="mb-1 px-2 text-xs font-medium text-soft">{name}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">{children}</ul>
    </section>
  )
}

interface BranchProps {
  readonly name: string
  /** Of the button that opens it. */
  readonly label: string
  readonly isCurrent: boolean
  readonly place: string
  readonly path: string
  readonly onGo: (() => void) | undefined
  readonly children: ReactNode
}

/** It opens by itself when the shown page is within it, and closes when the viewer has left. */
const Branch = (props: BranchProps) => (
  <li>
    <BranchContent key={String(props.isCurrent)} {...props} />
  </li>
)

function BranchContent({ name, label, isCurrent, place, path, onGo, children }: BranchProps) {
  const [isOpen, setOpen] = useState(isCurrent)
  return (
    <>
      <div className={classes('flex rounded-lg hover:bg-sunk', place === path && 'bg-sunk')}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
          className="rounded-lg px-1.5 text-soft hover:text-ink"
        >
          <ChevronRight className={isOpen ? 'size-4 rotate-90' : 'size-4'} aria-hidden />
        </button>
        <Link
          to={path}
          onGo={onGo}
          className={classes(
            'min-w-0 flex-1 py-1.5 font-medium hover:text-ink',
            isCurrent ? 'text-ink' : 'text-soft',
          )}
          {...(place === path && { 'aria-current': 'page' as const })}
        >
          {name}
        </Link>
      </div>
      {isOpen && (
        <ul className="my-1 ml-3 grid grid-cols-[minmax(0,1fr)] gap-0.5 border-l border-line pl-2">
          {children}
        </ul>
      )}
    </>
  )
}

interface LeafProps {
  readonly path: string
  readonly place: string
  readonly onGo: (() => void) | undefined
  readonly hint?: string
  readonly children: ReactNode
}

function Leaf({ path, place, onGo, hint, children }: LeafProps) {
  const isHere = place === path
  return (
    <li>
      <Link
        to={path}
        onGo={onGo}
        title={hint}
        className={classes(
          'flex min-w-0 items-center gap-2 rounded-lg px-1.5 py-1 text-sm text-soft hover:bg-sunk hover:text-ink',
          isHere && 'bg-sunk text-ink',
        )}
        {...(isHere && { 'aria-current': 'page' as const })}
      >
        {children}
      </Link>
    </li>
  )
}
