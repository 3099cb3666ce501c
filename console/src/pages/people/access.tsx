// What gives access to a user's accounts: API keys, connected apps, passkeys and sessions. An operator revokes each after
// a review.
import { useState } from 'react'
import {
  apiKeyListOfUser,
  apiKeyRevokeOfUser,
  authSessionEndOfUser,
  grantListOfUser,
  grantRevokeOfUser,
  passkeyListOfUser,
  passkeyRemoveOfUser,
} from '../../../../sdk/client/operations.ts'
import type { ApiKey, ConnectedApp, Passkey, PersonDetail } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { icon } from '../../design/icons.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const KeyRound = icon('key-round')
const Plug = icon('plug')

const CHANGED = ['people', 'audit']

interface PersonProps {
  readonly person: PersonDetail
}

const End = ({
  word,
  what,
  onPress,
}: {
  readonly word: string
  readonly what: string
  readonly onPress: () => void
}) => (
  <Button look="plain" size="small" onClick={onPress}>
    {word}
    <span className="sr-only"> {what}</span>
  </Button>
)

export function Keys({ person }: PersonProps) {
  const [page, setPage] = useState(1)
  const [ended, setEnded] = useState<ApiKey>()
  const read = useRead('people', apiKeyListOfUser, { uuid: person.uuid, page, per_page: 10 })
  const revoke = useWrite(apiKeyRevokeOfUser, CHANGED)
  return (
    <Card title="API keys" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={KeyRound} title="They have no API key" />
          ) : (
            <>
              <Table
                label="API keys"
                rows={data}
                keyOf={({ uuid }) => uuid}
                columns={keyColumns(setEnded)}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <Review
        title="Revoke the API key"
        of={ended}
        facts={(key) => [
          ['Key', key.name],
          ['User', person.name],
          ['May', key.permissions.join(', ')],
          ['Last used', <When key="used" at={key.last_used_at} />],
        ]}
        effect="Programs with this key stop working at once. It cannot be undone; the user can make a new key."
        submit="Revoke"
        done="The API key is revoked."
        onConfirm={(key) => revoke.mutateAsync({ uuid: person.uuid, id: key.uuid })}
        onClose={() => setEnded(undefined)}
      />
    </Card>
  )
}

const keyColumns = (onEnd: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    name: 'Key',
    isSilent: true,
    show: ({ name, key_prefix, environment }) => (
      <span className="min-w-0">
        <span className="font-medium break-words">{name}</span>
        <span className="block text-sm text-soft">
          <span className="font-mono">{key_prefix}…</span>, {environment}
        </span>
      </span>
    ),
  },
  { name: 'Permissions', show: ({ permissions }) => permissions.join(', ') },
  { name: 'Last used', show: ({ last_used_at }) => <When at={last_used_at} /> },
  {
    name: 'State',
    isRight: true,
    show: (key) =>
      key.is_active ? (
        <End word="Revoke" what={key.name} onPress={() => onEnd(key)} />
      ) : (
        <Badge word="inactive" />
      ),
  },
]

export function Programs({ person }: PersonProps) {
  const [page, setPage] = useState(1)
  const [ended, setEnded] = useState<ConnectedApp>()
  const read = useRead('people', grantListOfUser, { uuid: person.uuid, page, per_page: 10 })
  const revoke = useWrite(grantRevokeOfUser, CHANGED)
  return (
    <Card title="Connected apps" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Plug} title="No connected apps" />
          ) : (
            <>
              <Table
                label="Connected apps"
                rows={data}
                keyOf={({ uuid }) => uuid}
                columns={programColumns(setEnded)}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <Review
        title="Disconnect the app"
        of={ended}
        facts={(app) => [
          ['App', app.client_name],
          ['User', person.name],
          ['May', app.scopes.join(', ')],
          ['Last used', <When key="used" at={app.last_used_at} />],
        ]}
        effect="Its access ends at once. The user can connect it again."
        submit="Disconnect"
        done="The app is disconnected."
        onConfirm={(app) => revoke.mutateAsync({ uuid: person.uuid, grant_id: app.uuid })}
        onClose={() => setEnded(undefined)}
      />
    </Card>
  )
}

