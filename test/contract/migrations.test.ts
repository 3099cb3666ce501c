// The version before works with the database that the next one has migrated: each migration since the last release only
// adds, or says what it removes. What a migration does is read from the catalog of a database, before and after it.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHeader, readSince } from '../../src/platform/migration-header.ts'
import { migrate } from '../../src/platform/migrations.ts'
import { createReleasedDatabase, RELEASED, type TestDatabase } from '../harness/databases.ts'
import { findBreaks, findRewrites, holdsByDefaultIn } from './schema-breaks.ts'
import { takeSnapshot } from './schema-snapshot.ts'

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createReleasedDatabase()
  client = new pg.Client(database.address)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** What is wrong with a migration, given its text and what it does. */
function judge(
  sql: string,
  breaks: readonly { readonly object: string; readonly text: string }[],
  rewritten: readonly string[],
): string[] {
  const { contract, exempt, rewrites } = readHeader(sql)
  const unexplained = breaks.filter(({ object }) => contract === undefined && !exempt.has(object))
  const needless = [...exempt].filter(
    ([object, why]) => why === '' || !breaks.some((one) => one.object === object),
  )
  const misspelled = sql
    .match(/^-- *(?:contract|rewrit|exempt)\w*:/gim)
    ?.filter((line) => !/^-- (?:contract|rewrites|exempt):$/.test(line))
  return [
    ...unexplained.map(({ text }) => text),
    ...rewritten
      .filter((table) => !rewrites.includes(table))
      .map((table) => `rewrites ${table} without saying so`),
    ...needless.map(([object]) => `exempts ${object} without a reason`),
    ...(misspelled ?? []).map((line) => `has an unknown entry ${line}`),
    ...(contract !== undefined && readSince(contract) === undefined
      ? ['contracts without "since" and the first version that does not use what is removed']
      : []),
  ]
}

it('each migration since the last release leaves the database to the released version, or says what it removes', async () => {
  const names = (await readdir(migrations)).toSorted()
  expect(names).toContain(RELEASED)
  const released = await takeSnapshot(client)
  const seen = new Set<string>()
  const problems: Record<string, string[]> = {}
  let before = released
  for (const name of names.filter((one) => one > RELEASED)) {
    await migrate(database.address, { until: name })
    const after = await takeSnapshot(client)
    const breaks = await findBreaks(released, after, holdsByDefaultIn(client))
    const fresh = breaks.filter(({ text }) => !seen.has(text))
    for (const { text } of breaks) seen.add(text)
    const sql = await readFile(join(migrations, name), 'utf8')
    const found = judge(sql, fresh, findRewrites(released, before, after))
    if (found.length > 0) problems[name] = found
    before = after
  }
  expect(problems).toEqual({})
})

