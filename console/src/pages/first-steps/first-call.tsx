// The quickest way to an answer: a key for the sandbox, and one call in the reader's language, which is chosen once for
// this page, the reference and the request log. The key stays in this page; the sample reads it from the environment.
import { useState } from 'react'
import { apiKeyCreate } from '../../../../sdk/client/operations.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code } from '../../design/code.tsx'
import { ReferenceLink } from '../../design/page.tsx'
import { Segments } from '../../design/segments.tsx'
import { Problem } from '../../design/state.tsx'
import { icon } from '../../design/icons.tsx'
import { keepLanguage, readLanguage } from '../../reference/language.ts'
import { LANGUAGES, writeSample } from '../../reference/samples.ts'
import { firstCall, RUNS } from './quick-start.ts'

const KeyRound = icon('key-round')

const DAYS = 30
const DAY_MS = 86_400_000

export function FirstCall() {
  const [language, setLanguage] = useState(readLanguage)
  const create = useWrite(apiKeyCreate, ['api-keys'])
  const key = create.data?.data.api_key
  return (
    <Card
      title="Your first call"
      hint="Opens an account in the sandbox, where nothing is live. Nothing needs to be installed."
      action={<ReferenceLink reference="operations/account.open" />}
      className="mb-5"
    >
      <div className="grid min-w-0 gap-3">
        {key === undefined && (
          <div>
            <Button
              look="plain"
              isWaiting={create.isPending}
              onClick={() =>
                create.mutate({
                  name: 'First call',
                  environment: 'sandbox',
                  permissions: ['read', 'write'],
                  expires_at: new Date(Date.now() + DAYS * DAY_MS).toISOString(),
                })
              }
            >
              <KeyRound aria-hidden />
              Make a sandbox key
            </Button>
          </div>
        )}
        {create.error && <Problem error={create.error} />}
        <Code
          label="The key for the first call"
          text={`export FLORIN_TOKEN=${key ?? 'paste-your-key-here'}`}
        />
        {key !== undefined && (
          <p className="text-sm text-soft">
            The key is not shown again after you leave this page, and expires in {DAYS} days.
          </p>
        )}
        <Segments
          label="Language"
          choices={LANGUAGES}
          chosen={language}
          onChoose={(chosen) => {
            keepLanguage(chosen)
            setLanguage(chosen)
          }}
        />
        <Code label="The first call" text={writeSample(language, firstCall(location.origin))} />
        <p className="text-sm text-soft">{RUNS[language]}</p>
      </div>
    </Card>
  )
}
