// The way through the reference: search, the first pages, and the areas of the bank with their domains and operations.
import { icon } from '../design/icons.tsx'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { classes } from '../design/classes.ts'
import { goTo, Link, usePlace } from './address.tsx'
import { type Api, isAlias, type Route, search } from './openapi.ts'
import { Method } from './text.tsx'

const ChevronRight = icon('chevron-right')
const CircleAlert = icon('circle-alert')
const Rocket = icon('rocket')
const Search = icon('search')

interface NavigationProps {
  readonly api: Api
  readonly onGo?: () => void
  readonly searchField?: RefObject<HTMLInputElement | null>
}

export function Navigation({ api, onGo, searchField }: NavigationProps) {
  const [text, setText] = useState('')
  const found = search(api, text)
  const go = (): void => {
    setText('')
    onGo?.()
  }
  const choose = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setText('')
    if (event.key !== 'Enter' || !found[0]) return
    goTo(`operations/${found[0].id}`)
    go()
  }
  return (
    <>
      <div className="relative mb-4">
        <Search className="absolute top-3 left-3 size-4 text-soft" aria-hidden />
        <input
          ref={searchField}
          type="search"
          aria-label="Search the operations"
          placeholder={searchField ? 'Search  ( / )' : 'Search'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={choose}
          className="h-10 w-full min-w-0 rounded-lg border border-edge bg-card pr-3 pl-9 text-ink placeholder:text-soft"
        />
      </div>
      <p className="sr-only" aria-live="polite">
        {text.trim() !== '' && `${found.length} found`}
      </p>
      {text.trim() === '' ? (
        <Contents api={api} onGo={onGo} />
      ) : (
        <Found routes={found} text={text} onGo={go} />
      )}
    </>
  )
}

function Found({
  routes,
  text,
  onGo,
}: {
  readonly routes: readonly Route[]
  readonly text: string
  readonly onGo: () => void
}) {
  if (routes.length === 0)
    return (
      <p className="px-2 text-sm text-soft">
        Nothing has all of “{text.trim()}”. Try one word of it, or a part of the path.
      </p>
    )
  return (
    <ul aria-label="Found" className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {routes.map((route) => (
        <li key={route.id}>
          <Link
            to={`operations/${route.id}`}
            onGo={onGo}
            className="block min-w-0 rounded-lg px-2 py-2 hover:bg-sunk"
          >
            <span className="flex min-w-0 items-center gap-2">
              <Method name={route.method} isSmall />
              <span className="min-w-0 truncate font-mono text-xs">{route.path}</span>
            </span>
            <span className="mt-0.5 block text-sm text-soft">{route.operation.summary}</span>
          </Link>
        </li>
      ))}
    </ul>
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
  const mains = routes.filter((route) => !isAlias(route))
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
          {mains.map((route) => (
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
        <span className="min-w-0 truncate font-mono text-xs" title={route.operation.summary}>
          {route.id}
        </span>
      </Link>
    </li>
  )
}
