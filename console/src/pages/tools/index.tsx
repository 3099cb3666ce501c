// The tools that connected apps call for users; an operator switches each off and on for all users.
import { toolCallList, toolList, toolSetEnabled } from '../../../../sdk/client/operations.ts'
import type { ToolCall, ToolState } from '../../../../sdk/client/types.ts'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, Input } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const Wrench = icon('wrench')

export function Page() {
  const read = useRead('tools', toolList, {})
  const [changed, setChanged] = useState<ToolState>()
  const close = (): void => setChanged(undefined)
  return (
    <>
      <PageHead title="Tools" hint="A switch takes effect at once, for all connected apps." />
      <div className="grid gap-5">
        <Card isFlush>
          <Show read={read}>
            {({ data }) => (
              <Table
                label="Tools"
                rows={data}
                keyOf={({ name }) => name}
                columns={columns(setChanged)}
              />
            )}
          </Show>
        </Card>
        <CallsCard />
      </div>
      <Dialog
        title={`Switch ${changed?.title ?? ''} ${changed?.enabled === true ? 'off' : 'on'}`}
        isOpen={changed !== undefined}
        onClose={close}
      >
        {changed && <SwitchForm tool={changed} onDone={close} />}
      </Dialog>
    </>
  )
}

const columns = (onChange: (tool: ToolState) => void): readonly Column<ToolState>[] => [
  {
    name: 'Tool',
    isSilent: true,
    show: ({ name, title }) => (
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block font-mono text-sm text-soft">{name}</span>
      </span>
    ),
  },
  { name: 'Scope', show: ({ scope }) => scope ?? 'none' },
  {
    name: 'State',
    show: ({ enabled }) => <Badge word={enabled ? 'on' : 'off'} tone={enabled ? 'good' : 'bad'} />,
  },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (tool) => (
      <Button look="plain" size="small" onClick={() => onChange(tool)}>
        Switch {tool.enabled ? 'off' : 'on'}
        <span className="sr-only"> {tool.title}</span>
      </Button>
    ),
  },
]

function SwitchForm({ tool, onDone }: { readonly tool: ToolState; readonly onDone: () => void }) {
  const change = useWrite(toolSetEnabled, ['tools'])
  return (
    <Form
      submit={tool.enabled ? 'Switch off' : 'Switch on'}
      look={tool.enabled ? 'danger' : 'main'}
      onSubmit={async ({ reason = '' }) => {
        await change.mutateAsync({
          tool: tool.name,
          enabled: !tool.enabled,
          ...(reason !== '' && { reason }),
        })
        onDone()
      }}
    >
      <Input label="Reason" name="reason" maxLength={255} autoFocus />
    </Form>
  )
}

function CallsCard() {
  const [page, setPage] = useState(1)
  const read = useRead('tool-calls', toolCallList, { page, per_page: 20 })
  return (
    <Card title="Calls for you" hint="What connected apps did for you." isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Wrench} title="No app has called a tool for you" />
          ) : (
            <>
              <Table label="Calls" rows={data} keyOf={({ id }) => id} columns={callColumns} />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const callColumns: readonly Column<ToolCall>[] = [
  {
    name: 'Call',
    isSilent: true,
    show: ({ tool, client_name }) => (
      <span>
        <span className="block font-medium">{tool}</span>
        <span className="block text-sm text-soft">by {client_name}</span>
      </span>
    ),
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Request',
    show: ({ request_id }) => <span className="font-mono text-xs break-all">{request_id}</span>,
  },
  {
    name: 'Result',
    isRight: true,
    show: ({ result, error_code }) => (
      <Badge
        word={error_code ?? result}
        tone={result === 'success' || result === 'replayed' ? 'good' : 'bad'}
      />
    ),
  },
]
