// Every table says what it holds about persons, in a way that the database can follow.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { domains } from '../../src/domains/index.ts'
import {
  orderForErasure,
  platformPersonalData,
  readKey,
  type Role,
  type TableData,
} from '../../src/operation/personal-data.ts'
import { type Catalog, PersonRows, readCatalog } from '../../src/operation/personal-data-store.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { createDatabase } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'

const { personalData, domains: declared } = describeForTests()
const byName = new Map(personalData.map((one) => [one.table as string, one]))
const roles = personalData.flatMap(({ table, roles: all }) =>
  all.map((role) => ({ table: table as string, role })),
)

let home: Awaited<ReturnType<typeof createDatabase>>
let database: Database
let catalog: Catalog
beforeAll(async () => {
  home = await createDatabase()
  database = openDatabase(home.address, { connectionsMax: 1, onError: () => {} })
  catalog = await readCatalog(database.read)
})
afterAll(async () => {
  await database.close()
  await home.drop()
})

it('is declared for every table: whose rows they are, or why they are about no person', () => {
  const tables = [...catalog.columns.keys()].filter((table) => !table.startsWith('jobs.'))
  expect(tables.length).toBeGreaterThan(200)
  expect(tables.filter((table) => !byName.has(table))).toEqual([])
  expect([...byName.keys()].filter((table) => !tables.includes(table))).toEqual([])
})

it('is declared by the domain that owns the table', () => {
  const strangers = declared.flatMap(({ name, personalData: own }) => {
    const { schemas = [name.replaceAll('-', '_')] } = domains.find((one) => one.name === name)!
    return own.filter(({ table }) => !schemas.includes(table.split('.')[0]!))
  })
  expect(strangers).toEqual([])
  expect(platformPersonalData.filter(({ table }) => !table.startsWith('platform.'))).toEqual([])
})

it('states reasons in sentences', () => {
  const reasons = personalData.flatMap(({ impersonal, roles: all }) => [
    impersonal,
    ...all.map((role) => role.notExported),
  ])
  const given = reasons.filter((reason) => reason !== undefined)
  expect(given.length).toBeGreaterThan(50)
  expect(given.filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([])
})

it('follows a user from every table that refers to one', () => {
  const users = catalog.references.filter(({ parent }) => parent === 'identity.users')
  expect(users.length).toBeGreaterThan(8)
  expect(users.filter(({ child }) => byName.get(child)!.roles.length === 0)).toEqual([])
})

it('calls no table impersonal that has a column for a user', () => {
  const named = personalData.filter(
    ({ table, roles: all }) =>
      all.length === 0 &&
      catalog.columns.get(table)!.some(({ name }) => /^(user|owner)_(uuid|id)$/.test(name)),
  )
  // What an operator did on behalf of the bank.
  expect(named.map(({ table }) => table)).toEqual(['interledger.peer_settlements'])
})

it('names columns and conditions that exist', async () => {
  const person = { uuid: '00000000-0000-4000-8000-000000000000', email: 'a@b.example', name: 'A' }
  const rows = new PersonRows(personalData, catalog, person)
  await database.write
    .transaction()
    .execute(async (tx) => {
      for (const one of personalData) {
        for (const role of one.roles) {
          expect(await rows.erase(tx, one.table, role, 1)).toBe(0)
          if (role.blocks) expect(await rows.countBlocking(tx, one.table, role)).toBe(0)
        }
        for await (const texts of rows.export(tx, one)) expect(texts).toEqual([])
      }
      throw new Error('no harm')
    })
    .catch((error: Error) => expect(error.message).toBe('no harm'))
  const hidden = roles.flatMap(({ table, role }) => role.hide.map((name) => `${table}.${name}`))
  const columns = new Set(
    [...catalog.columns].flatMap(([table, all]) => all.map(({ name }) => `${table}.${name}`)),
  )
  expect(hidden.filter((name) => !columns.has(name))).toEqual([])
})

/** When a role is erased: kept roles later. */
const isLate = ({ kept }: Role): boolean => kept !== undefined

it('deletes no row by which a later erasure finds the person', () => {
  const lost = roles
    .filter(({ role }) => isLate(role))
    .flatMap(({ table, role }) =>
      Object.values(role.through).map((key) => ({
        table,
        parent: byName.get(readKey(key).table)!,
      })),
    )
    .filter(({ parent }) => parent.roles.some((role) => role.erase === 'rows' && !isLate(role)))
  expect(lost).toEqual([])
})

it('deletes the rows that refer to a deleted row, too, and before it', () => {
  const order = orderForErasure(personalData, catalog.references).map(
    ({ table }) => table as string,
  )
  expect(order.length).toBe(personalData.length)
  const deletes = ({ roles: all }: TableData): boolean => all.some(({ erase }) => erase === 'rows')
  const broken = catalog.references
    .filter(({ parent }) => deletes(byName.get(parent) ?? { table: 'platform.audit', roles: [] }))
    .filter(
      ({ child, parent }) =>
        !deletes(byName.get(child)!) || order.indexOf(child) > order.indexOf(parent),
    )
  expect(broken).toEqual([])
})
