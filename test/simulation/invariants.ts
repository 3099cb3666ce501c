// What must be true of the ledger's tables at any instant, computed from the moves and holds alone.
// Written against the tables, not with the bank's code, so that a mistake there cannot hide here.

export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Both sides of every move, as one stream per balance. */
const SIDES = `
  select from_account as account_id, asset, from_seq as seq, -units as change, from_after as after,
    created_at from ledger.moves
  union all
  select to_account, asset, to_seq, units, to_after, created_at from ledger.moves`

/** Each query finds what breaks the rule it is named after. */
const rules: Readonly<Record<string, string>> = {
  'all balances of an asset sum to zero': `
    select a.environment, b.asset, sum(b.units) as sum
    from ledger.balances b join ledger.accounts a on a.id = b.account_id
    group by 1, 2 having sum(b.units) <> 0`,

  'a balance is the sum of its moves, and seq counts them': `
    select account_id, asset, b.units, s.units as moved, b.seq, s.moves
    from (select account_id, asset, units, seq from ledger.balances) b
    full join (select account_id, asset, sum(change) as units, count(*) as moves
      from (${SIDES}) side group by 1, 2) s using (account_id, asset)
    where coalesce(b.units, 0) <> coalesce(s.units, 0) or coalesce(b.seq, 0) <> coalesce(s.moves, 0)`,

  'sequences have no gaps and no doubles': `
    select account_id, asset, seq, expected
    from (select *, row_number() over (partition by account_id, asset order by seq) as expected
      from (${SIDES}) side) numbered
    where seq <> expected`,

  'each balance-after follows from the one before': `
    select account_id, asset, seq, after, expected
    from (select *, sum(change) over (partition by account_id, asset order by seq) as expected
      from (${SIDES}) side) chained
    where after <> expected`,

  'time never goes back in a balance': `
    select account_id, asset, seq, created_at, before
    from (select *, lag(created_at) over (partition by account_id, asset order by seq) as before
      from (${SIDES}) side) timed
    where created_at < before`,

  'held is what open holds reserve': `
    select account_id, asset, b.held, h.held as open
    from (select account_id, asset, held from ledger.balances) b
    full join (select account_id, asset, sum(units - captured) as held
      from ledger.holds where status = 'open' group by 1, 2) h using (account_id, asset)
    where coalesce(b.held, 0) <> coalesce(h.held, 0)`,

  'no customer spends what is not there': `
    select b.account_id, b.asset, b.units, b.held
    from ledger.balances b join ledger.accounts a on a.id = b.account_id
    where a.code is null and b.units - b.held < 0`,

  'no customer was ever below zero': `
    select account_id, asset, seq, after
    from (${SIDES}) side join ledger.accounts a on a.id = account_id
    where a.code is null and after < 0`,

  'a captured hold became exactly its entry, and no other hold became one': `
    select h.id, h.status, h.units, h.captured, m.units as moved
    from ledger.holds h
    full join (select linked_to, sum(units) as units from ledger.moves
      where link = 'capture_of' group by 1) m on m.linked_to = h.id
    where h.id is null or h.captured <> coalesce(m.units, 0)
      or (h.status = 'captured') <> (h.captured = h.units)`,

  'nothing is in a closed account': `
    select b.account_id, b.asset, b.units, b.held
    from ledger.balances b join ledger.accounts a on a.id = b.account_id
    where a.status = 'closed' and (b.units <> 0 or b.held <> 0)`,
}

/** Everything that is wrong, by the rule it breaks; empty when the books are sound. */
export async function findBrokenRules(sql: Sql): Promise<Record<string, object[]>> {
  const broken: Record<string, object[]> = {}
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await sql(`${query} limit 5`)
    if (rows.length > 0) broken[rule] = rows
  }
  return broken
}
