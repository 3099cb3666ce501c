// One operation: what it does, who may call it, what it takes and answers, and how it may be refused.
import { useState } from 'react'
import { Card } from '../design/card.tsx'
import { Code, CopyButton, toJson } from '../design/code.tsx'
import { Link } from './address.tsx'
import { type Answer, type Api, type Body, type Document, resolve, type Route } from './openapi.ts'
import { keyOf, parametersOf } from './request.ts'
import type { Language } from './samples.ts'
import { FieldRow, SchemaTree } from './schema.tsx'
import { Method, Prose } from './text.tsx'
import { Title } from './title.tsx'
import { Workbench } from './try.tsx'

interface OperationProps {
  readonly api: Api
  readonly route: Route
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}

export function OperationPage({ api, route, language, onLanguage }: OperationProps) {
  const { document, domains } = api
  const { operation } = route
  const domain = domains.get(route.domain)!
  return (
    <article className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 content-start gap-6">
        <header>
          <p className="mb-1 text-sm text-soft">
            <Link to={`domains/${domain.name}`} className="hover:underline">
              {domain.title}
            </Link>
            {' · '}
            <span className="font-mono">{route.id}</span>
          </p>
          <Title text={operation.summary} />
          <p className="mt-3 flex flex-wrap items-center gap-2">
            <Method name={route.method} />
            <code className="min-w-0 font-mono text-sm break-all">{route.path}</code>
            <CopyButton text={route.path} what="the path" />
          </p>
          <Aliases api={api} route={route} />
          {operation.description !== undefined && (
            <Prose text={operation.description} className="mt-3 text-soft" />
          )}
        </header>
        <Parameters document={document} route={route} />
        {operation.requestBody && <RequestBody document={document} body={operation.requestBody} />}
      </div>
      <div className="min-w-0 xl:sticky xl:top-20 xl:row-span-2 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto xl:pr-1">
        <Workbench
          key={route.id}
          document={document}
          route={route}
          language={language}
          onLanguage={onLanguage}
        />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <Answers document={document} answers={operation.responses} />
      </div>
    </article>
  )
}

function Aliases({ api, route }: { readonly api: Api; readonly route: Route }) {
  const main = route.operation['x-alias-of'] ?? route.id
  const others = [...api.routes.values()].filter(
    ({ id, operation }) => id !== route.id && (id === main || operation['x-alias-of'] === main),
  )
  if (others.length === 0) return null
  return (
    <p className="mt-2 text-sm text-soft">
      The same as{' '}
      {others.map(({ id, method, path }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`operations/${id}`} className="font-mono break-all text-accent hover:underline">
            {method} {path}
          </Link>
        </span>
      ))}
    </p>
  )
}

const PLACES = { path: 'in the path', query: 'in the query', header: 'as a header' } as const

function Parameters({ document, route }: { readonly document: Document; readonly route: Route }) {
  const parameters = parametersOf(document, route.operation)
  if (parameters.length === 0) return null
  return (
    <Card title="Parameters">
      {Object.entries(PLACES).map(([place, words]) => {
        const list = parameters.filter((one) => one.in === place)
        return (
          list.length > 0 && (
            <div key={place} className="not-first:mt-4">
              <h3 className="text-xs font-medium text-soft">{words}</h3>
              <ul className="divide-y divide-line">
                {list.map((one) => (
                  <FieldRow
                    key={keyOf(one)}
                    document={document}
                    name={one.name}
                    schema={one.schema}
                    isRequired={one.required}
                    description={one.description}
                  />
                ))}
              </ul>
            </div>
          )
        )
      })}
    </Card>
  )
}

function RequestBody({ document, body }: { readonly document: Document; readonly body: Body }) {
  const { content = {}, required } = resolve(document, body)
  return (
    <Card title="Body" {...(required !== true && { hint: 'May be left out.' })}>
      {Object.entries(content).map(([type, { schema }]) => (
        <div key={type} className="not-first:mt-4">
          <h3 className="font-mono text-xs text-soft">{type}</h3>
          {schema && <SchemaTree document={document} schema={schema} />}
        </div>
      ))}
    </Card>
  )
}

const isSuccess = (status: string): boolean => status.startsWith('2')

function Answers({
  document,
  answers,
}: {
  readonly document: Document
  readonly answers: Readonly<Record<string, Answer>>
}) {
  const known = Object.entries(answers).map(
    ([status, answer]) => [status, resolve(document, answer)] as const,
  )
  return (
    <>
      {known
        .filter(([status]) => isSuccess(status))
        .map(([status, answer]) => (
          <Success key={status} document={document} status={status} answer={answer} />
        ))}
      <Card title="Errors" hint={<ErrorHint />}>
        <dl className="divide-y divide-line">
          {known
            .filter(([status]) => !isSuccess(status))
            .map(([status, { description }]) => (
              <div key={status} className="py-3">
                <dt className="mb-1 text-xs font-medium text-soft">
                  {status === 'default' ? 'Any operation' : status}
                </dt>
                <dd className="grid gap-1.5">
                  {description.split('\n\n').map((line) => (
                    <Refusal key={line} line={line} />
                  ))}
                </dd>
              </div>
            ))}
        </dl>
      </Card>
    </>
  )
}

const ErrorHint = () => (
  <>
    What to do about each is in the{' '}
    <Link to="errors" className="text-accent underline">
      catalogue
    </Link>
    .
  </>
)

/** A line of the document, such as `ACCOUNT_FROZEN: The account is frozen.` */
function Refusal({ line }: { readonly line: string }) {
  const end = line.indexOf(':')
  const code = line.slice(0, end)
  return (
    <p className="min-w-0 text-sm">
      <Link
        to={`errors#${code}`}
        className="font-mono font-semibold break-all text-accent hover:underline"
      >
        {code}
      </Link>{' '}
      <span className="break-words">{line.slice(end + 1)}</span>
    </p>
  )
}

function Success({
  document,
  status,
  answer,
}: {
  readonly document: Document
  readonly status: string
  readonly answer: Answer
}) {
  const [isExample, setExample] = useState(true)
  const { content = {}, description } = answer
  const entries = Object.entries(content)
  return (
    <Card
      title={`${status} ${description}`}
      action={
        entries.some(([, { example }]) => example !== undefined) && (
          <button
            type="button"
            aria-pressed={!isExample}
            onClick={() => setExample(!isExample)}
            className="rounded text-sm text-accent hover:underline"
          >
            {isExample ? 'Show the fields' : 'Show an example'}
          </button>
        )
      }
    >
      {entries.length === 0 && <p className="text-sm text-soft">Without a body.</p>}
      {entries.map(([type, { schema, example }]) => (
        <div key={type} className="not-first:mt-4">
          <h3 className="mb-1 font-mono text-xs text-soft">{type}</h3>
          {isExample && example !== undefined ? (
            <Code label={`Example answer ${status}`} text={toJson(example)} />
          ) : (
            schema && <SchemaTree document={document} schema={schema} />
          )}
        </div>
      ))}
    </Card>
  )
}
