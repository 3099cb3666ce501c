// The wallet addresses that users register. The bank holds none of the keys: it knows the addresses
// but cannot move the coins.
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { ownerOf } from '../../../operation/caller.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { type Chain, readAddress } from './chains.ts'
import { AddressExists, TooManyAddresses } from './errors.ts'
import { WalletAddressAdded, WalletAddressRemoved } from './events.ts'
import * as store from './store.ts'
import type { AddressRow } from './store.ts'

const ADDRESSES_MAX = 100

export const toAddress = (row: AddressRow) => ({
  uuid: row.uuid,
  chain: row.chain,
  network: row.chain,
  address: row.address,
  // The user holds the keys; no contract of the bank is deployed at the address.
  type: 'keypair' as const,
  deployed: false,
  label: row.label,
  public_key: row.public_key,
  derivation_path: row.derivation_path,
  is_active: row.is_active,
  metadata: row.metadata,
  created_at: row.created_at,
})

export const listAddresses = (filter: store.AddressFilter, page: PageRequest, ctx: Context) =>
  store.listAddressPage(ctx.tx, ownerOf(ctx), filter, page)

export interface AddressRequest {
  readonly chain: Chain
  readonly address: string
  readonly label?: string
  readonly public_key?: string
  readonly derivation_path?: string
  readonly metadata?: Record<string, unknown>
}

export async function addAddress(request: AddressRequest, ctx: Context): Promise<AddressRow> {
  const { chain } = request
  const address = readAddress(chain, request.address)
  const owner = ownerOf(ctx)
  await store.lockOwner(ctx.tx, owner)
  const known = await store.listAddresses(ctx.tx, owner)
  if (known.some((row) => row.chain === chain && row.address === address))
    throw AddressExists({ chain })
  if (known.length >= ADDRESSES_MAX) throw TooManyAddresses({ maximum: ADDRESSES_MAX })
  const row = await store.insertAddress(ctx.tx, {
    ...owner,
    uuid: uuidv7(ctx.now),
    chain,
    address,
    label: request.label ?? null,
    public_key: request.public_key ?? null,
    derivation_path: request.derivation_path ?? null,
    metadata: request.metadata ?? {},
    created_at: ctx.now,
  })
  ctx.emit(WalletAddressAdded, toEventData(row), { user_uuid: row.user_uuid })
  return row
}

export async function removeAddress(uuid: string, ctx: Context): Promise<AddressRow> {
  const row = await store.deactivateAddress(ctx.tx, ownerOf(ctx), uuid, ctx.now)
  if (!row) throw NotFound({ what: 'wallet address', id: uuid })
  ctx.emit(WalletAddressRemoved, toEventData(row), { user_uuid: row.user_uuid })
  return row
}

const toEventData = ({ uuid, chain, address }: AddressRow) => ({
  address_uuid: uuid,
  chain,
  address,
})
