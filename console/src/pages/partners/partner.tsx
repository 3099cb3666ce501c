// One partner: its terms, its keys, and the actions of operators. Each change has a reason.
import { useState } from 'react'
import {
  partnerGet,
  partnerReactivate,
  partnerSuspend,
  partnerTerminate,
} from '../../../../sdk/client/operations.ts'
import type { PartnerDetail } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Segments } from '../../design/segments.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

export function PartnerView({ id }: { readonly id: string }) {
  const read = useRead('partners', partnerGet, { id })
  return <Show read={read}>{({ data }) => <Content partner={data} />}</Show>
}

function Content({ partner }: { readonly partner: PartnerDetail }) {
  const { rate_limits: limits, status } = partner
  return (
    <div className="grid gap-5">
      <Facts
        rows={[
          ['Organisation', partner.organization_name],
          ['Code', partner.partner_code],
          [
            'State',
            <Badge key="state" word={status} tone={status === 'active' ? 'good' : 'bad'} />,
          ],
          ...(partner.status_reason === null ? [] : ([['Why', partner.status_reason]] as const)),
          ['Tier', `${partner.tier}, paid ${partner.billing_cycle}`],
          ['Calls', `${limits.requests_per_minute} a minute, ${limits.requests_per_hour} an hour`],
          ['Addresses', partner.ip_whitelist.join(', ') || 'everywhere'],
          ...partner.keys.map(
            ({ environment, prefix, created_at }) =>
              [
                `Key, ${environment}`,
                <span key={environment}>
                  <span className="font-mono text-sm">{prefix}…</span>{' '}
                  <span className="text-sm text-soft">
                    <When at={created_at} isDay />
                  </span>
                </span>,
              ] as const,
          ),
        ]}
      />
      {status !== 'terminated' && <StatusForm key={status} partner={partner} />}
    </div>
  )
}

const STEPS = { suspend: 'Suspend', terminate: 'Terminate' } as const

function StatusForm({ partner }: { readonly partner: PartnerDetail }) {
  const [step, setStep] = useState<keyof typeof STEPS>('suspend')
  const isSuspended = partner.status === 'suspended'
  const reactivate = useWrite(partnerReactivate, ['partners'])
  const suspend = useWrite(partnerSuspend, ['partners'])
  const terminate = useWrite(partnerTerminate, ['partners'])
  const change = step === 'terminate' ? terminate : isSuspended ? reactivate : suspend
  const first = isSuspended ? 'Reactivate' : STEPS.suspend
  return (
    <Form
      submit={step === 'suspend' ? first : STEPS.terminate}
      look={isSuspended && step === 'suspend' ? 'main' : 'danger'}
      onSubmit={({ reason = '' }) =>
        change.mutateAsync({ id: partner.partner_id, ...(reason !== '' && { reason }) })
      }
    >
      <Segments
        label="What to do"
        choices={{ ...STEPS, suspend: first }}
        chosen={step}
        onChoose={setStep}
      />
      <Input
        label="Reason"
        name="reason"
        maxLength={255}
        hint={
          step === 'terminate'
            ? 'Its keys are revoked, and it cannot be undone.'
            : isSuspended
              ? 'Its keys work again at once.'
              : 'Its keys are refused until it is reactivated.'
        }
      />
    </Form>
  )
}
