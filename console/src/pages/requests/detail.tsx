// One call: what was sent, what was answered, and the same call again from a terminal.
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { requestGet } from '../../../../sdk/client/operations.ts'
import type { RequestLogDetail } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Code, CopyButton, toJson } from '../../design/code.tsx'
import { Facts } from '../../design/facts.tsx'
import { PageHead } from '../../design/page.tsx'
import { Segments } from '../../design/segments.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { keepLanguage, readLanguage } from '../../reference/language.ts'
import { LANGUAGES, writeSample } from '../../reference/samples.ts'
import { Answer } from './index.tsx'
import { cautionOf, toSample } from './repeat.ts'

export function Detail() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead('requests', requestGet, { id })
  return <Show read={read}>{({ data }) => <Content call={data} />}</Show>
}

type Exchange = NonNullable<RequestLogDetail['exchange']>

function Content({ call }: { readonly call: RequestLogDetail }) {
  const { exchange } = call
  return (
    <>
      <PageHead
        title={`${call.method} ${call.path}`}
        reference={`operations/${call.operation}`}
        hint={call.operation}
        action={<CopyButton text={location.href} what="the link to this call" />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        {exchange === null ? (
          <Card title="Request and answer">
            <p className="text-soft">
              The bank kept no bodies of this call. It keeps those of programs: of calls by API
              keys, agents and connected programs, up to a rate.
            </p>
          </Card>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Request method={call.method} exchange={exchange} />
            <Response status={call.status} exchange={exchange} />
            <Repeat call={call} exchange={exchange} />
          </div>
        )}
        <Card title="Details" className="max-lg:order-first">
          <Facts
            rows={[
              ['Answer', <Answer key="answer" status={call.status} code={call.error_code} />],
              ['When', <When key="when" at={call.created_at} hasSeconds />],
              ['Took', `${call.duration_ms.toFixed(1)} ms`],
              [
                'Request id',
                <code key="id" className="text-xs break-all">
                  {call.request_id}
                </code>,
              ],
              ['Called by', kinds[call.credential_kind ?? 'none'] ?? 'none'],
              ['From', call.address],
              ['Program', call.user_agent ?? 'not given'],
            ]}
          />
        </Card>
      </div>
    </>
  )
}

const kinds: Readonly<Record<string, string>> = {
  api_key: 'API key',
  login: 'Sign-in',
  agent_session: 'Agent, by session',
  agent_key: 'Agent, by key',
  oauth: 'Connected program',
}

function Request({ method, exchange }: { readonly method: string; readonly exchange: Exchange }) {
  const { url, request_body } = exchange
  return (
    <Card title="Request">
      <div className="grid min-w-0 gap-3">
        <Code label="Address" text={`${method} ${url}`} />
        {request_body !== null && <Code label="Request body" text={toShown(request_body)} />}
      </div>
    </Card>
  )
}

function Response({ status, exchange }: { readonly status: number; readonly exchange: Exchange }) {
  const { response_body, left_out } = exchange
  return (
    <Card title={`Answer: ${status}`}>
      {response_body === null ? (
        <p className="text-soft">
          {left_out === 'secret'
            ? 'The answer is not kept, because it held a secret.'
            : left_out === 'file'
              ? 'The answer is not kept, because it was a file or a stream.'
              : 'The answer had no body.'}
        </p>
      ) : (
        <Code label="Answer" text={toShown(response_body)} />
      )}
    </Card>
  )
}

function Repeat({
  call,
  exchange,
}: {
  readonly call: RequestLogDetail
  readonly exchange: Exchange
}) {
  const [language, setLanguage] = useState(readLanguage)
  const sample = toSample({ ...call, exchange }, location.origin)
  return (
    <Card
      title="Repeat it"
      hint="The key is read from the environment."
      action={
        <Segments
          label="Language"
          choices={LANGUAGES}
          chosen={language}
          onChoose={(chosen) => {
            keepLanguage(chosen)
            setLanguage(chosen)
          }}
        />
      }
    >
      <div className="grid min-w-0 gap-3">
        <Code label="The same call" text={writeSample(language, sample)} />
        {cautionOf(exchange).map((caution) => (
          <p key={caution} className="text-sm text-soft">
            {caution}
          </p>
        ))}
      </div>
    </Card>
  )
}

/** With line breaks; the bank keeps JSON without. */
function toShown(text: string): string {
  try {
    return toJson(JSON.parse(text))
  } catch {
    return text
  }
}
