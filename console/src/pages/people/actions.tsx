// The actions of operators on a user's access. Each has a reason, which the user reads.
import { useState } from 'react'
import {
  userConfirmEmail,
  userEndSessions,
  userReinstate,
  userResetTwoFactor,
  userSuspend,
} from '../../../../sdk/client/operations.ts'
import type { PersonDetail } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Checks, chosenOf, Form, Input } from '../../design/form.tsx'

type Action = 'address' | 'factor' | 'sessions' | 'status'

export function Actions({ person }: { readonly person: PersonDetail }) {
  const [action, setAction] = useState<Action>()
  const close = (): void => setAction(undefined)
  const isSuspended = person.status === 'suspended'
  // Operators are appointed and removed at the command line.
  const isOperator = person.roles.includes('admin')
  const word = isSuspended ? 'Reinstate' : 'Suspend'
  return (
    <>
      <Button look="plain" onClick={() => setAction('sessions')}>
        End sessions
      </Button>
      {person.email_verified_at === null && (
        <Button look="plain" onClick={() => setAction('address')}>
          Confirm address
        </Button>
      )}
      {!isOperator && person.two_factor && (
        <Button look="plain" onClick={() => setAction('factor')}>
          Remove second factor
        </Button>
      )}
      {!isOperator && (
        <Button look={isSuspended ? 'main' : 'danger'} onClick={() => setAction('status')}>
          {word}
        </Button>
      )}
      <Dialog title="End sessions" isOpen={action === 'sessions'} onClose={close}>
        <SessionsForm person={person} onDone={close} />
      </Dialog>
      <Dialog title="Confirm address" isOpen={action === 'address'} onClose={close}>
        <AddressForm person={person} onDone={close} />
      </Dialog>
      <Dialog title="Remove second factor" isOpen={action === 'factor'} onClose={close}>
        <FactorForm person={person} onDone={close} />
      </Dialog>
      <Dialog title={`${word} ${person.name}`} isOpen={action === 'status'} onClose={close}>
        <StatusForm person={person} onDone={close} />
      </Dialog>
    </>
  )
}

interface ActionProps {
  readonly person: PersonDetail
  readonly onDone: () => void
}

function AddressForm({ person, onDone }: ActionProps) {
  const confirm = useWrite(userConfirmEmail, ['people'])
  return (
    <Form
      submit="Confirm it"
      onSubmit={async () => {
        await confirm.mutateAsync({ uuid: person.uuid })
        onDone()
      }}
    >
      <p className="text-soft">
        You confirm that {person.email} belongs to {person.name}. All their access from before ends,
        and they sign in again.
      </p>
    </Form>
  )
}

function FactorForm({ person, onDone }: ActionProps) {
  const reset = useWrite(userResetTwoFactor, ['people'])
  return (
    <Form
      submit="Remove it"
      look="danger"
      onSubmit={async ({ reason = '' }) => {
        await reset.mutateAsync({ uuid: person.uuid, reason })
        onDone()
      }}
    >
      <p className="text-soft">
        {person.name} signs in with the password alone until they set it up again. Their sessions
        end, and they get a mail.
      </p>
      <Input
        label="Reason"
        name="reason"
        required
        maxLength={255}
        autoFocus
        hint="The user reads it in their events."
      />
    </Form>
  )
}

function SessionsForm({ person, onDone }: ActionProps) {
  const end = useWrite(userEndSessions, ['people'])
  return (
    <Form
      submit="End them"
      look="danger"
      onSubmit={async ({ reason = '', ...values }) => {
        const end_everything = chosenOf(values, 'also').includes('everything')
        await end.mutateAsync({ uuid: person.uuid, reason, end_everything })
        onDone()
      }}
    >
      <p className="text-soft">
        {person.name} is signed out everywhere at once and can sign in again.
      </p>
      <Input
        label="Reason"
        name="reason"
        required
        maxLength={255}
        autoFocus
        hint="The user reads it in their events."
      />
      <Checks
        label="Also end"
        name="also"
        choices={{ everything: 'API keys, connected apps, webhooks, agents, passkeys and devices' }}
        hint="This cannot be undone: they have to be set up again."
      />
    </Form>
  )
}

function StatusForm({ person, onDone }: ActionProps) {
  const isSuspended = person.status === 'suspended'
  const change = useWrite(isSuspended ? userReinstate : userSuspend, ['people'])
  return (
    <Form
      submit={isSuspended ? 'Reinstate' : 'Suspend'}
      look={isSuspended ? 'main' : 'danger'}
      onSubmit={async ({ reason = '', note = '' }) => {
        await change.mutateAsync({ uuid: person.uuid, reason, ...(note !== '' && { note }) })
        onDone()
      }}
    >
      <p className="text-soft">
        {isSuspended
          ? 'They can sign in again, and their keys and apps work as before.'
          : 'They cannot sign in, and their sessions, keys and apps stop working. Their accounts stay as they are; freeze an account to stop its payments.'}
      </p>
      <Input
        label="Reason for the user"
        name="reason"
        required
        maxLength={255}
        autoFocus
        hint={
          isSuspended ? 'They read it in their events.' : 'They read it when they try to sign in.'
        }
      />
      <Input
        label="Note for operators"
        name="note"
        maxLength={1000}
        hint="The user never sees it."
      />
    </Form>
  )
}
