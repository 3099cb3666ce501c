// Rules against flaky tests: a test that waits for a time, judges a time or shares a name with others passes on one
// machine and fails on another.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isTestOnly } from '../harness/places.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const texts = new Map(
  globSync('{src,sdk,test}/**/*.{ts,js}', { cwd: root })
    .filter((file) => file.startsWith('test/') || isTestOnly(file))
    .filter((file) => !file.endsWith('steadiness.test.ts'))
    .map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]),
)
const filesWith = (pattern: RegExp): string[] =>
  [...texts].flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).toSorted()

/** Files that break a rule, each with the reason why it may. */
type Exceptions = Readonly<Record<string, string>>
const expectOnly = (exceptions: Exceptions, pattern: RegExp): void =>
  expect(filesWith(pattern)).toEqual(Object.keys(exceptions).toSorted())

it('there are tests to look at', () => expect(texts.size).toBeGreaterThan(300))

describe('a test', () => {
  it('waits for a stated condition, and not for a time to pass', () => {
    const RANDOM_MOMENT = 'the moment of a kill or of a call is random'
    const WAITS = 'looks again and again whether the condition holds'
    expectOnly(
      {
        'src/operation/forwarding/failover.test.ts': RANDOM_MOMENT,
        'src/platform/pipelined-connection.test.ts':
          'a statement that takes as long as the event loop needs',
        'src/platform/postgres/test-support.ts': WAITS,
        'test/harness/delays.js': 'delays answers, to find tests that are not steady',
        'test/process/kill.test.ts': RANDOM_MOMENT,
        'test/process/ledger-crash.test.ts': RANDOM_MOMENT,
        'test/process/ledger-load.ts': RANDOM_MOMENT,
        'test/process/ledger-writer.test.ts': RANDOM_MOMENT,
        'test/process/support.ts': WAITS,
      },
      /node:timers\/promises|\bsetTimeout\(|pg_sleep|waitForTimeout|networkidle/,
    )
  })

  it('judges no time of the wall clock', () => {
    const PRINTS = 'prints how long it took'
    const LIMIT = 'gives up after a time'
    expectOnly(
      {
        'src/platform/postgres/test-support.ts': LIMIT,
        'test/clients/interledger.test.ts': 'its clients go by the clock of the machine',
        'test/console/details.test.ts': 'fills in a moment of the future',
        'test/console/reference.test.ts': PRINTS,
        'test/console/speed.test.ts': PRINTS,
        'test/process/ledger-two-nodes.test.ts': 'orders what this process did itself',
        'test/process/ledger-writer.test.ts': PRINTS,
        'test/process/stop.test.ts': 'asks again after a while',
        'test/process/support.ts': LIMIT,
        'test/simulation/money.test.ts': 'ends the search for a shorter example',
      },
      /performance\.now\(|\bDate\.now\(/,
    )
  })

  it('waits for a minute at least, because a busy machine is no fault', () => {
    const short = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/\btimeout(?:: | = )([\d_]+)/g)]
        .filter(([, ms]) => Number(ms!.replaceAll('_', '')) < 60_000)
        .map(([found]) => ({ file, found })),
    )
    expect(short).toEqual([])
  })

  it('listens where the system says, and writes into folders of its own', () => {
    expectOnly(
      { 'src/operation/pipeline.test.ts': 'a port without a listener' },
      /\.listen\(\s*[1-9]|\bport: [1-9]|['"`]\/(?:tmp|var\/tmp)\b/,
    )
  })

  it('does not order rows by random ids', () => {
    expectOnly({}, /order by (?:\w+\.)?(?:\w*uuid|entry_id)\b/)
  })

  it('is not run again when it fails, and is not left out or alone by mistake', () => {
    expectOnly({}, /\bretry: [1-9]|\b(?:it|test|describe)\.(?:only|todo|fails)\b/)
  })
})
