// The operations of one domain.
import { Card } from '../design/card.tsx'
import { Link } from './address.tsx'
import type { Api, Route } from './api.ts'
import { Folded } from './folded.tsx'
import { Method } from './text.tsx'
import { Title } from './title.tsx'

export function DomainPage({ api, name }: { readonly api: Api; readonly name: string }) {
  const { title, summary, routes, aliases } = api.domains.get(name)!
  return (
    <div className="grid max-w-4xl gap-6">
      <header>
        <Title text={title} />
        <p className="mt-1 text-soft">{summary}</p>
      </header>
      {routes.length > 0 && (
        <Card isFlush className="py-1">
          <Routes routes={routes} />
        </Card>
      )}
      {aliases.length > 0 && (
        <Folded title={`Older and second routes (${aliases.length})`}>
          <Card isFlush className="mt-2 py-1">
            <Routes routes={aliases} />
          </Card>
        </Folded>
      )}
    </div>
  )
}

function Routes({ routes }: { readonly routes: readonly Route[] }) {
  return (
    <ul className="divide-y divide-line">
      {routes.map(({ id, method, path, name }) => (
        <li key={id}>
          <Link to={`operations/${id}`} className="block rounded-lg px-5 py-3 hover:bg-sunk">
            <span className="block font-medium">{name}</span>
            <span className="mt-1 flex min-w-0 items-center gap-2 text-soft">
              <Method name={method} isSmall />
              <code className="min-w-0 font-mono text-xs break-all">{path}</code>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
