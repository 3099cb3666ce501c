// The button that loads the demo data, its progress, and afterwards the users to sign in as. The bank does the work, so it
// goes on while this is closed.
import { useState } from 'react'
import { people } from '../../../demo/people.ts'
import { demoGet, demoLoad } from '../../../sdk/client/operations.ts'
import type { DemoLoad } from '../../../sdk/client/types.ts'
import { useRead, useWrite } from '../bank.ts'
import { Button } from '../design/button.tsx'
import { icon } from '../design/icons.tsx'
import { Problem, Show } from '../design/state.tsx'
import { changePerson } from '../session.ts'

const CircleAlert = icon('circle-alert')
const Sparkles = icon('sparkles')

const AGAIN_MS = 500

export function LoadDemo({ look = 'main' }: { readonly look?: 'main' | 'plain' }) {
  const load = useRead('demo', demoGet, {}, (answer) =>
    answer?.data.status === 'loading' ? AGAIN_MS : false,
  )
  const start = useWrite(demoLoad, ['demo'])
  return (
    <div className="grid gap-3" aria-live="polite">
      {start.error && <Problem error={start.error} />}
      <Show read={load}>
        {({ data }) => (
          <>
            <State load={data} />
            {(data.status === 'available' || data.status === 'interrupted') && (
              <Button look={look} isWaiting={start.isPending} onClick={() => start.mutate({})}>
                <Sparkles aria-hidden />
                {data.status === 'interrupted' ? 'Continue' : 'Load demo data'}
              </Button>
            )}
          </>
        )}
      </Show>
    </div>
  )
}

function State({ load: { status, step, steps, title, reason } }: { readonly load: DemoLoad }) {
  if (status === 'loaded') return <People />
  if (status === 'unavailable') return <p className="text-sm text-soft">{reason}</p>
  if (status === 'interrupted')
    return (
      <p role="alert" className="flex gap-3 rounded-lg bg-bad-bg px-4 py-3 text-bad">
        <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
        {reason}
      </p>
    )
  if (status === 'available') return null
  return (
    <div className="grid gap-1.5">
      <progress
        aria-label="Loading the demo data"
        className="progress"
        max={Math.max(steps, 1)}
        value={step}
      />
      <p className="text-sm text-soft">{title} …</p>
    </div>
  )
}

function People() {
  const [chosen, setChosen] = useState<string>()
  const [error, setError] = useState<unknown>(null)
  const signIn = async (email: string, password: string): Promise<void> => {
    setChosen(email)
    setError(null)
    try {
      await changePerson({ email, password })
    } catch (problem) {
      setError(problem)
      setChosen(undefined)
    }
  }
  return (
    <div className="grid gap-2">
      <p className="font-medium">Ready. Look around as one of them:</p>
      {error !== null && <Problem error={error} />}
      <ul className="grid">
        {people.map(({ name, email, password, about }) => (
          <li
            key={email}
            className="flex items-center justify-between gap-3 border-t border-line py-2"
          >
            <p className="min-w-0 text-sm text-soft">
              <span className="block font-medium text-ink">{name}</span>
              {about}
            </p>
            <Button
              look="plain"
              size="small"
              aria-label={`Sign in as ${name}`}
              isWaiting={chosen === email}
              disabled={chosen !== undefined}
              onClick={() => void signIn(email, password)}
            >
              Sign in
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
