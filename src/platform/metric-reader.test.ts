// A scrape is answered whatever the database does.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from './database.ts'
import { describeGauge, gauge, renderMetric } from './metric.ts'
import { MetricReader } from './metric-reader.ts'

/** A database whose statements do what the test says. */
function openFake(answer: () => Promise<void>): Db {
  class Driver extends DummyDriver {
    override async acquireConnection() {
      await answer()
      return super.acquireConnection()
    }
  }
  return new Kysely({
    dialect: {
      createDriver: () => new Driver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

const up = describeGauge({ name: 'florin_a', help: 'A.' })
const broken = describeGauge({ name: 'florin_b', help: 'B.' })

async function scrape(answer: () => Promise<void>, fails = false) {
  const reader = new MetricReader({ openReader: () => openFake(answer), waitMs: 20 })
  reader.add([
    gauge({ name: 'florin_own', help: 'Own.' }, () => 3),
    { stored: [up], query: () => Promise.resolve({ florin_a: 1 }) },
    {
      stored: [broken],
      query: () =>
        fails ? Promise.reject(new Error('no table')) : Promise.resolve({ florin_b: 2 }),
    },
  ])
  return Object.fromEntries((await reader.read()).map(([{ name }, reading]) => [name, reading]))
}

it('reads what is in memory and in the database', async () => {
  expect(await scrape(() => Promise.resolve())).toEqual({
    florin_database_up: 1,
    florin_metrics_incomplete: 0,
    florin_own: 3,
    florin_a: 1,
    florin_b: 2,
  })
})

it.each([
  ['refuses connections', () => Promise.reject(new Error('refused'))],
  ['does not answer', () => new Promise<void>(() => {})],
])('says so when the database %s', async (_what, answer) => {
  expect(await scrape(answer)).toEqual({
    florin_database_up: 0,
    florin_metrics_incomplete: 1,
    florin_own: 3,
    florin_a: undefined,
    florin_b: undefined,
  })
})

it('leaves out what cannot be read, and says that it is incomplete', async () => {
  expect(await scrape(() => Promise.resolve(), true)).toMatchObject({
    florin_database_up: 1,
    florin_metrics_incomplete: 1,
    florin_a: 1,
    florin_b: undefined,
  })
})

it('shares a reading between scrapes, and keeps what is costly', async () => {
  let [now, reads, costly] = [0, 0, 0]
  const reader = new MetricReader({
    openReader: () => openFake(() => Promise.resolve()),
    elapsedMs: () => now,
  })
  reader.add([
    { stored: [up], query: async () => ({ florin_a: ++reads }) },
    { stored: [broken], everySeconds: 60, query: async () => ({ florin_b: ++costly }) },
  ])
  await Promise.all([reader.read(), reader.read()])
  now = 500
  await reader.read()
  expect([reads, costly]).toEqual([1, 1])
  now = 30_000
  await reader.read()
  expect([reads, costly]).toEqual([2, 1])
  now = 61_000
  await reader.read()
  expect([reads, costly]).toEqual([3, 2])
})

it('is written in the format of Prometheus', () => {
  const metric = describeGauge({ name: 'florin_c', help: 'C.', labels: ['d'] })
  const head = '# HELP florin_c C.\n# TYPE florin_c gauge\n'
  expect(renderMetric(metric, [{ labels: { d: 'a"\\\n' }, value: 1.5 }])).toBe(
    `${head}florin_c{d="a\\"\\\\\\n"} 1.5\n`,
  )
  expect(renderMetric(metric, 0)).toBe(`${head}florin_c 0\n`)
  expect(renderMetric(metric, undefined)).toBe(head)
})
