// A request filled in and sent from the reference, and the same request in several languages.
import { icon } from '../design/icons.tsx'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Card } from '../design/card.tsx'
import { Code, CopyButton, toJson } from '../design/code.tsx'
import { Input, Select, TextArea } from '../design/form.tsx'
import { Segments } from '../design/segments.tsx'
import { accountFieldsOf, isAccountParameter } from './account-fields.ts'
import { AccountField, AccountInput } from './account-select.tsx'
import { firstBody } from './example.ts'
import { type DescribedRoute, type Document, needsOf, type Parameter, resolve } from './openapi.ts'
import { type OwnAccount, useOwnAccounts } from './own-accounts.ts'
import {
  firstValues,
  keyOf,
  parametersOf,
  type RequestOptions,
  toSample,
  withNewKey,
} from './request.ts'
import { type Language, LANGUAGES, writeSample } from './samples.ts'
import { type Received, send } from './send.ts'
import { useSession } from './session.tsx'
import { statusTone } from './text.tsx'

const Play = icon('play')
const Square = icon('square')

const TONE_CLASSES = {
  good: 'bg-good-bg text-good',
  accent: 'bg-accent-bg text-accent',
  gold: 'bg-gold-bg text-gold',
  bad: 'bg-bad-bg text-bad',
} as const

