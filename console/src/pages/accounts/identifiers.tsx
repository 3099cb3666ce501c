// How others pay into an account.
import { icon } from '../../design/icons.tsx'
import { accountIdentifiers } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { PRESS_KEYS, useCopy } from '../../design/copying.ts'
import { Facts } from '../../design/facts.tsx'
import { Show } from '../../design/state.tsx'
import { toast } from '../../design/toast.tsx'

const Check = icon('check')
const Copy = icon('copy')

export function IdentifiersCard({ uuid }: { readonly uuid: string }) {
  const read = useRead('identifiers', accountIdentifiers, { uuid })
  return (
    <Card title="Receive payments" hint="Give one of these to the payer.">
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
  const { done, copy } = useCopy(text, () => toast(`${name} copied.`))
  const Icon = done === 'copied' ? Check : Copy
  return (
    <span className="flex flex-wrap items-center justify-end gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <Button
        look="quiet"
        size="icon"
        className="size-7"
        aria-label={`Copy: ${name}`}
        onClick={(event) => void copy(event)}
      >
        <Icon aria-hidden />
      </Button>
      {done === 'selected' && (
        <span role="status" className="w-full text-right text-xs text-soft">
          {PRESS_KEYS}
        </span>
      )}
    </span>
  )
}
