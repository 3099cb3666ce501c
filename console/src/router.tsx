// The addresses of the console, made from the list of pages. Each page is loaded when somebody goes there.
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
} from '@tanstack/react-router'
import { Bug, Compass } from 'lucide-react'
import { lazy } from 'react'
import { Button, buttonStyle } from './design/button.tsx'
import { Empty, Waiting } from './design/state.tsx'
import { type PageEntry, pages } from './navigation.ts'
import { Root } from './shell/root.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const routesOf = ({ path, load, hasDetail }: PageEntry) => {
  const make = (at: string, name: 'Page' | 'Detail') =>
    createRoute({
      getParentRoute: () => root,
      path: at,
      // Loaded when it is shown, so that whoever signs in does not wait for a page behind the form.
      component: lazy(async () => ({ default: (await load())[name]! })),
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

function Broken({ error }: ErrorComponentProps) {
  return (
    <Empty
      icon={Bug}
      title="This page failed"
      action={
        <Button look="plain" onClick={() => location.reload()}>
          Load it again
        </Button>
      }
    >
      Your money is not affected. If it happens again, tell the bank: {String(error)}
    </Empty>
  )
}
