// What Prometheus reads, and what is made of it: the metrics are as documented, and rules and dashboards use only metrics
// and labels that a running bank has.
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Described } from '../../src/platform/metric.ts'
import { Overloaded } from '../../src/transport/rest/errors.ts'
import { type Bank, startBank } from '../harness/bank.ts'
import { findOnPath } from '../process/support.ts'
import { readPromQl } from './promql.ts'

const root = new URL('../..', import.meta.url).pathname
const folder = join(root, 'deploy/monitoring')
const promtool = findOnPath('promtool')

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly severity: string | undefined
  readonly summary: string
  readonly runbook: string | undefined
}

/** Reads the file of the rules as it is laid out; whether it is valid, promtool says. */
function readAlert(text: string): Alert {
  const field = (name: string) => new RegExp(`^ +${name}: (.*)$`, 'm').exec(text)?.[1]
  const block = /^ +expr: \|\n((?: {10}.*\n)+)/m.exec(text)?.[1]
  return {
    alert: text.split('\n', 1)[0]!,
    expr: block ?? field('expr')!,
    severity: /severity: (\w+)/.exec(text)?.[1],
    summary: field('summary')!,
    runbook: field('runbook_url'),
  }
}

interface Panel {
  readonly title: string
  readonly type: string
  readonly description?: string
  readonly datasource?: object
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } }
  readonly targets?: readonly { readonly expr: string }[]
}

const rules = await readFile(join(folder, 'florin-alerts.yml'), 'utf8')
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map(readAlert)
const dashboardFolder = join(folder, 'grafana/dashboards')
const dashboards = await Promise.all(
  (await readdir(dashboardFolder)).map(async (file) => {
    const text = await readFile(join(dashboardFolder, file), 'utf8')
    return { file, ...(JSON.parse(text) as { uid: string; title: string; panels: Panel[] }) }
  }),
)
const panels = dashboards.flatMap(({ file, panels: all }) =>
  all.filter(({ type }) => type !== 'row').map((panel) => ({ file, ...panel })),
)
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ file, title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr })),
  ),
]

/** What Prometheus adds to every scrape. */
const OF_PROMETHEUS = new Map([['up', [] as readonly string[]]])
const OF_TARGET = ['instance', 'job']

let bank: Bank
let scraped: string
let described: ReadonlyMap<string, Described>
beforeAll(async () => {
  bank = await startBank()
  await bank.call('GET /api/accounts')
  await bank.runJob('webhooks.sweep')
  scraped = (await bank.call('GET /metrics')).body as string
  described = new Map(bank.app.bank.metrics.list().map((metric) => [metric.name, metric]))
})
afterAll(() => bank.stop())

/** The labels that the samples of a metric may have; undefined if there is no such metric. */
function labelsOf(sample: string): readonly string[] | undefined {
  const known = OF_PROMETHEUS.get(sample) ?? described.get(sample)?.labels
  if (known) return known
  const [, name, part] = /^(.+)_(bucket|sum|count)$/.exec(sample) ?? []
  const metric = name === undefined ? undefined : described.get(name)
  return metric?.type === 'histogram'
    ? [...metric.labels, ...(part === 'bucket' ? ['le'] : [])]
    : undefined
}

