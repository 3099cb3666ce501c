// Collecting money that was sent to the viewer's e-mail address. The link of the mail has the code in its fragment. It is
// only filled in here: nothing is collected, and the code is sent nowhere, before the viewer presses the button.
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClaimedP2pTransfer } from '../../../../sdk/client/types.ts'
import { PageHead } from '../../design/page.tsx'
import { ClaimForm } from './claim-form.tsx'
import { Collected } from './collected.tsx'

export function Page() {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const code = new URLSearchParams(hash).get('code') ?? ''
  return (
    <div className="mx-auto max-w-xl">
      <PageHead title="Collect money" />
      {/* Another link that is opened here is another payment. */}
      <Collecting key={code} code={code} />
    </div>
  )
}

function Collecting({ code }: { readonly code: string }) {
  const [collected, setCollected] = useState<ClaimedP2pTransfer>()
  return collected ? (
    <Collected transfer={collected} />
  ) : (
    <ClaimForm code={code} onCollected={setCollected} />
  )
}
