// Collects the declarations of the bank without starting it, for the generated documents and the tests.
import { pino } from 'pino'
import { type App, makeApp } from './app.ts'
import { domains } from './domains/index.ts'
import { readConfig, variables as processVariables } from './config.ts'
import type { Clock } from './kernel/clock.ts'
import { readDomainSettings } from './operation/domain.ts'
import type { Registry } from './operation/registry.ts'
import type { Described } from './platform/metric.ts'
import { randomText } from './platform/secrets.ts'
import type { Variables } from './platform/settings.ts'

export const describeBank = (clock: Clock): Registry => openNothing(clock).registry

/** Every metric of the bank, by name. */
export const describeMetrics = (clock: Clock): readonly Described[] =>
  openNothing(clock).bank.metrics.list()

/** The bank without a database. */
function openNothing(clock: Clock): App {
  const config = readConfig({})
  const app = makeApp({
    config,
    settings: readDomainSettings(domains, {}, config),
    address: { connectionString: 'postgres://nobody@localhost/none' },
    secret: randomText(32),
    clock,
    log: pino({ level: 'silent' }),
  })
  void app.close()
  return app
}

/** Every setting: those of the process, then those of each domain. */
export const listVariables = (): Variables =>
  Object.assign({}, processVariables, ...domains.map(({ settings }) => settings?.variables))
