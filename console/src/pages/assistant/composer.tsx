// Where the viewer writes to the assistant.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { conversationChat } from '../../../../sdk/client/operations.ts'
import { useWrite } from '../../bank.ts'
import { Form, Input } from '../../design/form.tsx'

const SendHorizontal = icon('send-horizontal')

/** What an answer of the assistant may have changed. */
export const CHANGES = ['conversations', 'balances', 'transactions'] as const

const EXAMPLES = ['What is my balance?', 'What did I spend this month?', 'What is GCU worth?']

export function Composer({
  conversation,
  onAnswered,
}: {
  readonly conversation: string | undefined
  readonly onAnswered: (id: string) => void
}) {
  const [message, setMessage] = useState('')
  const chat = useWrite(conversationChat, CHANGES)
  return (
    <Form
      submit={
        <>
          <SendHorizontal aria-hidden />
          Ask
        </>
      }
      onSubmit={async ({ message: text = '' }) => {
        const answer = await chat.mutateAsync({
          message: text,
          ...(conversation !== undefined && { conversation_id: conversation }),
        })
        setMessage('')
        onAnswered(answer.conversation_id)
      }}
    >
      <Input
        label="Your message"
        name="message"
        required
        maxLength={1000}
        autoComplete="off"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {conversation === undefined && (
        <div className="flex flex-wrap gap-2">
          {EXAMPLES.map((example) => (
            <button
              key={example}
              type="button"
              onClick={() => setMessage(example)}
              className="rounded-full border border-line px-3 py-1 text-sm text-soft hover:text-ink"
            >
              {example}
            </button>
          ))}
        </div>
      )}
    </Form>
  )
}
