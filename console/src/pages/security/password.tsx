// Changing the password, and ending every session.
import { useState } from 'react'
import { authLogoutAll } from '../../../../sdk/client/operations.ts'
import { callConsole, useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Review } from '../../design/review.tsx'
import { leave, useUser } from '../../session.ts'

/** The bank ends all other sessions with the change. */
export function PasswordCard() {
  const [message, setMessage] = useState<string>()
  return (
    <Card title="Password">
      <Form
        submit="Change the password"
        onSubmit={async (values) => {
          setMessage(undefined)
          const path = 'session/password'
          setMessage((await callConsole<{ message: string }>('POST', path, values)).message)
        }}
      >
        <Input
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={255}
        />
        <Input
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={255}
          hint="This signs you out everywhere else."
        />
        {message !== undefined && (
          <p role="status" className="rise rounded-lg bg-good-bg px-4 py-3 text-good">
            {message}
          </p>
        )}
      </Form>
    </Card>
  )
}

export function SignOutCard() {
  const user = useUser()
  const end = useWrite(authLogoutAll)
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title="Sign out everywhere">
      <div className="grid justify-items-start gap-3">
        <p className="text-soft">
          Ends your sessions on all devices, including this one. API keys and connected apps keep
          their access.
        </p>
        <Button look="danger" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
        <Review
          title="Sign out everywhere"
          of={isAsking ? user : undefined}
          facts={({ name, email }) => [
            ['User', name],
            ['E-mail', email],
          ]}
          effect="All your sessions end at once, including this one. They are listed below with their last use."
          submit="End all sessions"
          done="You are signed out."
          onConfirm={async () => {
            await end.mutateAsync({})
            await leave()
          }}
          onClose={() => setAsking(false)}
        />
      </div>
    </Card>
  )
}
