// The frame of the reference, and which page is shown at which address.
import { guides } from './built-guides.ts'
import { icon } from '../design/icons.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button, buttonStyle } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Show } from '../design/state.tsx'
import { ThemeButton } from '../shell/theme-button.tsx'
import { Link, usePlace } from './address.tsx'
import { type Api, type Index, toApi } from './api.ts'
import { DomainPage } from './domain.tsx'
import { ErrorsPage } from './errors.tsx'
import { GuidePage, isGuidePage } from './guide.tsx'
import { entriesOfGuides } from './guides.ts'
import { useDocument } from './load.ts'
import { Missing } from './missing.tsx'
import { Navigation } from './navigation.tsx'
import { OperationPage } from './operation.tsx'
import { type Entry, entriesOf, makeSearch } from './search.ts'
import type { Language } from './samples.ts'
import { keepLanguage, readLanguage } from './language.ts'
import { SessionProvider, useSession } from './session.tsx'
import { StartPage } from './start.tsx'

const MenuIcon = icon('menu')

interface Loaded {
  readonly api: Api
  readonly search: (text: string) => Entry[]
}

function readIndex(content: unknown): Loaded {
  const api = toApi(content as Index)
  return { api, search: makeSearch([...entriesOf(api), ...entriesOfGuides(guides)]) }
}

export function Reference() {
  const index = useDocument('/api/docs/index.json', readIndex)
  return (
    <SessionProvider>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <Header loaded={index.data} />
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Side loaded={index.data} />
        <main
          id="content"
          className="mx-auto w-full max-w-[88rem] min-w-0 px-4 pt-6 pb-16 sm:px-8 lg:pt-8"
        >
          <Pages index={index} />
        </main>
      </div>
    </SessionProvider>
  )
}

function Header({ loaded }: { readonly loaded: Loaded | undefined }) {
  const { user, mode } = useSession()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-paper px-4">
      <a href="/" className="brand rounded">
        Florin<span>.</span>
      </a>
      <Link to="" className="truncate rounded font-medium text-soft hover:text-ink">
        API reference
      </Link>
      {mode === 'sandbox' && (
        <span className="rounded-full bg-gold-bg px-2 py-0.5 text-xs font-medium text-gold max-sm:hidden">
          Sandbox
        </span>
      )}
      <span className="flex-1" />
      <a
        href={user ? '/' : '/sign-in'}
        className={buttonStyle({ look: 'quiet', size: 'small', className: 'max-sm:hidden' })}
      >
        {user ? <span className="max-w-40 truncate">{user.name}</span> : 'Sign in'}
      </a>
      <ThemeButton />
      <Button
        look="quiet"
        size="icon"
        className="lg:hidden"
        aria-label="Contents and search"
        disabled={!loaded}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden />
      </Button>
      <Dialog title="Contents" isOpen={isOpen} onClose={close}>
        {loaded && <Navigation {...loaded} onGo={close} />}
      </Dialog>
    </header>
  )
}

function Side({ loaded }: { readonly loaded: Loaded | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  return (
    <nav
      aria-label="Contents"
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-line px-3 py-5 lg:block"
    >
      {loaded && <Navigation {...loaded} field={field} />}
    </nav>
  )
}

/** The key that searches in many references; within a field it is a letter like any other. */
function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [field])
}

type Loading = ReturnType<typeof useDocument<Loaded>>

/** The first pages need little of the index, so they do not wait for it. */
function Pages({ index }: { readonly index: Loading }) {
  const place = usePlace()
  const [language, setLanguage] = useState(readLanguage)
  const choose = (chosen: Language): void => {
    keepLanguage(chosen)
    setLanguage(chosen)
  }
  if (index.error === null && place === '') return <StartPage api={index.data?.api} />
  if (index.error === null && place === 'errors') return <ErrorsPage api={index.data?.api} />
  if (index.error === null && isGuidePage(place))
    return <GuidePage place={place} api={index.data?.api} />
  return (
    <Show read={index} lines={8}>
      {(loaded) => <PageOf {...loaded} place={place} language={language} onLanguage={choose} />}
    </Show>
  )
}

function PageOf({
  api,
  search,
  place,
  language,
  onLanguage,
}: Loaded & {
  readonly place: string
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}) {
  const [kind, name = ''] = place.split('/')
  const route = kind === 'operations' ? api.routes.get(name) : undefined
  if (route)
    return <OperationPage api={api} route={route} language={language} onLanguage={onLanguage} />
  if (kind === 'domains' && api.domains.has(name)) return <DomainPage api={api} name={name} />
  return <Missing key={place} place={place} search={search} />
}
