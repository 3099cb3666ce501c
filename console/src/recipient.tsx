// The recipient: one box that finds own accounts, those paid before, and a full e-mail address or account id. The bank
// does not say whether an address belongs to a customer.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { icon } from './design/icons.tsx'
import { useState } from 'react'
import { recipientSearch } from '../../sdk/client/operations.ts'
import type { Recipient } from '../../sdk/client/types.ts'
import { shorten } from './accounts.ts'
import { reading } from './bank.ts'
import { Combobox, type Option } from './design/combobox.tsx'
import { useSettled } from './settled.ts'
import { useClaimDays } from './claim-days.ts'

const Landmark = icon('landmark')
const Mail = icon('mail')
const User = icon('user')

/** The recipient that the viewer chose. */
export interface Chosen {
  readonly kind: 'account' | 'email'
  readonly to: string
  readonly name: string
}

interface RecipientInputProps {
  /** The account that pays, which is no recipient. */
  readonly payer: string
  readonly chosen: Chosen | undefined
  readonly onChosen: (chosen: Chosen | undefined) => void
}

const SHOWN = 8

export function RecipientInput({ payer, chosen, onChosen }: RecipientInputProps) {
  const [text, setText] = useState(chosen?.name ?? '')
  const q = useSettled(text.trim())
  const days = useClaimDays()
  const read = useQuery({
    ...reading('recipients', recipientSearch, { q, limit: SHOWN + 1 }),
    placeholderData: keepPreviousData,
  })
  const found = (read.data?.data ?? []).filter(({ recipient }) => recipient !== payer)
  return (
    <Combobox
      label="Recipient"
      name="to_account"
      placeholder="Name, e-mail address or account"
      hint={hintOf(chosen ?? readWritten(text), days)}
      text={text}
      options={found.slice(0, SHOWN).map(toOption)}
      none="No match. Enter a full e-mail address or account id."
      onText={(next) => {
        setText(next)
        onChosen(undefined)
      }}
      onChoose={(key) => {
        const one = found.find(({ recipient }) => recipient === key)
        if (!one) return
        setText(titleOf(one))
        onChosen(toChosen(one))
      }}
    />
  )
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A full address or account id need not be chosen from the list. */
export function readWritten(text = ''): Chosen | undefined {
  const to = text.trim().toLowerCase()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to)) return { kind: 'email', to, name: to }
  return UUID.test(to) ? { kind: 'account', to, name: shorten(to) } : undefined
}

const titleOf = ({ name, last_reference, recipient, kind }: Recipient): string =>
  name ?? (kind === 'email' ? recipient : (last_reference ?? shorten(recipient)))

const toChosen = (one: Recipient): Chosen => ({
  kind: one.kind === 'email' ? 'email' : 'account',
  to: one.recipient,
  name: titleOf(one),
})

function hintOf(chosen: Chosen | undefined, days: string | undefined): string {
  if (!chosen) return 'Your own accounts and those you paid before are found by a part of it.'
  if (chosen.kind === 'account') return `Account ${shorten(chosen.to)}`
  const time = days === undefined ? 'can' : `has ${days} to`
  return `The owner of the address gets a mail and ${time} collect the money.`
}

const ICONS = { own_account: <Landmark />, account: <User />, email: <Mail /> }

function toOption(one: Recipient): Option {
  const { kind, recipient, last_paid_at, times } = one
  const paid =
    last_paid_at === null
      ? 'not paid before'
      : `paid ${times === 1 ? 'once' : `${times} times`}, last on ${new Date(last_paid_at).toLocaleDateString(undefined, { dateStyle: 'medium' })}`
  const detail = {
    own_account: 'Your own account',
    account: `Account ${shorten(recipient)}, ${paid}`,
    email: `E-mail address, ${paid}`,
  }
  return { key: recipient, title: titleOf(one), detail: detail[kind], icon: ICONS[kind] }
}
