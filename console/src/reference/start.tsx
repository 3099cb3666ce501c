// The first page: from nothing to a payment, and the rules that all operations share.
import type { ReactNode } from 'react'
import { Card } from '../design/card.tsx'
import { Code, toJson } from '../design/code.tsx'
import { Link } from './address.tsx'
import type { Api } from './api.ts'
import { startSteps } from './start-samples.ts'
import { Mono } from './text.tsx'
import { Title } from './title.tsx'

const ERROR = {
  success: false,
  error: {
    code: 'INSUFFICIENT_FUNDS',
    message: 'Insufficient USD: 12.00 available, 20.00 needed.',
  },
  message: 'Insufficient USD: 12.00 available, 20.00 needed.',
  request_id: '5hGq8ZtR2k-1c',
}

export function StartPage({ api }: { readonly api: Api | undefined }) {
  return (
    <div className="grid max-w-4xl gap-6">
      <header>
        <Title text="Getting started" />
        <p className="mt-1 text-soft">
          From nothing to a payment in four calls. Every operation of the bank is on the left
          {api && `, ${api.routes.size} routes of ${api.domains.size} domains`}, with samples and a
          form to try it.
        </p>
      </header>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {startSteps(location.origin).map(({ title, about, operation, code }, index) => (
          <li key={title}>
            <Card
              title={`${index + 1}. ${title}`}
              hint={about}
              action={<To operation={operation}>{operation}</To>}
            >
              <Code label={title} text={code} />
            </Card>
          </li>
        ))}
      </ol>
      <h2 className="mt-2 text-lg font-semibold">What all operations share</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <Card title="Credentials">
          <p>
            A token of a login or an API key goes into <Mono>Authorization: Bearer …</Mono>. A
            program should have <To operation="api_key.create">a key of its own</To>, with no more
            permissions than it needs. Agents send <Mono>X-Agent-Session</Mono>, partners{' '}
            <Mono>X-Partner-Key</Mono>. On these pages the session of the{' '}
            <a href="/" className="text-accent underline">
              console
            </a>{' '}
            is used too.
          </p>
        </Card>
        <Card title="Retries">
          <p>
            Every write takes an <Mono>Idempotency-Key</Mono>. The same key with the same request
            gets the same answer again, with <Mono>X-Idempotency-Replayed: true</Mono>, and nothing
            is done twice. So a write that got no answer is sent again with its key.
          </p>
        </Card>
        <Card title="Lists">
          <p>
            Lists come in pages: <Mono>page</Mono> from 1, and <Mono>per_page</Mono> up to 100. The
            answer says in <Mono>meta</Mono> how many there are, and in <Mono>links</Mono> where the
            others are.
          </p>
        </Card>
        <Card title="Limits">
          <p>
            Each answer says in <Mono>X-RateLimit-Remaining</Mono> how many requests are left. Past
            the limit the answer is 429, and <Mono>Retry-After</Mono> says for how many seconds.
          </p>
        </Card>
        <Card title="Live and sandbox">
          <p>
            A key belongs to one environment, and neither sees the money of the other. Make a key
            with <Mono>{'"environment":"sandbox"'}</Mono> for experiments.
          </p>
        </Card>
        <Card title="Events">
          <p>
            Events are delivered as they happen: by signed{' '}
            <To operation="webhook.create">webhooks</To>, or over a{' '}
            <To operation="event.stream">stream</To>. GraphQL subscriptions are in the{' '}
            <a href="/api/graphql-playground" className="text-accent underline">
              playground
            </a>
            .
          </p>
        </Card>
      </div>
      <Card
        title="Errors"
        hint="One shape for every error; the code never changes."
        action={
          <Link to="errors" className="text-sm text-accent hover:underline">
            All codes
          </Link>
        }
      >
        <Code label="An error" text={toJson(ERROR)} canCopy={false} />
      </Card>
      <p className="text-sm text-soft">
        For your own tools: the{' '}
        <a href="/api/openapi.json" className="text-accent underline">
          OpenAPI document
        </a>{' '}
        and the{' '}
        <a href="/api/docs/errors.json" className="text-accent underline">
          catalogue of errors as JSON
        </a>
        .
      </p>
    </div>
  )
}

function To({ operation, children }: { readonly operation: string; readonly children: ReactNode }) {
  return (
    <Link to={`operations/${operation}`} className="text-sm text-accent hover:underline">
      {children}
    </Link>
  )
}
