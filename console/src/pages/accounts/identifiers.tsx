// How others pay into an account.
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { accountIdentifiers } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { Show } from '../../design/state.tsx'

export function IdentifiersCard({ uuid }: { readonly uuid: string }) {
  const read = useRead('identifiers', accountIdentifiers, { uuid })
  return (
    <Card title="To be paid" hint="Give one of these to whoever pays you.">
      <Show read={read}>
        {({ data }) => (
          <Facts
            rows={(
              [
                ['Florin id', uuid],
                ['Account number', data.account_number],
                ['IBAN', data.iban],
                ['BIC', data.bic],
                ['Routing number', data.routing_number],
              ] as const
            )
              .filter(([, value]) => value !== null)
              .map(([name, value]) => [name, <Copied key={name} name={name} text={value!} />])}
          />
        )}
      </Show>
    </Card>
  )
}

function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <span className="flex items-center justify-end gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <Button
        look="quiet"
        size="icon"
        className="size-7"
        aria-label={`Copy: ${name}`}
        onClick={() => void copy()}
      >
        <Icon aria-hidden />
      </Button>
    </span>
  )
}
