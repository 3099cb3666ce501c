// Generates the reference pages under docs/ from the declarations in the code.
import { listVariables } from '../src/declarations.ts'
import type { AnyOperation } from '../src/operation/operation.ts'
import type { Registry } from '../src/operation/registry.ts'
import { describePeriod, kindOf, leastSecondsOf } from '../src/operation/retention-settings.ts'
import type { Described } from '../src/platform/metric.ts'
import { listSecrets } from '../src/terminal.ts'

const MADE = '<!-- Written by "npm run project"; do not edit. -->\n'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

export function projectReference(
  registry: Registry,
  metrics: readonly Described[],
): Record<string, string> {
  return {
    'configuration.md': describeConfiguration(),
    'operations.md': describeOperations(registry),
    'events.md': describeEvents(registry),
    'retention.md': describeRetention(registry),
    'metrics.md': describeMetrics(metrics),
  }
}

function describeConfiguration(): string {
  const variables = listVariables()
  const rows = Object.entries(variables).map(([name, { summary, fallback, expected }]) => [
    `\`${name}\``,
    summary,
    fallback === '' ? '' : `\`${fallback}\``,
    expected,
  ])
  return `${MADE}
# Configuration

Florin is configured by environment variables. A wrong value stops the start with one sentence that
names the variable. Traces are switched on by the standard OpenTelemetry variables, such as
\`OTEL_EXPORTER_OTLP_ENDPOINT\`. [Modes](../modes.md) says what sandbox and production mean, and that the
sandbox environment of a key is something else.

${table(['Variable', 'Meaning', 'Default', 'Must be'], rows)}
## Secrets in files

Containers and service managers hand over secrets as files. So each of these may be in a file, whose path is in the variable
of the same name with \`_FILE\` behind it, such as \`FLORIN_SECRET_FILE=/run/secrets/florin\`. A line end after the secret is
left out. It is an error to set both.

${listSecrets(variables)
  .map((name) => `- \`${name}\`\n`)
  .join('')}`
}

function describeOperations({ domains }: Registry): string {
  const sections = domains.map(({ name, summary, operations }) => {
    const rows = operations.map((op) => [
      `\`${op.name}\``,
      op.kind,
      describeAuth(op),
      op.rest.map((route) => `\`${route.route}\``).join('<br>'),
      op.summary,
    ])
    const head = ['Operation', 'Kind', 'Who', 'Routes', 'What']
    return `## ${name}\n\n${summary}\n\n${table(head, rows)}`
  })
  return `${MADE}\n# Operations\n\n${sections.join('\n')}`
}

function describeAuth(op: AnyOperation): string {
  if (op.auth === 'public') return 'public'
  return op.auth
    .map(({ by, scope, via }) => [by, scope, via && 'signed in'].filter(Boolean).join(', '))
    .join(' and ')
}

function describeEvents({ events }: Registry): string {
  const rows = events.map(({ type, version, summary, data }) => [
    `\`${type}\``,
    String(version),
    summary,
    Object.keys(data.properties)
      .map((field) => `\`${field}\``)
      .join(', '),
  ])
  return `${MADE}\n# Events\n\n${table(['Event', 'Version', 'When', 'Data'], rows)}`
}

function describeRetention({ retention }: Registry): string {
  const rows = retention
    .toSorted((a, b) => (a.table < b.table ? -1 : 1))
    .map((one) => {
      const least = leastSecondsOf(one)
      return [
        `\`${kindOf(one, retention)}\``,
        one.seconds === 0
          ? `until \`${one.column}\``
          : `${describePeriod(one.seconds)} after \`${one.column}\``,
        least === undefined ? '' : describePeriod(least),
        one.only === undefined ? '' : `\`${one.only}\``,
        [one.reason, one.fixed].filter(Boolean).join(' '),
      ]
    })
  return `${MADE}
# Retention

The job \`platform.delete_old_rows\` runs every ten minutes. It deletes the rows of these kinds that are older than
stated, and logs how many of which table. The age counts from a column; an \`id\` begins with the time of its row. The
setting \`RETENTION\` changes periods, such as \`RETENTION="notifications.notices=30d, a2a.tasks=2160h"\`, down to the
shortest that is given here; a kind without one has no period that could be set. Rows with rules of their own, such as
expired credentials, are deleted by jobs of the domain that owns them. The ledger, the audit trail and the event log are
kept for good; [Life of data](../data.md) says what an erasure does to them.

${table(['Kind', 'Kept', 'At least', 'Deleted only if', 'Why'], rows)}`
}

function describeMetrics(metrics: readonly Described[]): string {
  const rows = metrics.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ])
  return `${MADE}
# Metrics

What \`/metrics\` shows to Prometheus; [Monitoring](../monitoring.md) says how to read it. Metrics of the database, such as
the lag of a reader, are the same on every node; the others are of one process and begin at 0 when it starts. A metric
without a value is left out.

${table(['Metric', 'Type', 'Labels', 'What'], rows)}`
}
