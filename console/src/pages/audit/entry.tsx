// How a change is named: what was done, by whom, to what, and which fields it changed.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditedChange } from '../../../../sdk/client/types.ts'
import { Badge } from '../../design/badge.tsx'

/** `api_key.revoke` as “API key revoke”. */
export function nameOf(operation: string): string {
  const words = operation
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/\b(api|mpp|ach|mcp|gcu)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const ways: Readonly<Record<string, string>> = {
  login: 'signed in',
  api_key: 'API key',
  oauth: 'connected app',
  agent_session: 'session of the agent',
  agent_key: 'key of the agent',
}

/** How the caller was authenticated, such as “API key “Month end””. */
export function wayOf({ credential_kind, credential_name }: AuditedChange): string {
  if (credential_kind === null) return ''
  const way = ways[credential_kind] ?? credential_kind
  return credential_name === null ? way : `${way} “${credential_name}”`
}

const link = 'break-words text-accent hover:underline'

export function Actor({ change }: { readonly change: AuditedChange }) {
  const { user_uuid, user_name, agent_uuid, agent_name, by_operator } = change
  const way = wayOf(change)
  return (
    <span className="min-w-0 max-sm:text-right">
      <span className="flex flex-wrap items-center gap-x-2 max-sm:justify-end">
        {user_uuid === null ? (
          <span className="text-soft">Not signed in</span>
        ) : (
          <Link to="/people/$id" params={{ id: user_uuid }} className={link}>
            {user_name ?? 'A deleted user'}
          </Link>
        )}
        {by_operator && <Badge word="operator" tone="accent" />}
      </span>
      {(agent_uuid !== null || way !== '') && (
        <span className="block text-sm break-words text-soft">
          {[agent_uuid === null ? '' : `agent ${agent_name ?? agent_uuid}`, way]
            .filter((part) => part !== '')
            .join(', ')}
        </span>
      )}
    </span>
  )
}

export function Target({ change }: { readonly change: AuditedChange }) {
  const { target_uuid, target_kind, target_name } = change
  if (target_uuid === null && target_name === null) return <span className="text-soft">none</span>
  const kind = target_kind?.replaceAll('_', ' ').replace('api', 'API')
  return (
    <span className="min-w-0 max-sm:text-right">
      {linked(target_kind, target_uuid, target_name ?? <IdText id={target_uuid ?? ''} />)}
      {kind !== undefined && <span className="block text-sm text-soft">{kind}</span>}
    </span>
  )
}

function linked(kind: string | null, id: string | null, name: ReactNode): ReactNode {
  if (id !== null && kind === 'user')
    return (
      <Link to="/people/$id" params={{ id }} className={link}>
        {name}
      </Link>
    )
  if (id !== null && kind === 'account')
    return (
      <Link to="/customers" search={{ account: id }} className={link}>
        {name}
      </Link>
    )
  return <span className="break-words">{name}</span>
}

export const IdText = ({ id }: { readonly id: string }) => (
  <span className="font-mono text-xs break-all">{id}</span>
)

const SHOWN = 2

/** The first fields that changed, in a line each. */
export function ChangedFields({ changes }: Pick<AuditedChange, 'changes'>) {
  if (changes === null) return <span className="text-soft">not compared</span>
  if (changes.length === 0) return <span className="text-soft">nothing</span>
  return (
    <span className="min-w-0 text-sm max-sm:text-right">
      {changes.slice(0, SHOWN).map(({ field, before, after }) => (
        <span key={field} className="block break-words">
          <span className="text-soft">{field}</span> {shorten(before)} → {shorten(after)}
        </span>
      ))}
      {changes.length > SHOWN && (
        <span className="block text-soft">and {changes.length - SHOWN} more</span>
      )}
    </span>
  )
}

const LENGTH_MAX = 40

function shorten(value: string | null): string {
  if (value === null) return '–'
  return value.length > LENGTH_MAX ? `${value.slice(0, LENGTH_MAX)}…` : value
}
