// The frame of the reference, and which page is shown at which address.
import { icon } from '../design/icons.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button, buttonStyle } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Empty, Show } from '../design/state.tsx'
import { ThemeButton } from '../shell/theme-button.tsx'
import { Link, usePlace } from './address.tsx'
import { DomainPage } from './domain.tsx'
import { ErrorsPage } from './errors.tsx'
import { useDocument } from './load.ts'
import { Navigation } from './navigation.tsx'
import { type Api, type Document, toApi } from './openapi.ts'
import { OperationPage } from './operation.tsx'
import type { Language } from './samples.ts'
import { SessionProvider, useSession } from './session.tsx'
import { StartPage } from './start.tsx'

const Compass = icon('compass')
const MenuIcon = icon('menu')

const readApi = (content: unknown): Api => toApi(content as Document)

export function Reference() {
  const api = useDocument('/api/openapi.json', readApi)
  return (
    <SessionProvider>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <Header api={api.data} />
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Side api={api.data} />
        <main
          id="content"
          className="mx-auto w-full max-w-[88rem] min-w-0 px-4 pt-6 pb-16 sm:px-8 lg:pt-8"
        >
          <Pages api={api} />
        </main>
      </div>
    </SessionProvider>
  )
}

function Header({ api }: { readonly api: Api | undefined }) {
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
        disabled={!api}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden />
      </Button>
      <Dialog title="Contents" isOpen={isOpen} onClose={close}>
        {api && <Navigation api={api} onGo={close} />}
      </Dialog>
    </header>
  )
}

function Side({ api }: { readonly api: Api | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  return (
    <nav
      aria-label="Contents"
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-line px-3 py-5 lg:block"
    >
      {api && <Navigation api={api} searchField={field} />}
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

type Loading = ReturnType<typeof useDocument<Api>>

/** The first pages need little of the document, so they do not wait for it. */
function Pages({ api }: { readonly api: Loading }) {
  const place = usePlace()
  const [language, setLanguage] = useState<Language>('curl')
  if (api.error === null && place === '') return <StartPage api={api.data} />
  if (api.error === null && place === 'errors') return <ErrorsPage api={api.data} />
  return (
    <Show read={api} lines={8}>
      {(loaded) => (
        <PageOf api={loaded} place={place} language={language} onLanguage={setLanguage} />
      )}
    </Show>
  )
}

function PageOf({
  api,
  place,
  language,
  onLanguage,
}: {
  readonly api: Api
  readonly place: string
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}) {
  const [kind, name = ''] = place.split('/')
  const route = kind === 'operations' ? api.routes.get(name) : undefined
  if (route)
    return <OperationPage api={api} route={route} language={language} onLanguage={onLanguage} />
  if (kind === 'domains' && api.domains.has(name)) return <DomainPage api={api} name={name} />
  return (
    <Empty
      icon={Compass}
      title="The reference has no such page"
      action={
        <Link to="" className={buttonStyle({ look: 'plain' })}>
          Go to the beginning
        </Link>
      }
    >
      The operation may have another name now: search for a word of it.
    </Empty>
  )
}