const programColumns = (onEnd: (app: ConnectedApp) => void): readonly Column<ConnectedApp>[] => [
  {
    name: 'App',
    isSilent: true,
    show: ({ client_name, scopes }) => (
      <span className="min-w-0">
        <span className="font-medium break-words">{client_name}</span>
        <span className="block text-sm break-words text-soft">{scopes.join(', ')}</span>
      </span>
    ),
  },
  { name: 'Since', show: ({ created_at }) => <When at={created_at} isDay /> },
  { name: 'Last used', show: ({ last_used_at }) => <When at={last_used_at} /> },
  {
    name: 'End',
    isRight: true,
    isSilent: true,
    show: (app) => <End word="Disconnect" what={app.client_name} onPress={() => onEnd(app)} />,
  },
]

export function Passkeys({ person }: PersonProps) {
  const [ended, setEnded] = useState<Passkey>()
  const read = useRead('people', passkeyListOfUser, { uuid: person.uuid })
  const remove = useWrite(passkeyRemoveOfUser, CHANGED)
  return (
    <Card title="Passkeys" isFlush>
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={KeyRound} title="They have no passkey" />
          ) : (
            <Table
              label="Passkeys"
              rows={data}
              keyOf={({ id }) => id}
              columns={passkeyColumns(setEnded)}
            />
          )
        }
      </Show>
      <Review
        title="Remove the passkey"
        of={ended}
        facts={(passkey) => [
          ['Passkey', passkey.name],
          ['User', person.name],
          ['Since', <When key="since" at={passkey.created_at} isDay />],
          ['Last used', <When key="used" at={passkey.last_used_at} />],
        ]}
        effect="The user can no longer sign in with it. The password and other passkeys still work, and sessions stay."
        submit="Remove"
        done="The passkey is removed."
        onConfirm={({ id }) => remove.mutateAsync({ uuid: person.uuid, id })}
        onClose={() => setEnded(undefined)}
      />
    </Card>
  )
}

const passkeyColumns = (onEnd: (passkey: Passkey) => void): readonly Column<Passkey>[] => [
  {
    name: 'Passkey',
    isSilent: true,
    show: ({ name }) => <span className="font-medium break-words">{name}</span>,
  },
  { name: 'Since', show: ({ created_at }) => <When at={created_at} isDay /> },
  { name: 'Last used', show: ({ last_used_at }) => <When at={last_used_at} /> },
  {
    name: 'End',
    isRight: true,
    isSilent: true,
    show: (passkey) => <End word="Remove" what={passkey.name} onPress={() => onEnd(passkey)} />,
  },
]

type Session = PersonDetail['sessions'][number]

export function Sessions({ person }: PersonProps) {
  const [ended, setEnded] = useState<Session>()
  const end = useWrite(authSessionEndOfUser, CHANGED)
  return (
    <Card title="Sessions">
      {person.sessions.length === 0 ? (
        <p className="text-soft">They are signed in nowhere.</p>
      ) : (
        <ul aria-label="Sessions" className="grid gap-2">
          {person.sessions.map((session) => (
            <li key={session.id} className="flex items-center justify-between gap-3">
              <span>
                <When at={session.started_at} />
                <span className="block text-sm text-soft">
                  until <When at={session.expires_at} isDay /> at the latest
                </span>
              </span>
              <End word="End" what="the session" onPress={() => setEnded(session)} />
            </li>
          ))}
        </ul>
      )}
      <Review
        title="End the session"
        of={ended}
        facts={({ started_at, expires_at }) => [
          ['User', person.name],
          ['Signed in', <When key="in" at={started_at} />],
          ['Until', <When key="until" at={expires_at} />],
        ]}
        effect="The user is signed out there at once and can sign in again."
        submit="End the session"
        done="The session has ended."
        onConfirm={({ id }) => end.mutateAsync({ uuid: person.uuid, id })}
        onClose={() => setEnded(undefined)}
      />
    </Card>
  )
}
