// Where the viewer is signed in: each session with its browser and address, this one marked; the others can be ended.
import { useState } from 'react'
import {
  authSessionEnd,
  authSessionEndOthers,
  authSessionList,
} from '../../../../sdk/client/operations.ts'
import type { SignInSession } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Review } from '../../design/review.tsx'
import { Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

export function SessionsCard() {
  const read = useRead('sessions', authSessionList, { per_page: 50 })
  const end = useWrite(authSessionEnd, ['sessions'])
  const endOthers = useWrite(authSessionEndOthers, ['sessions'])
  const [ended, setEnded] = useState<SignInSession>()
  const [isEndingOthers, setEndingOthers] = useState(false)
  const others = (read.data?.meta.total ?? 1) - 1
  return (
    <Card
      title="Where you are signed in"
      hint="If you do not recognize a session, end it and change your password."
      isFlush
      className="mt-5"
      action={
        others > 0 && (
          <Button look="danger" size="small" onClick={() => setEndingOthers(true)}>
            End all other sessions
          </Button>
        )
      }
    >
      <Show read={read}>
        {({ data }) => (
          <Table
            label="Sessions"
            rows={data}
            keyOf={({ id }) => id}
            columns={sessionColumns(setEnded)}
          />
        )}
      </Show>
      <Review
        title="End a session"
        of={ended}
        facts={(session) => [
          ['Session', nameOf(session)],
          ['Address', session.ip_address ?? 'unknown'],
          ['Last used', <LastUsed key="used" session={session} />],
        ]}
        effect="That browser or program is signed out at once."
        submit="End the session"
        done="The session has ended."
        onConfirm={({ id }) => end.mutateAsync({ id })}
        onClose={() => setEnded(undefined)}
      />
      <Review
        title="End all other sessions"
        of={isEndingOthers ? read.data?.data : undefined}
        facts={(sessions) =>
          sessions
            .filter(({ is_current }) => !is_current)
            .map((session) => [nameOf(session), <LastUsed key="used" session={session} />])
        }
        effect={`${others === 1 ? 'This session is' : `All ${others} are`} signed out at once. The times are when each was last used.`}
        submit="End them"
        done="All other sessions have ended."
        onConfirm={() => endOthers.mutateAsync({})}
        onClose={() => setEndingOthers(false)}
      />
    </Card>
  )
}

const nameOf = ({ device }: SignInSession): string =>
  device === 'unknown' ? 'Unknown client' : device

const LastUsed = ({ session }: { readonly session: SignInSession }) => (
  <When at={session.last_used_at ?? session.signed_in_at} />
)

const sessionColumns = (
  onEnd: (session: SignInSession) => void,
): readonly Column<SignInSession>[] => [
  {
    name: 'Session',
    isSilent: true,
    show: (session) => (
      <span>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {nameOf(session)}
          {session.is_current && <Badge word="this session" tone="good" />}
        </span>
        <span className="block text-sm text-soft">{session.ip_address ?? 'unknown address'}</span>
      </span>
    ),
  },
  { name: 'Signed in', show: ({ signed_in_at }) => <When at={signed_in_at} /> },
  {
    name: 'Last used',
    show: (session) => <LastUsed session={session} />,
  },
  {
    name: 'End',
    isRight: true,
    isSilent: true,
    show: (session) =>
      !session.is_current && (
        <Button look="danger" size="small" onClick={() => onEnd(session)}>
          End
          <span className="sr-only">
            {' '}
            the session of {session.device} from {session.ip_address ?? 'an unknown address'},{' '}
            <When at={session.signed_in_at} />
          </span>
        </Button>
      ),
  },
]
