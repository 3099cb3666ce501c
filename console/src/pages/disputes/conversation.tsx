// What the bank and one party write to each other about a dispute.
import { useState } from 'react'
import { disputeAsk, disputeSendMessage } from '../../../../sdk/client/operations.ts'
import type { DisputeDetails } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Form, TextArea } from '../../design/form.tsx'
import { Segments } from '../../design/segments.tsx'
import { When } from '../../design/time.tsx'
import { AFTER_DISPUTE } from './words.ts'

type Message = DisputeDetails['messages'][number]
type Thread = Message['thread']

interface ConversationProps {
  readonly dispute: DisputeDetails
  readonly thread: Thread
}

const TITLES = { payer: 'Messages with the payer', receiver: 'Messages with the receiver' } as const

export function Conversation({ dispute, thread }: ConversationProps) {
  const isOperator = dispute.role === 'operator'
  const messages = dispute.messages.filter((message) => message.thread === thread)
  const title = isOperator ? TITLES[thread] : 'Messages with the bank'
  const hint =
    isOperator && thread === 'receiver' && dispute.case?.receiver_knows === false
      ? 'The receiver does not know of the dispute. Your first message tells them.'
      : undefined
  return (
    <Card title={title} {...(hint !== undefined && { hint })}>
      {messages.length === 0 ? (
        <p className="mb-4 text-soft">Nothing was written yet.</p>
      ) : (
        <ul aria-label={title} className="mb-4 grid gap-3">
          {messages.map((message) => (
            <Line key={message.uuid} message={message} isOwn={isByViewer(message, dispute)} />
          ))}
        </ul>
      )}
      {dispute.actions.includes('message') && <Writing dispute={dispute} thread={thread} />}
    </Card>
  )
}

const isByViewer = ({ from }: Message, { role }: DisputeDetails): boolean =>
  role === 'operator' ? from === 'bank' : from === role

const AUTHORS = { payer: 'The payer', receiver: 'The receiver', bank: 'The bank' } as const

function Line({ message, isOwn }: { readonly message: Message; readonly isOwn: boolean }) {
  return (
    <li
      className={classes(
        'max-w-[85%] rounded-2xl px-4 py-2.5',
        isOwn ? 'justify-self-end bg-accent-bg' : 'justify-self-start bg-sunk',
      )}
    >
      <p className="wrap-anywhere">{message.text}</p>
      <p className="mt-1 text-xs text-soft">
        {isOwn && message.from !== 'bank' ? 'You' : AUTHORS[message.from]},{' '}
        <When at={message.created_at} />
      </p>
    </li>
  )
}

const KINDS = { message: 'Message', question: 'Question with a deadline' } as const

function Writing({ dispute, thread }: ConversationProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>('message')
  const [count, setCount] = useState(0)
  const write = useWrite(disputeSendMessage, AFTER_DISPUTE)
  const ask = useWrite(disputeAsk, AFTER_DISPUTE)
  const mayAsk = thread === 'payer' && dispute.actions.includes('ask')
  const isQuestion = mayAsk && kind === 'question'
  const send = async (text: string): Promise<void> => {
    const id = dispute.uuid
    if (isQuestion) await ask.mutateAsync({ id, question: text })
    else await write.mutateAsync({ id, text, ...(dispute.role === 'operator' && { to: thread }) })
    // An empty form for the next message.
    setCount(count + 1)
  }
  const label = dispute.role === 'operator' ? `To the ${thread}` : 'To the bank'
  return (
    <Form
      key={count}
      submit={isQuestion ? 'Ask' : 'Send'}
      onSubmit={({ text = '' }) => send(text.replaceAll(/\s+/g, ' '))}
    >
      {mayAsk && (
        <div>
          <Segments label="Kind of message" choices={KINDS} chosen={kind} onChoose={setKind} />
        </div>
      )}
      <TextArea label={label} name="text" rows={2} required maxLength={1000} />
    </Form>
  )
}
