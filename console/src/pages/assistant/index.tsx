// The assistant as a conversation. It moves no money by itself: it proposes a payment, and the viewer confirms amount
// and recipient, which the bank compares with the proposal that it sealed.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  conversationDelete,
  conversationGet,
  conversationList,
} from '../../../../sdk/client/operations.ts'
import type { Conversation } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { Composer } from './composer.tsx'
import { Messages } from './messages.tsx'

const MessageSquarePlus = icon('message-square-plus')
const MessagesSquare = icon('messages-square')
const Trash2 = icon('trash')

export function Page() {
  const [chosen, setChosen] = useState<string>()
  return (
    <>
      <PageHead
        title="Assistant"
        hint="Ask about your money in plain words. Nothing is sent before you confirm it."
        action={
          <Button look="plain" onClick={() => setChosen(undefined)}>
            <MessageSquarePlus aria-hidden />
            New conversation
          </Button>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Card>
          {chosen === undefined ? (
            <div className="grid gap-4">
              <Empty icon={MessagesSquare} title="What would you like to know?">
                Balances, payments, spending, rates, or “send 20 EUR to savings”.
              </Empty>
              <Composer conversation={undefined} onAnswered={setChosen} />
            </div>
          ) : (
            <Thread key={chosen} id={chosen} onAnswered={setChosen} />
          )}
        </Card>
        <ConversationsCard
          chosen={chosen}
          onChoose={setChosen}
          onDeleted={(id) => id === chosen && setChosen(undefined)}
        />
      </div>
    </>
  )
}

function Thread({
  id,
  onAnswered,
}: {
  readonly id: string
  readonly onAnswered: (id: string) => void
}) {
  const read = useRead('conversations', conversationGet, { conversationId: id })
  return (
    <div className="grid gap-5">
      <Show read={read}>
        {({ messages }) => <Messages conversation={id} messages={messages} />}
      </Show>
      <Composer conversation={id} onAnswered={onAnswered} />
    </div>
  )
}

function ConversationsCard({
  chosen,
  onChoose,
  onDeleted,
}: {
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  readonly onDeleted: (id: string) => void
}) {
  const read = useRead('conversations', conversationList, { limit: 50 })
  const remove = useWrite(conversationDelete, ['conversations'])
  const forget = (conversationId: string): void => {
    onDeleted(conversationId)
    remove.mutate({ conversationId })
  }
  return (
    <Card title="Conversations">
      {remove.error && <Problem error={remove.error} />}
      <Show read={read}>
        {(conversations) =>
          conversations.length === 0 ? (
            <p className="text-soft">None yet.</p>
          ) : (
            <ul aria-label="Conversations" className="-mx-2 grid gap-0.5">
              {conversations.map((one) => (
                <Item
                  key={one.conversation_id}
                  conversation={one}
                  isChosen={one.conversation_id === chosen}
                  onChoose={() => onChoose(one.conversation_id)}
                  onDelete={() => forget(one.conversation_id)}
                />
              ))}
            </ul>
          )
        }
      </Show>
    </Card>
  )
}

function Item({
  conversation,
  isChosen,
  onChoose,
  onDelete,
}: {
  readonly conversation: Conversation
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onDelete: () => void
}) {
  return (
    <li className={classes('flex items-center gap-1 rounded-lg', isChosen && 'bg-sunk')}>
      <button
        type="button"
        onClick={onChoose}
        aria-current={isChosen}
        className="min-w-0 flex-1 px-2 py-1.5 text-left"
      >
        <span className="block truncate font-medium">{conversation.title}</span>
        <span className="block text-xs text-soft">
          <When at={conversation.updated_at} />
        </span>
      </button>
      <Button
        look="quiet"
        size="icon"
        aria-label={`Delete ${conversation.title}`}
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
