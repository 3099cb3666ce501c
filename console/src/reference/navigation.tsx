// The way through the reference: search, the first pages, and the areas of the bank with their domains and operations.
import { icon } from '../design/icons.tsx'
import { type RefObject, useState } from 'react'
import { classes } from '../design/classes.ts'
import { Link, usePlace } from './address.tsx'
import type { Api, Route } from './api.ts'
import type { Entry } from './search.ts'
import { SearchField } from './search-field.tsx'
import { Method } from './text.tsx'

const ChevronRight = icon('chevron-right')
const CircleAlert = icon('circle-alert')
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

function Contents({ api, onGo }: { readonly api: Api; readonly onGo?: (() => void) | undefined }) {
  const place = usePlace()
  const current = place.startsWith('operations/')
    ? api.routes.get(place.slice('operations/'.length))?.domain
    : place.replace(/^domains\//, '')
  const item = (isHere: boolean) =>
    classes(
      'flex items-center gap-2 rounded-lg px-2 py-1.5 font-medium text-soft hover:bg-sunk hover:text-ink',
      isHere && 'bg-sunk text-ink',
    )
  const here = (path: string) => (place === path ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <>
      <ul className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <li>
          <Link to="" onGo={onGo} className={item(place === '')} {...here('')}>
            <Rocket className="size-4" aria-hidden />
            Getting started
          </Link>
        </li>
        <li>
          <Link to="errors" onGo={onGo} className={item(place === 'errors')} {...here('errors')}>
            <CircleAlert className="size-4" aria-hidden />
            Errors
          </Link>
        </li>
      </ul>
      {api.areas.map(({ name, domains }) => (
        <section key={name} className="mb-5">
          <h2 className="mb-1 px-2 text-xs font-medium text-soft">{name}</h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            {domains.map((domain) => (
              <li key={domain.name}>
                <DomainItem
                  key={String(domain.name === current)}
                  name={domain.title}
                  routes={domain.routes}
                  isCurrent={domain.name === current}
                  place={place}
                  path={`domains/${domain.name}`}
                  onGo={onGo}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function DomainItem({
  name,
  routes,
  isCurrent,
  place,
  path,
  onGo,
}: {
  readonly name: string
  readonly routes: readonly Route[]
  readonly isCurrent: boolean
  readonly place: string
  readonly path: string
  readonly onGo: (() => void) | undefined
}) {
  const [isOpen, setOpen] = useState(isCurrent)
  return (
    <>
      <div className={classes('flex rounded-lg hover:bg-sunk', place === path && 'bg-sunk')}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Operations of ${name}`}
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
          {routes.map((route) => (
            <OperationItem key={route.id} route={route} place={place} onGo={onGo} />
          ))}
        </ul>
      )}
    </>
  )
}

function OperationItem({
  route,
  place,
  onGo,
}: {
  readonly route: Route
  readonly place: string
  readonly onGo: (() => void) | undefined
}) {
  const path = `operations/${route.id}`
  const isHere = place === path
  return (
    <li>
      <Link
        to={path}
        onGo={onGo}
        className={classes(
          'flex min-w-0 items-center gap-2 rounded-lg px-1.5 py-1 text-sm text-soft hover:bg-sunk hover:text-ink',
          isHere && 'bg-sunk text-ink',
        )}
        {...(isHere && { 'aria-current': 'page' as const })}
      >
        <Method name={route.method} isSmall />
        <span className="min-w-0 truncate" title={`${route.name} (${route.path})`}>
          {route.name}
        </span>
      </Link>
    </li>
  )
}
