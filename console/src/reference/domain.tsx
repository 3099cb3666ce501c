// The operations of one domain.
import { Card } from '../design/card.tsx'
import { Link } from './address.tsx'
import { type Api, isAlias } from './openapi.ts'
import { Method } from './text.tsx'
import { Title } from './title.tsx'

export function DomainPage({ api, name }: { readonly api: Api; readonly name: string }) {
  const { title, summary, routes } = api.domains.get(name)!
  return (
    <div className="max-w-4xl">
      <header className="mb-6">
        <Title text={title} />
        <p className="mt-1 text-soft">{summary}</p>
      </header>
      <Card isFlush className="py-1">
        <ul className="divide-y divide-line">
          {routes.map((route) => (
            <li key={route.id}>
              <Link
                to={`operations/${route.id}`}
                className="block rounded-lg px-5 py-3 hover:bg-sunk"
              >
                <span className="flex min-w-0 items-center gap-2">
                  <Method name={route.method} isSmall />
                  <code className="min-w-0 font-mono text-sm break-all">{route.path}</code>
                </span>
                <span className="mt-1 block text-sm text-soft">
                  {isAlias(route) && 'Alias: '}
                  {route.operation.summary}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
