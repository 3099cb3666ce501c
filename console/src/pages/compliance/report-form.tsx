// Files a report with a regulator on behalf of the bank. Its content is JSON, because each kind has its own.
import { useState } from 'react'
import { regulatoryAdapters, regulatoryReportFile } from '../../../../sdk/client/operations.ts'
import type { RegulatoryAdapters } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { toJson } from '../../design/code.tsx'
import { Form, Select, TextArea } from '../../design/form.tsx'
import { Show } from '../../design/state.tsx'

export function ReportForm({ onDone }: { readonly onDone: () => void }) {
  const read = useRead('compliance', regulatoryAdapters, {})
  return (
    <Show read={read}>{({ data }) => <Fields adapters={data.adapters} onDone={onDone} />}</Show>
  )
}

interface FieldsProps {
  readonly adapters: RegulatoryAdapters['adapters']
  readonly onDone: () => void
}

function Fields({ adapters, onDone }: FieldsProps) {
  const [key, setKey] = useState(adapters[0]?.key ?? '')
  const [problem, setProblem] = useState<string>()
  const file = useWrite(regulatoryReportFile, ['reports', 'compliance'])
  const adapter = adapters.find((one) => one.key === key)
  return (
    <Form
      submit="File the report"
      onSubmit={async ({ report_type = '', report_data = '' }) => {
        const content = readObject(report_data)
        setProblem(content === undefined ? 'This is not a JSON object.' : undefined)
        if (content === undefined) return
        await file.mutateAsync({
          report_type,
          jurisdiction: adapter?.jurisdiction ?? '',
          report_data: content,
        })
        onDone()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Regulator"
          name="adapter"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        >
          {adapters.map(({ key: value, name, jurisdiction }) => (
            <option key={value} value={value}>
              {name}, {jurisdiction}
            </option>
          ))}
        </Select>
        <Select label="Report" name="report_type">
          {(adapter?.report_types ?? []).map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
      </div>
      <TextArea
        label="Content"
        name="report_data"
        rows={7}
        required
        spellCheck={false}
        defaultValue={toJson({
          entity_name: '',
          reporting_date: new Date().toISOString().slice(0, 10),
        })}
        className="font-mono text-xs"
        hint="A JSON object; the bank says which fields are missing."
      />
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Form>
  )
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
