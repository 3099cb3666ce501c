// One operation: what it does, who may call it, what it takes and answers, and how it may be refused.
import { useState } from 'react'
import { Card } from '../design/card.tsx'
import { Code, CopyButton, toJson } from '../design/code.tsx'
import { Show } from '../design/state.tsx'
import { Link } from './address.tsx'
import { type Api, type Route, routesOf } from './api.ts'
import { Folded } from './folded.tsx'
import { useDocument } from './load.ts'
import {
  type Answer,
  type Body,
  describe,
  type DescribedRoute,
  type Document,
  resolve,
} from './openapi.ts'
import { parametersOf } from './request.ts'
import type { Language } from './samples.ts'
import { FieldList, SchemaTree } from './schema.tsx'
import { Method, Prose } from './text.tsx'
import { Title } from './title.tsx'
import { Workbench } from './try.tsx'

interface OperationProps {
  readonly api: Api
  readonly route: Route
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}

const readDocument = (content: unknown): Document => content as Document

/** The name is in the index and is shown at once; the rest is in the document of the domain. */
export function OperationPage({ api, route, language, onLanguage }: OperationProps) {
  const read = useDocument(`/api/docs/domains/${route.domain}.json`, readDocument)
  const document = read.data
  if (document === undefined)
    return (
      <article className="grid gap-6">
        <Heading api={api} route={route} />
        <Show read={read} lines={8}>
          {() => null}
        </Show>
      </article>
    )
  const described = describe(document, route)
  const { requestBody, responses, description } = described.operation
  return (
    <article className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 content-start gap-6">
        <Heading api={api} route={route} description={description} />
        <Parameters document={document} route={described} />
        {requestBody && <RequestBody document={document} body={requestBody} />}
      </div>
      <div className="min-w-0 xl:sticky xl:top-20 xl:row-span-2 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto xl:pr-1">
        <Workbench
          key={route.id}
          document={document}
          route={described}
          language={language}
          onLanguage={onLanguage}
        />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <Answers document={document} answers={responses} />
      </div>
    </article>
  )
}

function Heading({
  api,
  route,
  description,
}: {
  readonly api: Api
  readonly route: Route
  readonly description?: string | undefined
}) {
  const domain = api.domains.get(route.domain)!
  // A summary that is no more than its name is not repeated.
  const hasMore = route.summary.length > route.name.length + 1
  return (
    <header>
      <p className="mb-1 text-sm text-soft">
        <Link to={`domains/${domain.name}`} className="hover:underline">
          {domain.title}
        </Link>
        {' · '}
        <span className="font-mono">{route.id}</span>
      </p>
      <Title text={route.name} />
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Method name={route.method} />
        <code className="min-w-0 font-mono text-sm break-all">{route.path}</code>
        <CopyButton text={route.path} what="the path" />
      </p>
      {hasMore && <Prose text={route.summary} className="mt-3" />}
      {description !== undefined && <Prose text={description} className="mt-3 text-soft" />}
      <OtherRoutes api={api} route={route} />
    </header>
  )
}

function OtherRoutes({ api, route }: { readonly api: Api; readonly route: Route }) {
  const others = routesOf(api, route).filter(({ id }) => id !== route.id)
  if (others.length === 0) return null
  return (
    <div className="mt-2">
      <Folded
        title={route.aliasOf === undefined ? 'Older and second routes' : 'Other routes of the same'}
      >
        <ul className="mt-1 grid gap-1 text-sm">
          {others.map(({ id, method, path }) => (
            <li key={id}>
              <Link
                to={`operations/${id}`}
                className="font-mono text-xs break-all text-accent hover:underline"
              >
                {method} {path}
              </Link>
            </li>
          ))}
        </ul>
      </Folded>
    </div>
  )
}

const PLACES = { path: 'in the path', query: 'in the query', header: 'as a header' } as const

function Parameters({
  document,
  route,
}: {
  readonly document: Document
  readonly route: DescribedRoute
}) {
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
              <FieldList
                document={document}
                fields={list.map((one) => ({
                  name: one.name,
                  schema: one.schema,
                  isRequired: one.required,
                  isOlder: one.deprecated === true,
                  description: one.description,
                }))}
              />
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
