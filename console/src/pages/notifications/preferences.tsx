// Which notifications are pushed to the viewer's phones, and which are mailed.
import {
  notificationPreferencesGet,
  notificationPreferencesUpdate,
} from '../../../../sdk/client/operations.ts'
import type { NotificationPreferences } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Form } from '../../design/form.tsx'
import { Show } from '../../design/state.tsx'
import { toast } from '../../design/toast.tsx'

type Topic = keyof NotificationPreferences

const TOPICS: Readonly<Record<Topic, string>> = {
  transaction_received: 'Money received',
  transaction_sent: 'Money sent, or not sent',
  low_balance: 'Low balance',
  security_login: 'Sign-ins',
  security_device: 'New devices',
  system_update: 'Passwords, passkeys and other changes',
  marketing: 'Offers',
}

const WAYS = { push_enabled: 'Push', email_enabled: 'E-mail' } as const

export function PreferencesCard() {
  const read = useRead('preferences', notificationPreferencesGet, {})
  return (
    <Card title="How you are told" hint="All of them are in the list as well">
      <Show read={read}>{({ data }) => <Preferences chosen={data} />}</Show>
    </Card>
  )
}

function Preferences({ chosen }: { readonly chosen: NotificationPreferences }) {
  const update = useWrite(notificationPreferencesUpdate, ['preferences', 'notices'])
  const topics = Object.keys(TOPICS) as Topic[]
  return (
    <Form
      submit="Save"
      onSubmit={async (values) => {
        const channels = topics.map((topic) => [
          topic,
          {
            push_enabled: `${topic}.push_enabled` in values,
            email_enabled: `${topic}.email_enabled` in values,
          },
        ])
        await update.mutateAsync(Object.fromEntries(channels))
        toast('Your choice is saved.')
      }}
    >
      <table className="w-full text-left" aria-label="Preferences">
        <thead className="text-xs text-soft">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 font-medium">
              About
            </th>
            {Object.values(WAYS).map((word) => (
              <th
                key={word}
                scope="col"
                className="px-2 py-2 text-center font-medium whitespace-nowrap"
              >
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <tr key={topic} className="border-b border-line last:border-0">
              <th scope="row" className="py-2.5 font-normal">
                {TOPICS[topic]}
              </th>
              {Object.entries(WAYS).map(([way, word]) => (
                <td key={way} className="px-2 text-center">
                  <input
                    type="checkbox"
                    name={`${topic}.${way}`}
                    aria-label={`${TOPICS[topic]}: ${word}`}
                    defaultChecked={chosen[topic][way as keyof typeof WAYS]}
                    className="size-4 accent-accent"
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Form>
  )
}
