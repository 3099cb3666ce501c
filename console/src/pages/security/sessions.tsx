// Where the viewer is signed in: each session with its browser and address, this one marked; the others can be ended.
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
import { Problem, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

export function SessionsCard() {
  const read = useRead('sessions', authSessionList, { per_page: 50 })
  const end = useWrite(authSessionEnd, ['sessions'])
  const endOthers = useWrite(authSessionEndOthers, ['sessions'])
  const error = end.error ?? endOthers.error
  const others = (read.data?.meta.total ?? 1) - 1
  return (
    <Card
      title="Where you are signed in"
      hint="If you do not recognize a session, end it and change your password."
      isFlush
      className="mt-5"
      action={
        others > 0 && (
          <Button
            look="danger"
            size="small"
            isWaiting={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            End all other sessions
          </Button>
        )
      }
    >
      {error && <Problem error={error} />}
      <Show read={read}>
        {({ data }) => (
          <Table
            label="Sessions"
            rows={data}
            keyOf={({ id }) => id}
            columns={sessionColumns((id) => end.mutate({ id }), end.isPending)}
          />
        )}
      </Show>
    </Card>
  )
}

const sessionColumns = (
  onEnd: (id: string) => void,
  isBusy: boolean,
): readonly Column<SignInSession>[] => [
  {
    name: 'Session',
    isSilent: true,
    show: ({ device, ip_address, is_current }) => (
      <span>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {device === 'unknown' ? 'Unknown client' : device}
          {is_current && <Badge word="this session" tone="good" />}
        </span>
        <span className="block text-sm text-soft">{ip_address ?? 'unknown address'}</span>
      </span>
    ),
  },
  { name: 'Signed in', show: ({ signed_in_at }) => <When at={signed_in_at} /> },
  {
    name: 'Last used',
    show: ({ last_used_at, signed_in_at }) => <When at={last_used_at ?? signed_in_at} />,
  },
  {
    name: 'End',
    isRight: true,
    isSilent: true,
    show: ({ id, device, ip_address, signed_in_at, is_current }) =>
      !is_current && (
        <Button look="danger" size="small" disabled={isBusy} onClick={() => onEnd(id)}>
          End
          <span className="sr-only">
            {' '}
            the session of {device} from {ip_address ?? 'an unknown address'},{' '}
            <When at={signed_in_at} />
          </span>
        </Button>
      ),
  },
]
