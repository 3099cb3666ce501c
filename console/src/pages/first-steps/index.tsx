// The first five minutes of a developer: snippets that carry the reader's own ids, so that they run as they are.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import type { ReactNode } from 'react'
import { useAccounts } from '../../accounts.ts'
import { buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code } from '../../design/code.tsx'
import { PageHead, ReferenceLink } from '../../design/page.tsx'
import { Show } from '../../design/state.tsx'
import { FirstCall } from './first-call.tsx'
import { snippets } from './snippets.ts'

const BookOpen = icon('book-open')
const KeyRound = icon('key-round')
const Waypoints = icon('waypoints')

export function Page() {
  const accounts = useAccounts()
  return (
    <>
      <PageHead
        title="First five minutes"
        hint="From a key to a payment, with your own ids already filled in."
        action={
          <>
            <a href="/api/docs" className={buttonStyle({ look: 'plain' })}>
              <BookOpen aria-hidden />
              Reference
            </a>
            <a href="/api/graphql-playground" className={buttonStyle({ look: 'plain' })}>
              <Waypoints aria-hidden />
              GraphQL playground
            </a>
          </>
        }
      />
      <FirstCall />
      <Show read={accounts}>
        {(data) => {
          const [first, second] = data
          const { curl, typescript } = snippets({
            url: location.origin,
            account: first?.uuid,
            other: second?.uuid,
          })
          return (
            <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <Step
                number={1}
                title="Make a key"
                about="It authenticates the calls below, which need Read and Write."
              >
                <div className="grid gap-3">
                  <Link
                    to="/keys"
                    search={{ create: 'write' }}
                    className={buttonStyle({ className: 'justify-self-start' })}
                  >
                    <KeyRound aria-hidden />
                    Create a key
                  </Link>
                  <Code label="Keep the key in a variable" text={curl.key} />
                </div>
              </Step>
              <Step
                number={2}
                title="Read your accounts"
                reference="operations/account.list"
                about={
                  first === undefined
                    ? 'You have none yet; this lists them.'
                    : `The first is ${first.name}.`
                }
              >
                <Code label="Read your accounts" text={curl.accounts} />
              </Step>
              <Step
                number={3}
                reference="operations/account.deposit"
                title="Add funds"
                about={
                  first === undefined
                    ? 'Opens an account first. In the sandbox every user may deposit.'
                    : 'In the sandbox every user may deposit.'
                }
              >
                <Code label="Deposit" text={curl.deposit} />
              </Step>
              <Step
                number={4}
                title="Pay"
                reference="operations/transfer.create"
                about="The idempotency key makes sure that a repeated call pays once."
              >
                <Code label="Pay" text={curl.transfer} />
              </Step>
              <Step
                number={5}
                title="Follow events"
                reference="operations/event.stream"
                about="Or have the bank call your server, by a webhook."
              >
                <Code label="Follow events" text={curl.events} />
              </Step>
              <Step
                number={6}
                title="The same in TypeScript"
                about="The SDK retries safely, and has a type for every call."
              >
                <Code label="TypeScript" text={typescript} />
              </Step>
            </ol>
          )
        }}
      </Show>
    </>
  )
}

function Step({
  number,
  title,
  about,
  reference,
  children,
}: {
  readonly number: number
  readonly title: string
  readonly about: string
  readonly reference?: string
  readonly children: ReactNode
}) {
  return (
    <li>
      <Card
        title={`${number}. ${title}`}
        hint={about}
        action={reference !== undefined && <ReferenceLink reference={reference} />}
      >
        {children}
      </Card>
    </li>
  )
}
