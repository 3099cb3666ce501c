// Partners who build their own bank on this one: onboarding, suspending, reactivating and terminating one.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { partnerList, partnerOnboard } from '../../../../sdk/client/operations.ts'
import type { Partner, PartnerCredentials } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Once } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { PartnerView } from './partner.tsx'
import { TenantsCard } from './tenants.tsx'

const Building2 = icon('building-complex')
const Plus = icon('plus')

export function Page() {
  const [page, setPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const [credentials, setCredentials] = useState<PartnerCredentials>()
  const [shown, setShown] = useState<string>()
  const read = useRead('partners', partnerList, { page, per_page: 20 })
  const close = (): void => {
    setOpen(false)
    setCredentials(undefined)
  }
  return (
    <>
      <PageHead
        title="Partners"
        hint="Organisations that build their own bank on this one, each with its tenants."
        action={
          <Button onClick={() => setOpen(true)}>
            <Plus aria-hidden />
            Onboard a partner
          </Button>
        }
      />
      <div className="grid gap-5">
        <Card title="Partners" isFlush>
          <Show read={read}>
            {({ data, meta }) =>
              data.length === 0 ? (
                <Empty icon={Building2} title="There is no partner yet" />
              ) : (
                <>
                  <Table
                    label="Partners"
                    rows={data}
                    keyOf={({ partner_id }) => partner_id}
                    columns={columns(setShown)}
                  />
                  <Pager meta={meta} onPage={setPage} />
                </>
              )
            }
          </Show>
        </Card>
        <TenantsCard />
      </div>
      <Dialog
        title={credentials ? 'Its credentials' : 'Onboard a partner'}
        isOpen={isOpen}
        onClose={close}
      >
        {credentials ? (
          <Once name="the credentials" secret={textOf(credentials)} onDone={close} />
        ) : (
          <OnboardForm onDone={setCredentials} />
        )}
      </Dialog>
      <Dialog title="Partner" isOpen={shown !== undefined} onClose={() => setShown(undefined)}>
        {shown !== undefined && <PartnerView id={shown} />}
      </Dialog>
    </>
  )
}

const textOf = ({ api_key, sandbox_key, webhook_secret }: PartnerCredentials): string =>
  `live ${api_key} sandbox ${sandbox_key} webhooks ${webhook_secret}`

const columns = (onShow: (id: string) => void): readonly Column<Partner>[] => [
  {
    name: 'Partner',
    isSilent: true,
    show: ({ partner_id, organization_name, contact_email }) => (
      <span className="min-w-0">
        <button
          type="button"
          onClick={() => onShow(partner_id)}
          className="text-left font-medium wrap-anywhere text-accent hover:underline"
        >
          {organization_name}
        </button>
        <span className="block text-sm wrap-anywhere text-soft">{contact_email}</span>
      </span>
    ),
  },
  { name: 'Tier', show: ({ tier }) => tier },
  { name: 'Since', show: ({ created_at }) => <When at={created_at} isDay /> },
  {
    name: 'State',
    isRight: true,
    show: ({ status }) => <Badge word={status} tone={status === 'active' ? 'good' : 'bad'} />,
  },
]

function OnboardForm({ onDone }: { readonly onDone: (credentials: PartnerCredentials) => void }) {
  const onboard = useWrite(partnerOnboard, ['partners'])
  return (
    <Form
      submit="Onboard the partner"
      onSubmit={async ({ organization_name = '', contact_email = '', tier = 'starter' }) => {
        const { data } = await onboard.mutateAsync({
          organization_name,
          contact_email,
          tier: tier as Partner['tier'],
        })
        onDone(data.api_credentials)
      }}
    >
      <Input label="Organisation" name="organization_name" required maxLength={255} autoFocus />
      <Input label="E-mail" name="contact_email" type="email" required />
      <Select label="Tier" name="tier">
        <option value="starter">Starter</option>
        <option value="growth">Growth</option>
        <option value="enterprise">Enterprise</option>
      </Select>
    </Form>
  )
}
