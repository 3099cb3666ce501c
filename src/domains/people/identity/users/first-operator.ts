// Makes sure that a bank has an operator when it starts: the one named by ADMIN_EMAIL or, outside production,
// one with a generated password.
import type { Logger } from 'pino'
import { randomText } from '../../../../platform/secrets.ts'
import { StartError } from '../../../../platform/start-error.ts'
import type { Values } from '../../../../platform/settings.ts'
import { addOperator, ensureOperator, type NewOperator, type OperatorWork } from './operators.ts'
import type { settings } from '../settings.ts'
import { countOperators } from '../store.ts'

export interface Start extends OperatorWork {
  readonly production: boolean
  readonly log: Logger
}

/** Returns the operator it generated, whose password is shown once; otherwise undefined. */
export async function prepareOperator(
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Values<(typeof settings)['variables']>,
  start: Start,
): Promise<NewOperator | undefined> {
  if (ADMIN_EMAIL !== '') await ensureNamed({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }, start)
  if (start.production) {
    if ((await countOperators(start.db)) === 0)
      throw new StartError(
        'No operator exists. Set ADMIN_EMAIL and ADMIN_PASSWORD; the first operator is created from them.',
      )
    return undefined
  }
  if (ADMIN_EMAIL !== '') return undefined
  const operator = { email: 'operator@florin.local', password: `${randomText(16)}-aA1` }
  return (await addOperator(operator, start)) ? operator : undefined
}

async function ensureNamed(operator: NewOperator, start: Start): Promise<void> {
  const { email } = operator
  const { log } = start
  const outcome = await ensureOperator(operator, start)
  if (outcome === 'changed')
    log.info(`the operator ${email} has the new password from ADMIN_PASSWORD; their sessions ended`)
  if (outcome === 'differs')
    log.warn(
      `ADMIN_PASSWORD differs from the password of ${email}, which is kept; run "florin operator reset" to set a new one`,
    )
  if (outcome === 'not_an_operator')
    log.warn(`${email} is registered, but not as an operator; choose another ADMIN_EMAIL`)
}
