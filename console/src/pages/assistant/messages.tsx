// The messages of a conversation. A proposal to send money has a button that confirms it; every answer can be rated.
import { icon } from '../../design/icons.tsx'
import { useEffect, useRef } from 'react'
import { conversationChat, conversationRate } from '../../../../sdk/client/operations.ts'
import type { ChatMessage } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Problem } from '../../design/state.tsx'
import { CHANGES } from './composer.tsx'

const Bot = icon('bot')
const ThumbsDown = icon('thumbs-down')
const ThumbsUp = icon('thumbs-up')

interface MessagesProps {
  readonly conversation: string
  readonly messages: readonly ChatMessage[]
}

export function Messages({ conversation, messages }: MessagesProps) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [messages.length])
  return (
    <div>
      <ol aria-label="Conversation" aria-live="polite" className="grid gap-4">
        {messages.map((message, index) => (
          <li key={message.message_id} className="min-w-0">
            {message.role === 'user' ? (
              <p className="ml-auto w-fit max-w-[85%] rounded-2xl rounded-br-sm bg-accent px-4 py-2 break-words text-on-accent">
                {message.content}
              </p>
            ) : (
              <Answer
                conversation={conversation}
                message={message}
                isLast={index === messages.length - 1}
              />
            )}
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

/** The confirmation that the bank expects, verbatim. It moves nothing unless the bank has sealed such a proposal. */
const phraseOf = (content: string): string | undefined =>
  /^confirm \S+ \S+ to .+$/m.exec(content)?.[0]

function Answer({
  conversation,
  message,
  isLast,
}: {
  readonly conversation: string
  readonly message: ChatMessage
  readonly isLast: boolean
}) {
  const confirm = useWrite(conversationChat, CHANGES)
  const phrase = isLast ? phraseOf(message.content) : undefined
  return (
    <div className="flex gap-3">
      <span className="mt-1 grid size-8 shrink-0 place-items-center rounded-full bg-accent-bg text-accent">
        <Bot className="size-4" aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="w-fit max-w-full rounded-2xl rounded-tl-sm bg-sunk px-4 py-2 break-words whitespace-pre-wrap">
          <span className="sr-only">The assistant: </span>
          {message.content}
        </p>
        {phrase !== undefined && (
          <div className="grid justify-items-start gap-2 rounded-lg border border-gold bg-gold-bg p-3">
            <p className="text-sm text-gold">Check the amount and the recipient.</p>
            <Button
              isWaiting={confirm.isPending}
              onClick={() => confirm.mutate({ conversation_id: conversation, message: phrase })}
              className="h-auto min-h-10 whitespace-normal"
            >
              {phrase.charAt(0).toUpperCase() + phrase.slice(1)}
            </Button>
          </div>
        )}
        {confirm.error && <Problem error={confirm.error} />}
        <Rating message={message} />
      </div>
    </div>
  )
}

const RATINGS = [
  { rating: 5, words: 'This helped', icon: ThumbsUp },
  { rating: 1, words: 'This did not help', icon: ThumbsDown },
] as const

/** As much of an answer as distinguishes it from the others. */
const BEGINNING = 60

function Rating({ message }: { readonly message: ChatMessage }) {
  const rate = useWrite(conversationRate, ['conversations'])
  const about = message.content.slice(0, BEGINNING)
  return (
    <div className="flex flex-wrap items-center gap-1">
      {RATINGS.map(({ rating, words, icon: Icon }) => (
        <Button
          key={rating}
          look="quiet"
          size="icon"
          aria-label={`${words}: ${about}`}
          aria-pressed={message.rating === rating}
          disabled={rate.isPending}
          onClick={() => rate.mutate({ message_id: message.message_id, rating })}
          className={classes('size-7', message.rating === rating ? 'text-accent' : 'text-soft')}
        >
          <Icon aria-hidden />
        </Button>
      ))}
      {message.tools_used.length > 0 && (
        <span className="text-xs text-soft">read: {message.tools_used.join(', ')}</span>
      )}
      {rate.error && <Problem error={rate.error} />}
    </div>
  )
}
