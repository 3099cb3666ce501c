// `florin operator`: lists, adds and resets operators from the command line, also when a password was lost.
import { text as readText } from 'node:stream/consumers'
import {
  addOperator,
  checkNewPassword,
  findUserByEmail,
  listOperators,
  resetOperator,
  secondFactorMail,
} from './domains/people/identity/index.ts'
import { systemClock } from './kernel/clock.ts'
import { AppError } from './operation/error.ts'
import { type DatabaseAddress, type Db, openDatabase } from './platform/database.ts'
import type { MailProvider } from './platform/mail.ts'
import { randomText } from './platform/secrets.ts'
import { StartError } from './platform/start-error.ts'

const OPERATOR_USAGE =
  'operator list | add EMAIL | reset EMAIL, with --password-stdin to read the password from standard input'

const FROM_INPUT = '--password-stdin'
const PASSWORD_LENGTH_MIN = 8
const PASSWORD_LENGTH_MAX = 255

interface Request {
  readonly action: 'list' | 'add' | 'reset'
  readonly email: string
  readonly isGiven: boolean
}

/** Reads the arguments before the database is opened, so that a mistake is reported at once. */
export function readOperatorCommand(args: readonly string[]): Request {
  const isGiven = args.includes(FROM_INPUT)
  const [action, email = '', ...more] = args.filter((arg) => arg !== FROM_INPUT)
  if (action === 'list' && email === '' && !isGiven) return { action, email, isGiven }
  if ((action !== 'add' && action !== 'reset') || email === '' || more.length > 0)
    throw new StartError(`Say what to do: florin ${OPERATOR_USAGE}.`)
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
    const password = isGiven ? await readPassword(input) : `${randomText(20)}-aA1`
    // This process serves no requests, so it has no caches to invalidate.
    const work = { db: database.write, now: systemClock.now(), invalidate: () => {} }
    const isDone =
      action === 'add'
        ? await addOperator({ email, password }, work)
        : await resetOperator({ email, password }, work)
    if (!isDone) throw await explain(action, email, database.read)
    const done =
      action === 'add'
        ? `${email} is an operator now.`
        : `${email} has a new password and no second factor; its sessions and reset tokens have ended. ${await informOwner(email, mail)}`
    return isGiven ? done : `${done}\nPassword (shown once): ${password}`
  } finally {
    await database.close()
  }
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
    .map(({ email, created_at, two_factor_confirmed_at }) => {
      const factors = two_factor_confirmed_at === null ? 'password only' : 'two factors'
      return `${email}  since ${created_at.slice(0, 10)}  ${factors}`
    })
    .join('\n')
}

async function explain(action: 'add' | 'reset', email: string, db: Db): Promise<StartError> {
  if (action === 'reset')
    return new StartError(
      `There is no operator ${email}; "florin operator list" shows all operators.`,
    )
  const existing = await findUserByEmail(db, email, undefined)
  return new StartError(
    existing?.roles.includes('admin')
      ? `${email} is an operator already; "florin operator reset ${email}" gives a new password.`
      : `${email} is a customer of the bank; use another e-mail address for the operator.`,
  )
}
