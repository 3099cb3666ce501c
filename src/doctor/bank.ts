// The bank that runs with these settings: whether it is there, ready and of this version, which role it has among the
// nodes, whether webhooks fail; and whether clients reach it at its public address.
import { isRecord } from '../kernel/json.ts'
import { SOFTWARE_VERSION } from '../kernel/version.ts'
import { reasonOf } from '../platform/reason.ts'
import { type Check, type Finding, ok, problem, skipped, warning } from './check.ts'

const ANSWER_MS = 5_000

export interface RunningBank {
  /** That of the API. */
  readonly version: string
  readonly mode: string
}

const ask = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })

/** Undefined if no Florin answers there. */
export async function askBank(url: string): Promise<RunningBank | undefined> {
  try {
    const answer: unknown = await (await ask(`${url}/api/health`)).json()
    if (!isRecord(answer) || answer['status'] !== 'ok') return undefined
    const { version, mode } = answer
    return typeof version === 'string' && typeof mode === 'string' ? { version, mode } : undefined
  } catch {
    return undefined
  }
}

export const bankCheck: Check = {
  name: 'bank',
  needs: ['PORT', 'HOST', 'FLORIN_MODE'],
  async run({ bankUrl, config: { FLORIN_MODE } }) {
    const bank = await askBank(bankUrl)
    if (!bank) return [skipped(`No bank answers at ${bankUrl}; "florin start" starts one.`)]
    const ready = await ask(`${bankUrl}/health/ready`)
    const { message } = (await ready.json()) as { readonly message?: string }
    return [
      ready.ok
        ? ok(`The bank at ${bankUrl} is ready: API ${bank.version}, ${bank.mode} mode.`)
        : problem(
            `The bank at ${bankUrl} is not ready: ${message ?? `it answers ${ready.status}.`}`,
          ),
      ...judgeMode(bank, FLORIN_MODE),
    ]
  },
}

export const judgeMode = ({ mode }: RunningBank, wanted: string): Finding[] =>
  mode === wanted
    ? []
    : [
        problem(
          `The bank that runs is in ${mode} mode, and FLORIN_MODE is ${wanted}: it was started with other settings.`,
        ),
      ]

/** A value of the metrics, of all label sets that have this text, summed; undefined if there is none. */
export function readMetric(text: string, name: string, labels = ''): number | undefined {
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => line.includes(labels))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}

const ROLES: Readonly<Record<string, Finding>> = {
  writer: ok('It writes the ledger for all nodes.'),
  forwarder: ok('It forwards postings to the node that writes.'),
  alone: ok('It has no other nodes.'),
  seeking: problem(
    'It reaches no node that writes; check that the nodes reach each other at NODE_HOST (docs/nodes.md).',
  ),
}

export function judgeMetrics(text: string): Finding[] {
  const role = Object.keys(ROLES).find(
    (one) => readMetric(text, 'florin_node_role', `role="${one}"`) === 1,
  )
  const version = /^florin_build_info\{.*version="([^"]*)"/m.exec(text)?.[1]
  const failing = readMetric(text, 'florin_webhooks_failing') ?? 0
  const behind = readMetric(text, 'florin_webhooks_behind') ?? 0
  return [
    ...(version === undefined || version === SOFTWARE_VERSION
      ? []
      : [
          warning(
            `The bank that runs is version ${version}, this program is ${SOFTWARE_VERSION}; restart it to use this one.`,
          ),
        ]),
    ...(role === undefined ? [] : [ROLES[role]!]),
    failing > 0
      ? warning(
          `The last delivery of ${failing} active webhook(s) failed; GET /api/v2/webhooks/{id}/deliveries shows what their receivers answered.`,
        )
      : ok(`No webhook fails${behind > 0 ? `; ${behind} have events to come` : ''}.`),
  ]
}

export const metricsCheck: Check = {
  name: 'nodes and webhooks',
  needs: ['PORT', 'HOST', 'METRICS_TOKEN'],
  async run({ bankUrl, config: { METRICS_TOKEN } }) {
    if (!(await askBank(bankUrl))) return []
    const headers = METRICS_TOKEN === '' ? {} : { Authorization: `Bearer ${METRICS_TOKEN}` }
    const answer = await ask(`${bankUrl}/metrics`, headers)
    if (answer.status === 401 || answer.status === 403)
      return [
        skipped(
          'The bank shows its metrics to nobody here; set METRICS_TOKEN, also for Prometheus (docs/monitoring.md).',
        ),
      ]
    return answer.ok
      ? judgeMetrics(await answer.text())
      : [warning(`The metrics of the bank cannot be read: it answers ${answer.status}.`)]
  },
}

export const publicAddressCheck: Check = {
  name: 'public address',
  needs: ['PUBLIC_URL', 'PORT', 'HOST'],
  async run({ config: { PUBLIC_URL, production }, bankUrl }) {
    if (PUBLIC_URL === '') return []
    const own = await askBank(bankUrl)
    if (await askBank(PUBLIC_URL)) return [ok(`A bank answers at PUBLIC_URL ${PUBLIC_URL}.`)]
    if (!own) return [skipped(`PUBLIC_URL ${PUBLIC_URL} is checked when the bank runs.`)]
    const why = await ask(`${PUBLIC_URL}/api/health`).then(
      (answer) => `something else answers ${answer.status} there`,
      reasonOf,
    )
    const say = production ? problem : warning
    return [
      say(
        `The bank does not answer at PUBLIC_URL ${PUBLIC_URL} from this machine (${why}); check the name, the certificate and the proxy.`,
      ),
    ]
  },
}
