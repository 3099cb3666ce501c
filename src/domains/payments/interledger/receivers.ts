// Resolves a payment pointer or an Interledger address to an account of this bank or an external receiver.
import type { Environment } from '../../../operation/caller.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import {
  type Account,
  findAccounts,
  findFirstAccounts,
  getAccount,
  isVisible,
} from '../../core/ledger/index.ts'
import { isAddress, isRoutable, type OwnPlace, readPointer, toAddress } from './addresses.ts'
import type { Connector, Resolved } from './connectors/connector.ts'
import { NoAccount, ReceiverUnreachable } from './errors.ts'
import type { InterledgerOptions } from './options.ts'
import { findConnection, findConnectionTo, findIncoming } from './incoming/store.ts'

export type Receiver =
  | {
      readonly kind: 'own'
      readonly ilp_address: string
      readonly account_uuid: string
      readonly incoming_id: string | null
      readonly connection_id: string | null
      /** The only asset that the target accepts; null for an account, which accepts any. */
      readonly asset: string | null
    }
  | {
      readonly kind: 'outside'
      readonly ilp_address: string
      readonly connector: Connector
      readonly secret: string
    }

type Options = Pick<InterledgerOptions, 'addresses' | 'connectors' | 'sealer'>

const invalid = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })

/** The address of a text, without a request to another host. */
function readAddress(
  text: string,
  environment: Environment,
  { addresses }: Pick<Options, 'addresses'>,
): string | undefined {
  if (isAddress(text)) return text
  const pointer = readPointer(text)
  if (!pointer) return undefined
  return addresses.isOwnHost(pointer)
    ? addresses.fromOwnPointer(pointer, environment)
    : toAddress(pointer)
}

/** Queries the host of a pointer, outside of any transaction; undefined if no query is needed. */
export async function queryReceiver(
  text: string,
  environment: Environment,
  { addresses, connectors }: Options,
): Promise<Resolved | undefined> {
  const pointer = readPointer(text)
  if (!pointer || addresses.isOwnHost(pointer)) return undefined
  return connectors.choose(environment).resolve(pointer)
}

export async function findReceiver(
  text: string,
  resolved: Resolved | undefined,
  ctx: Context,
  options: Options,
): Promise<Receiver> {
  const { environment } = ctx.caller
  const ilp_address = resolved?.address ?? readAddress(text, environment, options)
  if (ilp_address === undefined)
    throw invalid(
      'receiver',
      'The receiver must be a payment pointer such as $wallet.example/alice, or an Interledger address such as g.example.alice.',
    )
  if (options.addresses.isOwn(ilp_address, environment)) return findOwn(ilp_address, ctx, options)
  if (!isRoutable(ilp_address))
    throw invalid('receiver', 'Only Interledger addresses that begin with g or test can be paid.')
  const connector = options.connectors.choose(environment)
  const secret =
    resolved?.secret ??
    (await findSecret(ilp_address, ctx, options)) ??
    connector.secretOf(ilp_address)
  if (secret === undefined)
    throw ReceiverUnreachable({
      sentence: `The shared secret of ${ilp_address} is not known; open a connection with it first, or pay to a payment pointer.`,
    })
  return { kind: 'outside', ilp_address, connector, secret }
}

async function findSecret(address: string, { tx, caller, now }: Context, { sealer }: Options) {
  const whose = { environment: caller.environment, user_uuid: caller.user! }
  const connection = await findConnectionTo(tx, whose, address, now)
  return connection && sealer.open(connection.secret)
}

async function findOwn(ilp_address: string, ctx: Context, options: Options): Promise<Receiver> {
  const { environment } = ctx.caller
  const place = options.addresses.read(ilp_address, environment)
  const found = place && (await findPlace(place, ctx))
  if (!found) throw invalid('receiver', `There is no receiver at ${ilp_address}.`)
  const accounts = await findAccounts(ctx.tx, [found.account_uuid])
  const account = accounts.get(found.account_uuid)
  if (!isVisible(account, ctx.caller))
    throw invalid('receiver', `There is no receiver at ${ilp_address}.`)
  return { kind: 'own', ilp_address, ...found }
}

async function findPlace(place: OwnPlace, { tx, caller, now }: Context) {
  const none = { incoming_id: null, connection_id: null }
  if ('connection' in place) {
    const row = await findConnection(tx, place.connection)
    const isOpen =
      row?.environment === caller.environment &&
      row.status === 'open' &&
      new Date(row.expires_at) > now
    return isOpen
      ? { ...none, account_uuid: row.account_uuid, connection_id: row.id, asset: row.asset }
      : undefined
  }
  if ('token' in place || place.incoming === null)
    return { ...none, account_uuid: place.account, asset: null }
  const row = await findIncoming(tx, place.incoming)
  const isOpen =
    row?.environment === caller.environment &&
    row.account_uuid === place.account &&
    row.status === 'pending' &&
    new Date(row.expires_at) > now
  return isOpen
    ? { ...none, account_uuid: row.account_uuid, incoming_id: row.id, asset: row.asset }
    : undefined
}

/** The account behind a wallet address: its id, its address or a pointer to it; the caller must be allowed to use it. */
export async function getWallet(
  text: string,
  ctx: Context,
  options: Pick<Options, 'addresses'>,
): Promise<Account> {
  return getAccount(ctx.tx, readWallet(text, ctx, options), ctx.caller)
}

/** The id of the account, of any owner. */
export function readWallet(
  text: string,
  { caller }: Pick<Context, 'caller'>,
  options: Pick<Options, 'addresses'>,
): string {
  if (isUuid(text)) return text.toLowerCase()
  const address = readAddress(text, caller.environment, options)
  const place = address && options.addresses.read(address, caller.environment)
  if (!place || !('incoming' in place) || place.incoming !== null)
    throw invalid(
      'wallet_address',
      `The wallet address must be an account of this bank, such as ${options.addresses.prefix(caller.environment)}.user. and the account’s uuid.`,
    )
  return place.account
}

/** The oldest open account of the caller. */
export async function getFirstAccount({ tx, caller }: Context): Promise<string> {
  const user = caller.user!
  const accounts = await findFirstAccounts(tx, { environment: caller.environment, users: [user] })
  const account = accounts.get(user)
  if (account === undefined) throw NoAccount({})
  return account
}
