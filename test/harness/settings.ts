// Settings as a start reads them: those of the process, then those of every domain.
import { domains } from '../../src/domains/index.ts'
import { readConfig } from '../../src/config.ts'
import { readDomainSettings } from '../../src/operation/domain.ts'
import type { Environment } from '../../src/platform/settings.ts'

export function readAllSettings(env: Environment) {
  const config = readConfig(env)
  return { config, settings: readDomainSettings(domains, env, config) }
}
