// Formats hits and exceptions for answers.
import type { ExceptionRow, HitRow } from './store.ts'

export const toHit = ({
  id,
  score,
  name_key: _key,
  environment: _environment,
  ...hit
}: HitRow) => ({
  hit_id: id,
  score: score / 10_000,
  ...hit,
})

export const toException = (row: ExceptionRow, now: Date) => ({
  exception_id: row.id,
  hit_id: row.hit_id,
  name: row.name,
  entry_id: row.entry_id,
  reason: row.reason,
  author: row.author,
  active: row.revoked_at === null && new Date(row.expires_at) > now,
  expires_at: row.expires_at,
  revoked_by: row.revoked_by,
  revoked_at: row.revoked_at,
  created_at: row.created_at,
})
