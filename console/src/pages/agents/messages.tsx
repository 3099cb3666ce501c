// The messages of an agent, newest first. The bank marks a listed message as delivered.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  agentMessageAcknowledge,
  agentMessageList,
  agentMessageSend,
} from '../../../../sdk/client/operations.ts'
import type { AgentMessage } from '../../../../sdk/client/types.ts'
import { shorten } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code, toJson } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, Input, TextArea } from '../../design/form.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

const Mail = icon('mail')

const BOXES = { all: 'All', inbox: 'Received', outbox: 'Sent' } as const

export function MessagesCard({ did }: { readonly did: string }) {
  const [type, setType] = useState<keyof typeof BOXES>('all')
  const [isOpen, setOpen] = useState(false)
  const read = useRead('agent-messages', agentMessageList, { did, type, limit: 50 })
  const acknowledge = useWrite(agentMessageAcknowledge, ['agent-messages'])
  return (
    <Card
      title="Messages"
      action={
        <div className="flex flex-wrap gap-2">
          <Segments label="Direction" choices={BOXES} chosen={type} onChoose={setType} />
          <Button look="plain" size="small" onClick={() => setOpen(true)}>
            Write
          </Button>
        </div>
      }
    >
      {acknowledge.error && <Problem error={acknowledge.error} />}
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Mail} title="No messages">
              Agents write to each other by their DIDs.
            </Empty>
          ) : (
            <ul aria-label="Messages" className="grid">
              {data.map((message) => (
                <Message
                  key={message.message_id}
                  message={message}
                  did={did}
                  onAcknowledge={() => acknowledge.mutate({ did, message_id: message.message_id })}
                />
              ))}
            </ul>
          )
        }
      </Show>
      <Dialog title="Write to an agent" isOpen={isOpen} onClose={() => setOpen(false)}>
        <MessageForm did={did} onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function Message({
  message,
  did,
  onAcknowledge,
}: {
  readonly message: AgentMessage
  readonly did: string
  readonly onAcknowledge: () => void
}) {
  const isSent = message.from_agent_did === did
  const other = isSent ? message.to_agent_did : message.from_agent_did
  const waits = !isSent && message.requires_acknowledgment && message.acknowledged_at === null
  return (
    <li className="grid min-w-0 gap-2 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <span className="text-soft">{isSent ? 'to ' : 'from '}</span>
          <span className="font-mono text-sm" title={other}>
            {shorten(other)}
          </span>
        </span>
        <span className="flex items-baseline gap-3 text-sm text-soft">
          <When at={message.sent_at} />
          <Badge word={message.status} />
        </span>
      </p>
      <Code
        label={`Message ${message.message_id}`}
        text={toJson(message.payload)}
        canCopy={false}
      />
      {waits && (
        <div>
          <Button look="plain" size="small" onClick={onAcknowledge}>
            Acknowledge
          </Button>
        </div>
      )}
    </li>
  )
}

function MessageForm({ did, onDone }: { readonly did: string; readonly onDone: () => void }) {
  const send = useWrite(agentMessageSend, ['agent-messages'])
  return (
    <Form
      submit="Send"
      onSubmit={async ({ to = '', text = '' }) => {
        await send.mutateAsync({
          did,
          to_agent_did: to,
          message_type: 'direct',
          payload: { text },
        })
        onDone()
      }}
    >
      <Input label="To" name="to" required placeholder="did:…" autoFocus />
      <TextArea label="Message" name="text" rows={3} required maxLength={4000} />
    </Form>
  )
}
