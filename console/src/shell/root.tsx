// Decides what is shown: the form to sign in, or the frame with the page of the address. The address stays as it is
// while the user signs in, so that a link opens its page.
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Problem, Waiting } from '../design/state.tsx'
import { useSession } from '../session.ts'
import { isOperator, OPERATORS_HOME } from './home.ts'
import { forms } from './forms.ts'
import { OutageBanner } from './outage-banner.tsx'

const Welcome = lazy(async () => ({
  default: (await import('../pages/sign-in/index.tsx')).Welcome,
}))
const Frame = lazy(async () => ({ default: (await import('./frame.tsx')).Frame }))

export const Root = () => (
  <>
    <OutageBanner />
    <Content />
  </>
)

function Content() {
  const session = useSession()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isEntering = useEntering(path, (session.data?.user ?? null) !== null)
  if (session.data === undefined)
    return (
      <div className="mx-auto max-w-md px-4 pt-[20vh]">
        {session.error ? (
          <Problem error={session.error} onRetry={() => void session.refetch()} />
        ) : (
          <Waiting />
        )}
      </div>
    )
  const form = forms.get(path)
  const isHome = isEntering && path === '/' && isOperator(session.data.user)
  return (
    <Suspense fallback={null}>
      {session.data.user === null ? (
        <Welcome session={session.data} path={path} />
      ) : (
        <Frame user={session.data.user} bank={session.data.bank}>
          <Suspense fallback={<Waiting lines={6} />}>
            {form ? (
              <Navigate to={form.next} hash replace />
            ) : isHome ? (
              <Navigate to={OPERATORS_HOME} replace />
            ) : (
              <Outlet />
            )}
          </Suspense>
        </Frame>
      )}
    </Suspense>
  )
}

/** Until the first page is shown that is not the address without a path. */
function useEntering(path: string, isSignedIn: boolean): boolean {
  const hasEntered = useRef(false)
  useEffect(() => {
    if (isSignedIn && path !== '/' && !forms.has(path)) hasEntered.current = true
  }, [path, isSignedIn])
  return !hasEntered.current
}
