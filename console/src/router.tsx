// The addresses of the console, made from the list of pages. Each page is loaded when somebody goes there.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
} from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { buttonStyle } from './design/button.tsx'
import { Empty, Problem, Waiting } from './design/state.tsx'
import { type PageEntry, pages } from './navigation.ts'
import { Root } from './shell/root.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const routesOf = ({ path, load, hasDetail }: PageEntry) => {
  const make = (at: string, name: 'Page' | 'Detail') =>
    createRoute({
      getParentRoute: () => root,
      path: at,
      component: lazyRouteComponent(async () => ({ default: (await load())[name]! })),
    })
  return [make(path, 'Page'), ...(hasDetail ? [make(`${path}/$id`, 'Detail')] : [])]
}

/** Signed out they show the form; signed in they lead to the overview. */
const signInRoutes = ['/sign-in', '/sign-up'].map((path) =>
  createRoute({ getParentRoute: () => root, path, component: () => null }),
)

export const router = createRouter({
  routeTree: root.addChildren([...pages.flatMap(routesOf), ...signInRoutes]),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Waiting lines={6} />,
  defaultErrorComponent: ({ error }) => <Problem error={error} onRetry={() => location.reload()} />,
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
