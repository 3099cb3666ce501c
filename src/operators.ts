// `florin operator`: lists, adds, resets and removes operators from the command line, also when a password was lost.
import { text as readText } from 'node:stream/consumers'
import {
  addOperator,
  checkNewPassword,
  findUserByEmail,
  listOperators,
  removeOperator,
  resetOperator,
  secondFactorMail,
} from './domains/people/identity/index.ts'
import { systemClock } from './kernel/clock.ts'
import { AppError } from './operation/error.ts'
import { type Database, type DatabaseAddress, type Db, openDatabase } from './platform/database.ts'
import type { MailProvider } from './platform/mail.ts'
import { randomText } from './platform/secrets.ts'
import { StartError } from './platform/start-error.ts'

const OPERATOR_USAGE =
  'operator list | add EMAIL | reset EMAIL | remove EMAIL | restore EMAIL, with --password-stdin to read the password from standard input'

const FROM_INPUT = '--password-stdin'
const PASSWORD_LENGTH_MIN = 8
const PASSWORD_LENGTH_MAX = 255

const actions = ['add', 'reset', 'remove', 'restore'] as const
type Action = (typeof actions)[number]

interface Request {
  readonly action: 'list' | Action
  readonly email: string
  readonly isGiven: boolean
}

/** Reads the arguments before the database is opened, so that a mistake is reported at once. */
export function readOperatorCommand(args: readonly string[]): Request {
  const isGiven = args.includes(FROM_INPUT)
  const [first, email = '', ...more] = args.filter((arg) => arg !== FROM_INPUT)
  if (first === 'list' && email === '' && !isGiven) return { action: first, email, isGiven }
  const action = actions.find((one) => one === first)
  const isWrong = (action === 'remove' && isGiven) || email === '' || more.length > 0
  if (!action || isWrong) throw new StartError(`Say what to do: florin ${OPERATOR_USAGE}.`)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 255)
    throw new StartError(`"${email}" is not an e-mail address.`)
  return { action, email, isGiven }
}

export async function runOperatorCommand(
  { action, email, isGiven }: Request,
  address: DatabaseAddress,
  input: NodeJS.ReadableStream,
  mail: MailProvider | undefined,
): Promise<string> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  try {
    if (action === 'list') return await describeOperators(database.read)
    if (action === 'remove') return await remove(email, database)
    const password = isGiven ? await readPassword(input) : `${randomText(20)}-aA1`
    // This process serves no requests, so it has no caches to invalidate.
    const work = { db: database.write, now: systemClock.now(), invalidate: () => {} }
    const from = action === 'restore' ? 'former_admin' : 'admin'
    const isDone =
      action === 'add'
        ? await addOperator({ email, password }, work)
        : await resetOperator({ email, password }, work, from)
    if (!isDone) throw await explain(action, email, database.read)
    const done =
      action === 'add'
        ? `${email} is an operator now.`
        : `${email} has a new password and no second factor; its sessions, API keys and all other access have ended. ${await informOwner(email, mail)}`
    return isGiven ? done : `${done}\nPassword (shown once): ${password}`
  } finally {
    await database.close()
  }
}

async function remove(email: string, { read, write }: Database): Promise<string> {
  const work = { db: write, now: systemClock.now(), invalidate: () => {} }
  const outcome = await removeOperator(email, work)
  if (outcome === 'removed')
    return `${email} is no operator any more; its sessions, API keys and all other access have ended on every node.`
  if (outcome === 'last')
    throw new StartError(
      `${email} is the last operator; add another first: "florin operator add EMAIL".`,
    )
  throw await explain('remove', email, read)
}

/** The reset has happened by then, so a mail that fails is only reported. */
async function informOwner(email: string, mail: MailProvider | undefined): Promise<string> {
  if (!mail) return 'No mail server is configured, so inform the owner yourself.'
  try {
    await mail.deliver(secondFactorMail(email))
    return 'The owner is informed by mail.'
  } catch (error) {
    return `The mail to the owner could not be sent, so inform them yourself (${error instanceof Error ? error.message : String(error)}).`
  }
}

/** Reads the first line, without the line end that a shell adds. */
async function readPassword(input: NodeJS.ReadableStream): Promise<string> {
  const password = (await readText(input)).split(/\r?\n/, 1)[0]!
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX)
    throw new StartError(
      `The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
    )
  try {
    checkNewPassword(password, undefined)
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.message) : error
  }
  return password
}

async function describeOperators(db: Db): Promise<string> {
  const operators = await listOperators(db)
  if (operators.length === 0) return 'There is no operator; "florin operator add EMAIL" makes one.'
  return operators
    .map(({ email, status, created_at, two_factor_confirmed_at }) => {
      if (status !== 'active') return `${email}  since ${created_at.slice(0, 10)}  removed`
      const factors = two_factor_confirmed_at === null ? 'password only' : 'two factors'
      return `${email}  since ${created_at.slice(0, 10)}  ${factors}`
    })
    .join('\n')
}

async function explain(action: Action, email: string, db: Db): Promise<StartError> {
  const existing = await findUserByEmail(db, email, undefined)
  if (existing?.roles.includes('former_admin') === true)
    return new StartError(
      `${email} was removed; "florin operator restore ${email}" makes it an operator again.`,
    )
  if (action !== 'add')
    return new StartError(
      `There is no ${action === 'restore' ? 'removed ' : ''}operator ${email}; "florin operator list" shows all operators.`,
    )
  return new StartError(
    existing?.roles.includes('admin')
      ? `${email} is an operator already; "florin operator reset ${email}" gives a new password.`
      : `${email} is a customer of the bank; use another e-mail address for the operator.`,
  )
}
