// A check of `florin doctor`: one small function that looks at one thing, changes nothing, and says what it found in
// sentences that say what to do.
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../platform/database.ts'
import type { Environment } from '../platform/settings.ts'
import type { InvalidSettings } from './settings.ts'

/** A warning works, but will be regretted. What is skipped cannot be judged from here. */
export type State = 'ok' | 'warning' | 'problem' | 'skipped'

export interface Finding {
  readonly state: State
  readonly message: string
}

export interface Situation {
  readonly env: Environment
  /** Settings with an invalid value have their default here; a check that needs one of them is skipped. */
  readonly config: Config
  readonly invalid: InvalidSettings
  /** Where a bank of these settings answers on this machine. */
  readonly bankUrl: string
  /** Whether the addresses of providers are called. */
  readonly outbound: boolean
  /** Undefined if the embedded database does not run: it is not started for this. */
  readonly database: DatabaseAddress | undefined
}

export interface Check {
  readonly name: string
  /** The settings that it depends on. */
  readonly needs?: readonly string[]
  run(situation: Situation): readonly Finding[] | Promise<readonly Finding[]>
}

const finding =
  (state: State) =>
  (message: string): Finding => ({ state, message })

export const ok = finding('ok')
export const warning = finding('warning')
export const problem = finding('problem')
export const skipped = finding('skipped')
