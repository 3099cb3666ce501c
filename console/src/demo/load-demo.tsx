// The button that loads the demo data, its progress, and afterwards the users to sign in as.
import { icon } from '../design/icons.tsx'
import { useState } from 'react'
import { people } from '../../../demo/people.ts'
import { Button } from '../design/button.tsx'
import { Problem } from '../design/state.tsx'
import { changePerson } from '../session.ts'
import { startLoading, useLoading } from './loading.ts'

const CircleAlert = icon('circle-alert')
const Sparkles = icon('sparkles')

export function LoadDemo({ look = 'main' }: { readonly look?: 'main' | 'plain' }) {
  const loading = useLoading()
  return (
    <div className="grid gap-3" aria-live="polite">
      {loading.state === 'failed' && (
        <p role="alert" className="flex gap-3 rounded-lg bg-bad-bg px-4 py-3 text-bad">
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          {loading.sentence}
        </p>
      )}
      {loading.state === 'loading' && (
        <div className="grid gap-1.5">
          <progress
            aria-label="Loading the demo data"
            className="progress"
            max={loading.of}
            value={loading.number}
          />
          <p className="text-sm text-soft">{loading.title} …</p>
        </div>
      )}
      {(loading.state === 'idle' || loading.state === 'failed') && (
        <Button look={look} onClick={() => void startLoading()}>
          <Sparkles aria-hidden />
          {loading.state === 'failed' ? 'Try again' : 'Load demo data'}
        </Button>
      )}
      {loading.state === 'done' && <People />}
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
