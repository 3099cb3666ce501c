// Before the examples of the demo data: a load on its way, because the banks of the examples have entries.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

const ofLoad: Prepare = async ({ bank }) => {
  await bank.sql(
    `insert into demo.loads
       (token, status, first_day, until_day, done_day, step, steps, title, updated_at)
     values (gen_random_uuid(), 'loading', '2025-12-01', '2026-03-01', '2026-01-10', 43, 92, '11 January', $1)
     on conflict (is_only) do update set updated_at = excluded.updated_at`,
    [bank.clock.now()],
  )
  return {}
}

export const preparations: Preparations = { 'demo.get': ofLoad, 'demo.load': ofLoad }
