// The frame around every page: the navigation on the left, on a phone at the bottom, and the signed-in user.
import { Link } from '@tanstack/react-router'
import { icon } from '../design/icons.tsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { User } from '../../../sdk/client/types.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Toasts } from '../design/toast.tsx'
import { useLive } from '../live.ts'
import { type PageEntry, pagesOf } from '../navigation.ts'
import { type Session, signOut } from '../session.ts'
import { TourProvider, useOpenTour } from '../tour/context.ts'
import { keepTourSeen } from '../tour/seen.ts'
import { Bell } from './bell.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { WithSearch, SearchButton } from './search.tsx'
import { Groups } from './groups.tsx'
import { ProveAgain } from './prove-again.tsx'
import { SessionEnd } from './session-end.tsx'
import { ThemeButton } from './theme-button.tsx'

const LogOut = icon('log-out')
const MapIcon = icon('map')
const MenuIcon = icon('menu')

const Tour = lazy(async () => ({ default: (await import('../tour/tour.tsx')).Tour }))

interface FrameProps {
  readonly user: User
  readonly bank: Session['bank']
  readonly children: ReactNode
}

export function Frame({ user, bank, children }: FrameProps) {
  useLive(user.uuid)
  // Undefined until it was opened for the first time; then it is loaded.
  const [isTouring, setTouring] = useState<boolean>()
  const endTour = (): void => {
    keepTourSeen(user.uuid)
    setTouring(false)
  }
  const shown = pagesOf(user)
  return (
    <TourProvider value={() => setTouring(true)}>
      <WithSearch user={user}>
        <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
          <a
            href="#content"
            className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
          >
            Skip to the content
          </a>
          <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line px-3 py-5 lg:flex">
            <div className="flex items-center justify-between">
              <Brand mode={bank.mode} />
              <Bell />
            </div>
            <SearchButton />
            <nav aria-label="Pages" className="mt-4 flex-1 overflow-y-auto">
              <Groups entries={shown} />
            </nav>
            <TourButton />
            <Who user={user} />
          </aside>
          <header className="sticky top-0 z-20 flex items-center justify-between border-b border-line bg-paper/90 px-4 py-3 backdrop-blur lg:hidden">
            <Brand mode={bank.mode} />
            <div className="flex gap-1">
              <SearchButton isSmall />
              <Bell />
              <ThemeButton />
            </div>
          </header>
          <main
            id="content"
            className="mx-auto w-full max-w-6xl min-w-0 px-4 pt-6 pb-28 sm:px-8 lg:pt-8 lg:pb-12"
          >
            {user.email_verified_at === null && (
              <ConfirmEmail email={user.email} isSandbox={bank.mode === 'sandbox'} />
            )}
            {children}
          </main>
          <BottomBar entries={shown} user={user} />
          <ProveAgain />
          <SessionEnd />
          <Toasts />
          {isTouring !== undefined && (
            <Suspense fallback={null}>
              <Tour user={user} bank={bank} isOpen={isTouring} onClose={endTour} />
            </Suspense>
          )}
        </div>
      </WithSearch>
    </TourProvider>
  )
}

function Brand({ mode }: { readonly mode: string }) {
  return (
    <div className="flex items-center gap-2 px-2">
      <Link to="/" className="brand rounded">
        Florin<span>.</span>
      </Link>
      {mode === 'sandbox' && (
        <span className="rounded-full bg-gold-bg px-2 py-0.5 text-xs font-medium text-gold">
          Sandbox
        </span>
      )}
    </div>
  )
}

function TourButton({ onGo }: { readonly onGo?: () => void }) {
  const openTour = useOpenTour()
  return (
    <button
      type="button"
      className="my-2 flex items-center gap-3 rounded-lg px-3 py-2 font-medium text-soft hover:bg-sunk hover:text-ink"
      onClick={() => {
        onGo?.()
        openTour()
      }}
    >
      <MapIcon className="size-[1.1rem]" aria-hidden />
      Guided tour
    </button>
  )
}

function Who({ user, onGo }: { readonly user: User; readonly onGo?: () => void }) {
  const [isStuck, setStuck] = useState(false)
  const goes = onGo ? { onClick: onGo } : {}
  const leave = async (): Promise<void> => {
    setStuck(false)
    try {
      await signOut()
    } catch {
      setStuck(true)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-2 pt-4">
      <Link to="/profile" className="min-w-0 flex-1 rounded hover:underline" {...goes}>
        <span className="block truncate text-sm font-medium">{user.name}</span>
        <span className="block truncate text-xs text-soft">{user.email}</span>
      </Link>
      <ThemeButton />
      <Button
        look="quiet"
        size="icon"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => void leave()}
      >
        <LogOut aria-hidden />
      </Button>
      {isStuck && (
        <p role="alert" className="w-full text-sm text-bad">
          You are still signed in: the bank could not be reached. Check your connection and sign out
          again.
        </p>
      )}
    </div>
  )
}

/** The main pages, and a button that opens the list of all pages. */
function BottomBar({
  entries,
  user,
}: {
  readonly entries: readonly PageEntry[]
  readonly user: User
}) {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const item = 'flex flex-col items-center gap-0.5 py-2 text-xs font-medium text-soft'
  return (
    <>
      <nav
        aria-label="Main pages"
        className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {entries
          .filter(({ isMain }) => isMain)
          .map(({ path, name, icon: Icon }) => (
            <Link
              key={path}
              to={path}
              activeOptions={{ exact: path === '/' }}
              className={item}
              activeProps={{ className: '!text-accent' }}
            >
              <Icon className="size-5" aria-hidden />
              {name}
            </Link>
          ))}
        <button type="button" className={item} onClick={() => setOpen(true)}>
          <MenuIcon className="size-5" aria-hidden />
          More
        </button>
      </nav>
      <Dialog title="All pages" isOpen={isOpen} onClose={close}>
        <Groups entries={entries} onGo={close} />
        <TourButton onGo={close} />
        <Who user={user} onGo={close} />
      </Dialog>
    </>
  )
}
