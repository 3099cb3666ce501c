// The addresses of the console, made from the list of pages. Each page is loaded on demand.
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
} from '@tanstack/react-router'
import { icon } from './design/icons.tsx'
import { lazy } from 'react'
import { Button, buttonStyle } from './design/button.tsx'
import { Empty, Waiting } from './design/state.tsx'
import { type PageEntry, pages, unlistedPages } from './navigation.ts'
import { forms } from './shell/forms.ts'
import { OnlyFor } from './shell/only-for.tsx'
import { Root } from './shell/root.tsx'

const Bug = icon('bug')
const Compass = icon('compass')
const Unplug = icon('unplug')

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const routesOf = ({
  path,
  name = '',
  load,
  hasDetail,
  role,
}: Pick<PageEntry, 'path' | 'load'> & Partial<PageEntry>) => {
  const make = (at: string, part: 'Page' | 'Detail') => {
    // Loaded when it is shown, so that the sign-in form does not wait for the page behind it.
    const Shown = lazy(async () => ({ default: (await load())[part]! }))
    const Guarded = () =>
      role === undefined ? (
        <Shown />
      ) : (
        <OnlyFor role={role} name={name}>
          <Shown />
        </OnlyFor>
      )
    return createRoute({ getParentRoute: () => root, path: at, component: Guarded })
  }
  return [make(path, 'Page'), ...(hasDetail ? [make(`${path}/$id`, 'Detail')] : [])]
}

/** Signed out they show the form; signed in they lead to the page that follows it. */
const formRoutes = [...forms.keys()].map((path) =>
  createRoute({ getParentRoute: () => root, path, component: () => null }),
)

export const router = createRouter({
  routeTree: root.addChildren([...[...pages, ...unlistedPages].flatMap(routesOf), ...formRoutes]),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Waiting lines={6} />,
  defaultErrorComponent: (props) => <Broken {...props} />,
  scrollRestoration: true,
})

function NotFound() {
  return (
    <Empty
      icon={Compass}
      title="There is no page at this address"
      action={
        <Link to="/" className={buttonStyle({ look: 'plain' })}>
          Go to the overview
        </Link>
      }
    >
      The link may be old, or a letter is missing.
    </Empty>
  )
}

/** Errors of modules that could not be loaded. */
const notLoaded = new Set<unknown>()
addEventListener('vite:preloadError', ({ payload }) => notLoaded.add(payload))

function Broken({ error }: ErrorComponentProps) {
  const again = (
    <Button look="plain" onClick={() => location.reload()}>
      Reload
    </Button>
  )
  if (notLoaded.has(error))
    return (
      <Empty icon={Unplug} title="This page could not be loaded" action={again}>
        Check your connection, then reload the page. After an update of the bank this is needed
        once.
      </Empty>
    )
  return (
    <Empty icon={Bug} title="This page failed" action={again}>
      Your money is not affected. If it happens again, report it to the bank: {String(error)}
    </Empty>
  )
}
