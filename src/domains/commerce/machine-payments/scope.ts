// The scope of a query: one user's rows in an environment, or all rows there for an operator.
import { type Environment, isOperator } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'

export interface Scope {
  readonly environment: Environment
  /** Undefined for the rows of all users. */
  readonly user_uuid: string | undefined
}

/** Users see their own rows; an operator sees all. */
export const scopeOf = ({ caller }: Context): Scope => ({
  environment: caller.environment,
  user_uuid: isOperator(caller) ? undefined : caller.user!,
})