export function Workbench({
  document,
  route,
  language,
  onLanguage,
}: {
  readonly document: Document
  readonly route: DescribedRoute
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}) {
  const [values, setValues] = useState(() => firstValues(document, route.operation))
  const [body, setBody] = useState(() => firstBody(document, route.operation))
  const options = { document, route, values, body }
  const sample = writeSample(language, toSample(options))
  const parameters = parametersOf(document, route.operation)
  const isAccount = (parameter: Parameter): boolean => isAccountParameter(parameter, route.path)
  const accountFields = accountFieldsOf(document, route.operation)
  const accounts = useOwnAccounts(accountFields.length > 0 || parameters.some(isAccount))
  return (
    <div className="grid min-w-0 content-start gap-5">
      <Card
        title="Request"
        action={
          <Segments
            label="Language of the samples"
            choices={LANGUAGES}
            chosen={language}
            onChoose={onLanguage}
          />
        }
      >
        <Code label="Sample request" text={sample} canCopy={false} />
        <div className="mt-3">
          <CopyButton text={sample} what="the sample" />
        </div>
      </Card>
      <Sender options={options} onSent={() => setValues(withNewKey)}>
        {parameters.map((parameter) => (
          <ParameterInput
            key={keyOf(parameter)}
            document={document}
            parameter={parameter}
            accounts={isAccount(parameter) ? accounts : []}
            value={values[keyOf(parameter)] ?? ''}
            onChange={(value) => setValues({ ...values, [keyOf(parameter)]: value })}
          />
        ))}
        {body !== undefined && accounts.length > 0 && (
          <BodyAccounts fields={accountFields} accounts={accounts} body={body} onBody={setBody} />
        )}
        {body !== undefined && (
          <TextArea
            label="Body"
            name="body"
            rows={Math.min(Math.max(body.split('\n').length, 3), 16)}
            spellCheck={false}
            className="font-mono text-[0.8rem]"
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Sender>
    </div>
  )
}

/** The own accounts for fields of the body, as long as that can be read. */
function BodyAccounts({
  fields,
  accounts,
  body,
  onBody,
}: {
  readonly fields: readonly string[]
  readonly accounts: readonly OwnAccount[]
  readonly body: string
  readonly onBody: (body: string) => void
}) {
  const content = readObject(body)
  if (!content) return null
  return fields.map((name) => (
    <AccountField
      key={name}
      label={name}
      name={`account:${name}`}
      accounts={accounts}
      value={content[name]}
      onChange={(uuid) => onBody(toJson({ ...content, [name]: uuid }))}
    />
  ))
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function ParameterInput({
  document,
  parameter,
  accounts,
  value,
  onChange,
}: {
  readonly document: Document
  readonly parameter: Parameter
  /** The accounts to choose from, if it is an account. */
  readonly accounts: readonly OwnAccount[]
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { enum: choices, type } = resolve(document, parameter.schema)
  const offered = choices ?? (type === 'boolean' ? [true, false] : undefined)
  const common = {
    label: parameter.required ? `${parameter.name} (required)` : parameter.name,
    name: keyOf(parameter),
    value,
    required: parameter.required,
  }
  if (accounts.length > 0)
    return <AccountInput {...common} accounts={accounts} onChange={onChange} />
  if (offered)
    return (
      <Select {...common} onChange={(event) => onChange(event.target.value)}>
        <option value="">not sent</option>
        {offered.map((choice) => (
          <option key={String(choice)}>{String(choice)}</option>
        ))}
      </Select>
    )
  return (
    <Input
      {...common}
      autoComplete="off"
      className="font-mono text-sm"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Sender({
  options,
  onSent,
  children,
}: {
  readonly options: RequestOptions
  readonly onSent: () => void
  readonly children: ReactNode
}) {
  const { secrets } = useSession()
  const [received, setReceived] = useState<Received>()
  const [problem, setProblem] = useState<string>()
  const [running, setRunning] = useState<AbortController>()
  const answer = useRef<HTMLDivElement>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = findProblem(options)
    setProblem(wrong)
    if (wrong !== undefined || running) return
    const controller = new AbortController()
    setRunning(controller)
    setReceived(undefined)
    try {
      await send(options, secrets, controller.signal, setReceived)
      onSent()
    } catch {
      if (!controller.signal.aborted)
        setProblem('The bank could not be reached. Check your connection, and send it again.')
    } finally {
      setRunning(undefined)
      answer.current?.scrollIntoView({ block: 'nearest' })
    }
  }
  const { route, document } = options
  return (
    <Card title="Try it" hint={<Warning route={route} />}>
      <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <Credentials document={document} route={route} />
        {children}
        <div className="flex gap-2">
          <Button type="submit" isWaiting={running !== undefined}>
            {running === undefined && <Play aria-hidden />}
            Send
          </Button>
          {running && (
            <Button look="plain" onClick={() => running.abort()}>
              <Square aria-hidden />
              Stop
            </Button>
          )}
        </div>
      </form>
      <div ref={answer} aria-live="polite" className="grid gap-2">
        {problem !== undefined && (
          <p role="alert" className="mt-4 rounded-lg bg-bad-bg px-4 py-3 text-bad">
            {problem}
          </p>
        )}
        {received && <Answer received={received} name={options.route.id} />}
      </div>
    </Card>
  )
}

function Warning({ route }: { readonly route: DescribedRoute }) {
  const { mode } = useSession()
  if (route.method === 'GET') return 'The request goes to this bank.'
  return mode === 'sandbox'
    ? 'This changes something at this bank, which is a sandbox.'
    : 'This takes effect at this bank, with real money.'
}

function findProblem({ document, route, values, body }: RequestOptions): string | undefined {
  const missing = parametersOf(document, route.operation).find(
    (one) => one.required && !values[keyOf(one)],
  )
  if (missing) return `Fill in ${missing.name} first.`
  if (body === undefined || body.trimStart().startsWith('<')) return undefined
  try {
    JSON.parse(body)
    return undefined
  } catch (error) {
    return `The body is not JSON yet: ${(error as Error).message}`
  }
}

const LABELS: Readonly<Record<string, string>> = {
  bearer: 'Token or API key',
  agentSession: 'Agent session',
  partnerKey: 'Partner key',
}

function Credentials({
  document,
  route,
}: {
  readonly document: Document
  readonly route: DescribedRoute
}) {
  const { user, secrets, setSecret } = useSession()
  const schemes = [...new Set(needsOf(route.operation, document).flat())]
  if (schemes.length === 0)
    return <p className="text-sm text-soft">This operation is public: no credential is needed.</p>
  return schemes.map((scheme) => (
    <Input
      key={scheme}
      label={LABELS[scheme] ?? scheme}
      name={`secret:${scheme}`}
      type="password"
      autoComplete="off"
      value={secrets[scheme] ?? ''}
      onChange={(event) => setSecret(scheme, event.target.value)}
      hint={
        scheme === 'bearer' ? bearerHint(user?.email, secrets[scheme]) : 'Kept by this page only.'
      }
    />
  ))
}

function bearerHint(email: string | undefined, secret: string | undefined): ReactNode {
  const kept = 'Kept by this page only, until you leave it.'
  if (secret) return email === undefined ? kept : `Used instead of your session. ${kept}`
  if (email !== undefined) return `Empty: your console session is used (${email}).`
  return (
    <>
      Paste one, or{' '}
      <a href="/sign-in" className="text-accent underline">
        sign in to the console
      </a>{' '}
      and come back.
    </>
  )
}

function Answer({ received, name }: { readonly received: Received; readonly name: string }) {
  const { status, milliseconds, headers, text, isCut, file } = received
  return (
    <section aria-label="Answer" className="mt-4 grid min-w-0 gap-3">
      <p className="flex items-center gap-2 text-sm">
        <span
          className={`rounded px-2 py-0.5 font-mono font-semibold ${TONE_CLASSES[statusTone(status)]}`}
        >
          {/* A browser does not reveal the target of a redirect. */}
          {status === 0 ? 'redirect' : status}
        </span>
        <span className="text-soft">{milliseconds.toFixed(0)} ms</span>
      </p>
      {text !== '' && <Code label="Answer body" text={text} />}
      {text === '' && !file && <p className="text-sm text-soft">The answer has no body.</p>}
      {isCut && <p className="text-sm text-soft">Only the beginning is shown.</p>}
      {file && <Save file={file} name={name} />}
      <details className="text-sm">
        <summary className="text-soft">Headers of the answer</summary>
        <Code label="Answer headers" canCopy={false} text={toJson(Object.fromEntries(headers))} />
      </details>
    </section>
  )
}

function Save({ file, name }: { readonly file: Blob; readonly name: string }) {
  const save = (): void => {
    const link = window.document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Button look="plain" onClick={save}>
      Save the file ({file.type}, {Math.ceil(file.size / 1024)} KB)
    </Button>
  )
}
