// The environment variables: those that are misspelt, those with a value that no bank would start with (all of them, where
// a start names the first), and secrets in files that others can read.
import { stat } from 'node:fs/promises'
import { type Config, readConfig, variables as processVariables } from '../config.ts'
import { domains } from '../domains/index.ts'
import { describeMisspelt, findMisspelt } from '../platform/misspelt-settings.ts'
import {
  defineSettings,
  type Environment,
  fileVariable,
  readSettings,
  type Settings,
  type Variables,
} from '../platform/settings.ts'
import { StartError } from '../platform/start-error.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'

/** Why each is refused, by its name. */
export type InvalidSettings = ReadonlyMap<string, string>

const all: readonly Variables[] = [
  processVariables,
  ...domains.map(({ settings }) => settings?.variables ?? {}),
]

const secrets: readonly string[] = all.flatMap((some) =>
  Object.entries(some).flatMap(([name, { secret }]) => (secret ? [name] : [])),
)

const modeOf = (env: Environment) => ({ production: env.FLORIN_MODE === 'production' })

/** Undefined if the work is not refused. */
function refusalOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

export function findInvalid(env: Environment): InvalidSettings {
  const found = all.flatMap((some) =>
    Object.entries(some).flatMap(([name, variable]) => {
      const refusal = refusalOf(() =>
        readSettings(defineSettings({ [name]: variable }), env, modeOf(env)),
      )
      return refusal === undefined ? [] : [[name, refusal] as const]
    }),
  )
  return new Map(found)
}

/** Without the values that are invalid. */
function withoutInvalid(env: Environment, invalid: InvalidSettings): Environment {
  const unset = [...invalid.keys()].flatMap((name) => [name, fileVariable(name)])
  return { ...env, ...Object.fromEntries(unset.map((name) => [name, ''])) }
}

/** The settings with the default for each that is invalid, also where a rule between them is broken. */
export function readLeniently(env: Environment, invalid: InvalidSettings): Config {
  const valid = withoutInvalid(env, invalid)
  try {
    return readConfig(valid)
  } catch {
    const values = readSettings(defineSettings(processVariables), valid, { production: false })
    const { DATA_DIR } = readConfig({ DATA_DIR: valid['DATA_DIR'] })
    return { ...values, DATA_DIR, ...modeOf(env) }
  }
}

const misspelt = (env: Environment): Finding[] =>
  findMisspelt(
    all.flatMap((some) =>
      Object.entries(some).flatMap(([name, { secret }]) =>
        secret ? [name, fileVariable(name)] : [name],
      ),
    ),
    env,
  ).map((one) => warning(`It is not read: ${describeMisspelt(one)}`))

/** The rules between settings, without those that are broken because a setting is invalid itself. */
function brokenRules(env: Environment, invalid: InvalidSettings): string[] {
  const valid = withoutInvalid(env, invalid)
  const groups = domains.flatMap(({ settings }): Settings<Variables>[] =>
    settings ? [settings] : [],
  )
  const rules = [
    () => readConfig(valid),
    ...groups.map((settings) => () => readSettings(settings, valid, modeOf(env))),
  ]
  return rules
    .flatMap((rule) => refusalOf(rule) ?? [])
    .filter((refusal) => ![...invalid.keys()].some((name) => refusal.includes(name)))
}

export const settingsCheck: Check = {
  name: 'settings',
  run({ env, invalid }) {
    const refusals = [...invalid.values(), ...brokenRules(env, invalid)]
    const findings = [...new Set(refusals)].map(problem).concat(misspelt(env))
    return findings.length > 0 ? findings : [ok('All settings are valid.')]
  },
}

const READ_BY_OTHERS = 0o004
const WRITTEN_BY_OTHERS = 0o022

/** The file of a secret that the settings could read; that it can be read is what they say themselves. */
export const secretFilesCheck: Check = {
  name: 'secret files',
  async run({ env }) {
    const files = secrets.flatMap((name) => {
      const variable = fileVariable(name)
      const path = env[variable] ?? ''
      return path === '' ? [] : [{ variable, path }]
    })
    const found = await Promise.all(files.map(({ variable, path }) => checkMode(variable, path)))
    const findings = found.flat()
    if (findings.length > 0) return findings
    return files.length === 0 ? [] : [ok('Files with secrets are closed to other users.')]
  },
}

async function checkMode(variable: string, path: string): Promise<Finding[]> {
  const mode = (await stat(path).catch(() => undefined))?.mode
  if (mode === undefined) return []
  if ((mode & WRITTEN_BY_OTHERS) !== 0)
    return [
      problem(`${variable} names "${path}", which other users can change; run: chmod 600 ${path}`),
    ]
  if ((mode & READ_BY_OTHERS) !== 0)
    return [
      warning(
        `${variable} names "${path}", which every user of this machine can read; run: chmod 600 ${path} (in a container with one user this is harmless).`,
      ),
    ]
  return []
}
