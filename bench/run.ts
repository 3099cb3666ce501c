// Measures speed, mostly as ratios within one run. Starts the bank, the yardsticks and the load generator, runs
// the rounds, prints a table and writes results.json. See options.ts for the command line.
import { type Bench, FULL, QUICK } from './bench.ts'
import { type Group, selectGroups } from './case.ts'
import { listAgentGroups } from './agent-cases.ts'
import { listAssistantGroups } from './assistant-cases.ts'
import { listExchangeGroups } from './exchange-cases.ts'
import { listGraphqlGroups } from './graphql-cases.ts'
import { listHttpGroups } from './http-cases.ts'
import { listLedgerGroups } from './ledger-groups.ts'
import { writeDocument } from './document/document.ts'
import { startLoadGenerator } from './load.ts'
import { describeMachine, type Machine } from './machine.ts'
import { type Options, readOptions } from './options.ts'
import { listPageGroups, type PageStage, setPageStage } from './page-cases.ts'
import { startFlorin, startHello } from './processes.ts'
import { listRailsGroups } from './rails-cases.ts'
import { listResults, type Results, writeResults } from './results.ts'
import { takeRounds } from './rounds.ts'
import { renderTable } from './table.ts'
import { makeJudge } from './verdict.ts'
import { listWebhookGroups, setWebhookStage, type WebhookStage } from './webhook-cases.ts'

async function listGroups(
  bench: Bench,
  stage: WebhookStage | undefined,
  pageStage: PageStage | undefined,
  options: Options,
): Promise<Group[]> {
  const ledger = options.parts.includes('ledger') ? listLedgerGroups(bench, options) : []
  const http = options.parts.includes('http') ? await listHttpGroups(bench) : []
  const webhooks = stage ? listWebhookGroups(bench, stage, options.quick) : []
  const exchange = options.parts.includes('exchange') ? listExchangeGroups(bench) : []
  const agents = options.parts.includes('agents') ? listAgentGroups(bench) : []
  const rails = options.parts.includes('rails') ? listRailsGroups(bench, options.quick) : []
  const graphql = options.parts.includes('graphql') ? listGraphqlGroups(bench, options.quick) : []
  const assistant = options.parts.includes('assistant')
    ? listAssistantGroups(bench, options.quick)
    : []
  const pages = pageStage ? listPageGroups(pageStage, options.quick) : []
  return selectGroups(
    [
      ...ledger,
      ...http,
      ...webhooks,
      ...exchange,
      ...agents,
      ...rails,
      ...graphql,
      ...assistant,
      ...pages,
    ],
    options.only,
  )
}

function describeRun(machine: Machine, { pace }: Bench, options: Options): string {
  const { cpus, arch, node, postgres, pgbench, fdatasync_microseconds } = machine
  const client = pgbench ?? 'the pg driver, for want of pgbench: no bar is judged by its figures'
  const short = options.quick ? '; too short to judge by' : ''
  return `
${options.date}: ${cpus} processors (${arch}) for load, bank and database together, Node ${node}, PostgreSQL ${postgres}.
A durable write (fdatasync) takes ${fdatasync_microseconds} microseconds here; on many disks it takes far longer.
TPC-B and the ledger in SQL were driven by ${client}.
Median of ${pace.rounds} round(s) of ${pace.seconds} s${short}.

`
}

const options = readOptions(process.argv.slice(2), new Date())
const load = startLoadGenerator()
const [hello, florin, stage, pageStage] = await Promise.all([
  startHello(),
  startFlorin(),
  options.parts.includes('webhooks') ? setWebhookStage() : undefined,
  options.parts.includes('pages') ? setPageStage() : undefined,
])
try {
  const bench: Bench = { florin, hello, load, pace: options.quick ? QUICK : FULL }
  const machine = await describeMachine(florin)
  const figures = await takeRounds(await listGroups(bench, stage, pageStage, options))
  const judge = makeJudge(figures, machine.pgbench !== undefined)
  process.stdout.write(describeRun(machine, bench, options) + renderTable(figures, judge))
  const { rounds, seconds } = bench.pace
  const results: Results = {
    run: { ...options, rounds, seconds },
    machine,
    figures: listResults(figures, judge),
  }
  await writeResults(results)
  if (options.document) await writeDocument([results])
} finally {
  await Promise.all([hello.stop(), florin.stop(), load.stop(), stage?.stop(), pageStage?.stop()])
}
