// Where the console begins: customers at their own overview, operators at the one of the bank. Their own overview is one
// link away.
import type { User } from '../../../sdk/client/types.ts'

export const OPERATORS_HOME = '/bank'

export const isOperator = (user: User | null): boolean => user?.roles.includes('admin') ?? false
