// Hands reports to regulators: as files in an outbox folder that an external transfer tool empties, or to simulated
// regulators, which accept everything in five minutes. Production never simulates.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../../../operation/caller.ts'
import { Unavailable } from '../../../../operation/error.ts'

export interface OutgoingReport {
  readonly reference: string
  readonly report_type: string
  readonly jurisdiction: string
  readonly regulator: string
  readonly data: object
  readonly submitted_at: string
}

export type Channel = 'simulated' | 'files'

export interface Regulators {
  /** Undefined when reports of this environment cannot be submitted. */
  channelOf(environment: Environment): Channel | undefined
  /** Throws when reports of this environment cannot be submitted. */
  getChannel(environment: Environment): Channel
  /** Called after the commit, by a job that may run twice: the second file replaces the first. */
  writeFile(report: OutgoingReport): Promise<void>
}

export function makeRegulators({
  outbox,
  production,
}: {
  readonly outbox: string
  readonly production: boolean
}): Regulators {
  // Test data is never sent to a real regulator.
  const channelOf = (environment: Environment) => {
    if (environment === 'live' && outbox !== '') return 'files' as const
    return environment === 'live' && production ? undefined : ('simulated' as const)
  }
  return {
    channelOf,
    getChannel(environment) {
      const channel = channelOf(environment)
      if (channel === undefined)
        throw Unavailable({
          reason:
            'This bank is connected to no regulator; its operator has to set REGULATORY_OUTBOX.',
        })
      return channel
    },
    async writeFile(report) {
      if (outbox === '') throw new Error('REGULATORY_OUTBOX is not set')
      await writeReport(outbox, report)
    },
  }
}

/** Written under a temporary name first, so that no partial file is picked up. */
async function writeReport(folder: string, report: OutgoingReport): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${report.reference}.json`)
  await writeFile(`${file}.part`, `${JSON.stringify(report, null, 2)}\n`, { flush: true })
  await rename(`${file}.part`, file)
}