describe('a change of the schema', () => {
  const CAGE = 'zoo.cages'
  const released = `
    create schema zoo;
    create type zoo.size as enum ('small', 'large');
    create table zoo.keepers (id int primary key, name text);
    create table zoo.cages (
      id int primary key, name text, size zoo.size, area int not null default 1, keeper int,
      state text check (state in ('open', 'shut')), unique (name, keeper));
    create view zoo.names as select name from zoo.cages;
    create function zoo.count(low int) returns bigint language sql as 'select 1::bigint';
    create function zoo.note() returns trigger language plpgsql as 'begin return new; end';
    create trigger noted after insert on zoo.cages for each row execute function zoo.note();`

  beforeAll(() => client.query(released))

  async function lookAt(sql: string): Promise<string[]> {
    const before = await takeSnapshot(client, ['zoo'])
    await client.query('begin')
    try {
      await client.query(sql)
      const after = await takeSnapshot(client, ['zoo'])
      const breaks = await findBreaks(before, after, holdsByDefaultIn(client))
      return judge(sql, breaks, findRewrites(before, before, after))
    } finally {
      await client.query('rollback')
    }
  }

  it.each([
    ['a table', 'create table zoo.animals (id int primary key, cage int not null, check (id > 0))'],
    ['a column', `alter table ${CAGE} add column note text`],
    ['a column with a default', `alter table ${CAGE} add column kind text not null default 'x'`],
    [
      'a check of new columns',
      `alter table ${CAGE} add column legs int default 4 check (legs > 2)`,
    ],
    ['a reference of a new column', `alter table ${CAGE} add column k int references zoo.keepers`],
    ['a unique new column', `alter table ${CAGE} add column code text unique`],
    ['an index', `create index on ${CAGE} (area)`],
    ['a word', "alter type zoo.size add value 'huge'"],
    [
      'a word of a check',
      `alter table ${CAGE} drop constraint cages_state_check;
       alter table ${CAGE} add check (state in ('open', 'broken', 'shut'))`,
    ],
    ['null', `alter table ${CAGE} alter column area drop not null`],
    [
      'another body',
      `create or replace function zoo.count(low int) returns bigint language sql as 'select 2::bigint'`,
    ],
    ['a view with more', 'create or replace view zoo.names as select name, id from zoo.cages'],
    [
      'a table whose rows end with others',
      `create table zoo.bars (cage int references ${CAGE} on delete cascade)`,
    ],
  ])('is compatible if it adds %s', async (_name, sql) => {
    // `references` depends on the deletes of the released version, which is another finding.
    const found = (await lookAt(sql)).filter((text) => !text.includes('from being deleted'))
    expect(found).toEqual([])
  })

  it.each([
    ['drop table zoo.keepers', 'drops the relation zoo.keepers'],
    ['drop view zoo.names', 'drops the relation zoo.names'],
    ['alter table zoo.keepers rename to people', 'drops the relation zoo.keepers'],
    ['alter table zoo.keepers drop column name', 'drops the column zoo.keepers.name'],
    ['alter table zoo.keepers rename name to title', 'drops the column zoo.keepers.name'],
    ['alter table zoo.keepers alter name type varchar(9)', 'changes the type of zoo.keepers.name'],
    ['alter table zoo.keepers alter name set not null', 'makes zoo.keepers.name not null'],
    [`alter table ${CAGE} alter area drop default`, `drops the default of ${CAGE}.area`],
    [`alter table ${CAGE} add column kind text not null`, `adds ${CAGE}.kind, which is not null`],
    [`alter table ${CAGE} add column legs int default 1 check (legs > 2)`, 'cages_legs_check'],
    [`alter table ${CAGE} add column legs int check (legs is not null)`, 'cages_legs_check'],
    [`alter table ${CAGE} add check (area > 1)`, 'adds the constraint zoo.cages.cages_area_check'],
    [`alter table ${CAGE} add check (area > 1) not valid`, 'zoo.cages.cages_area_check'],
    [`alter table ${CAGE} add foreign key (keeper) references zoo.keepers`, 'cages_keeper_fkey'],
    [
      `create table zoo.bars (cage int references ${CAGE})`,
      `keeps rows of ${CAGE} from being deleted`,
    ],
    [
      `alter table ${CAGE} drop constraint cages_state_check;
       alter table ${CAGE} add check (state in ('open', 'broken'))`,
      'adds the constraint zoo.cages.cages_state_check',
    ],
    [`create unique index u on ${CAGE} (area)`, 'adds the unique index zoo.u'],
    [`create unique index u on ${CAGE} (lower(name))`, 'adds the unique index zoo.u'],
    [`alter table ${CAGE} drop constraint cages_name_keeper_key`, 'drops the unique index'],
    ['drop function zoo.count(int)', 'drops the function zoo.count(low integer) returns bigint'],
    [`drop trigger noted on ${CAGE}`, `drops the trigger ${CAGE}.noted`],
    ['do $$ begin execute $x$drop table zoo.keepers$x$; end $$', 'drops the relation zoo.keepers'],
    [`alter table ${CAGE} add column at timestamptz default clock_timestamp()`, `rewrites ${CAGE}`],
  ])('is reported: %s', async (sql, expected) => {
    expect((await lookAt(sql)).join('\n')).toContain(expected)
  })

  it('may remove what the header says, and rewrite what the header names', async () => {
    const sql = 'alter table zoo.keepers drop column name'
    expect(await lookAt(`-- contract: the name, unused since 1.1.0\n${sql}`)).toEqual([])
    expect(await lookAt(`-- contract: the name\n${sql}`)).toEqual([
      expect.stringContaining('contracts without "since"'),
    ])
    expect(await lookAt(`-- exempt: zoo.keepers.name: never read\n${sql}`)).toEqual([])
    const wider = `alter table ${CAGE} alter area type bigint`
    expect(
      await lookAt(
        `-- exempt: ${CAGE}.area: a wider number\n-- rewrites: ${CAGE}: wider\n${wider}`,
      ),
    ).toEqual([])
  })

  it('has no entry that means nothing', async () => {
    expect(await lookAt('-- exempt: zoo.keepers.name: gone\nselect 1')).toEqual([
      'exempts zoo.keepers.name without a reason',
    ])
    expect(await lookAt('-- contracts: the name since 1.1.0\nselect 1')).toHaveLength(1)
    expect(await lookAt('-- rewrite: zoo.cages: wider\nselect 1')).toHaveLength(1)
  })
})