describe('a scrape', () => {
  it('has the metrics that are declared, and no others', () => {
    const types = [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [
      name,
      type,
    ])
    expect(types.toSorted()).toEqual(
      [...described.values()].map(({ name, type }) => [name, type]).toSorted(),
    )
    expect(new Set(described.keys()).size).toBe(bank.app.bank.metrics.list().length)
  })

  it('has the declared labels only, and none that Prometheus would rename', () => {
    const samples = [...scraped.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)]
    expect(samples.length).toBeGreaterThan(100)
    const wrong = samples.flatMap(([, name, text = '']) => {
      const labels = [...text.matchAll(/(\w+)="/g)].map(([, label]) => label!)
      const allowed = labelsOf(name!) ?? []
      const foreign = labels.filter(
        (label) => !allowed.includes(label) || OF_TARGET.includes(label),
      )
      return foreign.length > 0 || !labelsOf(name!) ? [`${name}: ${foreign.join(', ')}`] : []
    })
    expect(wrong).toEqual([])
  })

  it('is complete, and counts what has happened', () => {
    const value = (sample: string) =>
      scraped
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.split(' ')[1]
    expect(value('florin_database_up')).toBe('1')
    expect(value('florin_metrics_incomplete')).toBe('0')
    expect(Number(value('florin_sanctions_list_entries'))).toBeGreaterThan(0)
    expect(value('florin_refusals_total{code="UNAUTHORIZED"}')).toBe('1')
    expect(value('florin_node_role{role="alone"}')).toBe('1')
    expect(value('florin_reader_stalled_seconds{reader="webhooks"}')).toBe('0')
    expect(value('florin_webhook_backlog_age_seconds')).toBe('0')
    expect(value('florin_jobs_due{queue="webhooks.deliver"}')).toBe('0')
    expect(Number(value('florin_database_size_bytes'))).toBeGreaterThan(1e6)
    expect(Number(value('florin_disk_free_bytes'))).toBeGreaterThan(0)
    expect(value('florin_database_connections_max{pool="write"}')).toBe('4')
  })

  it('shows what webhooks have not delivered', async () => {
    const person = await bank.person()
    const wish = { url: 'https://example.com/hook', events: ['account.created'] }
    const { body } = await bank.call('POST /api/v2/webhooks', wish, person)
    await bank.call('POST /api/accounts', { user_uuid: person.uuid, name: 'Purse' }, person)
    bank.clock.advance(120)
    const [last] = await bank.sql<{ position: string }>(
      'select max(position) as position from platform.events',
    )
    await bank.sql(
      `update webhooks.webhooks set position = $2::bigint - 1, wanted = $2, consecutive_failures = 1,
         lease = gen_random_uuid(), leased_until = now() + interval '1 hour' where id = $1`,
      [body.data.id, last!.position],
    )
    const names = ['webhooks_behind', 'webhooks_failing', 'webhook_backlog_age_seconds']
    await expect
      .poll(async () => {
        const text = (await bank.call('GET /metrics')).body as string
        return names.map((name) => new RegExp(`^florin_${name} (\\S+)$`, 'm').exec(text)?.[1])
      })
      .toEqual(['1', '1', '120'])
  })

  it('passes the judgment of Prometheus (needs promtool)', { skip: !promtool }, () => {
    // The names of the process's own metrics are those of the client library.
    const own = scraped.replaceAll(/^(# \w+ )?florin_(nodejs|process)_.*\n/gm, '')
    expect(execFileSync('promtool', ['check', 'metrics'], { input: own }).toString()).toBe('')
  })
})

describe('rules and dashboards', () => {
  it('use metrics and labels that exist', () => {
    const wrong = expressions.flatMap(({ where, expr }) => {
      const { selected, grouped } = readPromQl(expr)
      const labels = selected.flatMap(({ metric }) => labelsOf(metric) ?? [])
      return [
        ...selected.flatMap(({ metric, labels: used }) => {
          const known = labelsOf(metric)
          if (!known) return [`${where}: ${metric}`]
          return used
            .filter((label) => ![...known, ...OF_TARGET].includes(label))
            .map((label) => `${where}: ${metric}{${label}}`)
        }),
        ...grouped
          .filter((label) => ![...labels, ...OF_TARGET].includes(label))
          .map((label) => `${where}: by ${label}`),
      ]
    })
    expect(wrong).toEqual([])
    expect(expressions.every(({ expr }) => readPromQl(expr).selected.length > 0)).toBe(true)
  })

  it('compare the operations, codes and jobs that exist', () => {
    const { registry } = bank.app
    const known: Record<string, ReadonlySet<string>> = {
      operation: new Set(registry.operations.map(({ name }) => name)),
      code: new Set([...registry.errors, Overloaded].map(({ code }) => code)),
      queue: new Set(registry.domains.flatMap(({ jobs }) => jobs.map(({ name }) => name))),
    }
    const wrong = expressions.flatMap(({ where, expr }) =>
      [...expr.matchAll(/(operation|code|queue)="([^"$]+)"/g)]
        .filter(([, label, value]) => !known[label!]!.has(value!))
        .map(([text]) => `${where}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  it('are read by promtool, and each alert fires when it should (needs promtool)', {
    skip: !promtool,
  }, async () => {
    const copy = await mkdtemp(join(tmpdir(), 'florin-monitoring-'))
    try {
      await cp(folder, copy, { recursive: true })
      await writeFile(join(copy, 'florin-token'), 'secret')
      const run = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: copy })
      await run('check', 'config', 'prometheus.yml')
      await run('check', 'rules', 'florin-alerts.yml')
      await run('test', 'rules', 'florin-alerts.test.yml')
    } finally {
      await rm(copy, { recursive: true })
    }
  })
})

describe('an alert', () => {
  it('has a severity, a summary and its own section of docs/alarms.md, which has no others', async () => {
    const page = await readFile(join(root, 'docs/alarms.md'), 'utf8')
    const sections = page.split(/^### /m).slice(1)
    expect(sections.map((text) => text.split('\n', 1)[0]).toSorted()).toEqual(
      alerts.map(({ alert }) => alert).toSorted(),
    )
    const poor = sections.filter((text) =>
      ['Means', 'Look', 'Do', 'Over'].some(
        (word) => !new RegExp(`^\\*\\*${word}[.:]?\\*\\* \\S`, 'm').test(text),
      ),
    )
    expect(poor.map((text) => text.split('\n', 1)[0])).toEqual([])
    for (const { alert, severity, summary, runbook } of alerts) {
      expect(['critical', 'warning']).toContain(severity)
      expect(summary, alert).toMatch(/^'.*\.'$/)
      expect(runbook).toMatch(new RegExp(`/guides/alarms#${alert.toLowerCase()}$`))
    }
  })

  it('is tested, firing and silent', async () => {
    const tests = await readFile(join(folder, 'florin-alerts.test.yml'), 'utf8')
    const names = [...tests.matchAll(/^ {2}- name: (.*)$/gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(
      alerts.flatMap(({ alert }) => [`${alert} fires`, `${alert} is silent`]).toSorted(),
    )
  })
})

describe('a dashboard', () => {
  it('has panels with a title, a description, a unit, a data source and expressions', () => {
    expect(panels.length).toBeGreaterThan(40)
    const poor = panels.filter(
      ({ title, description, datasource, fieldConfig, targets }) =>
        !title ||
        !description ||
        !datasource ||
        !fieldConfig?.defaults.unit ||
        !targets ||
        targets.length === 0 ||
        targets.some(({ expr }) => !expr),
    )
    expect(poor.map(({ file, title }) => `${file}: ${title}`)).toEqual([])
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
  })
})

describe('readPromQl', () => {
  it.each([
    ['up{job="florin"} == 0', ['up{job}'], []],
    ['sum by (le) (rate(a_bucket{b="x{y}", c=~"d"}[5m]))', ['a_bucket{b,c}'], ['le']],
    ['a == 0 and on (instance) b{c!="d"} offset 5m', ['a{}', 'b{c}'], ['instance']],
    ['topk(10, sum(rate(a[$__rate_interval])) without (b)) / 1e3', ['a{}'], ['b']],
    ['histogram_quantile(0.99, a) > bool 1', ['a{}'], []],
  ])('finds what %s refers to', (expression, selected, grouped) => {
    const read = readPromQl(expression)
    expect(read.selected.map(({ metric, labels }) => `${metric}{${labels.join(',')}}`)).toEqual(
      selected,
    )
    expect(read.grouped).toEqual(grouped)
  })
})
