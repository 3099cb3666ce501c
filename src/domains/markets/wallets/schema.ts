// Schemas of wallets.
import { Type } from 'typebox'
import { PageMeta, RowsOf } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, MetadataInput, Nullable } from '../../../kernel/schema.ts'
import { CounterpartyName } from '../../core/transactions/index.ts'
import { chains } from './chains.ts'

export const Chain = Type.Enum([...chains], {
  $id: 'WalletChain',
  description: 'The chain of the address.',
})

export const Address = Type.Object(
  {
    uuid: Type.String({ format: 'uuid' }),
    chain: Chain,
    network: Type.Enum([...chains], { description: 'The same as chain.' }),
    address: Type.String(),
    type: Type.Enum(['smart_account', 'pending', 'keypair'], { $id: 'WalletAddressType' }),
    deployed: Type.Boolean({
      description: 'Whether a contract of the bank is deployed at the address.',
    }),
    label: Nullable(Type.String()),
    public_key: Nullable(Type.String()),
    derivation_path: Nullable(Type.String()),
    is_active: Type.Boolean(),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    created_at: DateTime,
  },
  { $id: 'WalletAddress' },
)

export const Addresses = Type.Object(
  { success: Type.Boolean(), data: RowsOf(Address), meta: PageMeta, count: Type.Integer() },
  { $id: 'WalletAddresses' },
)

export const newAddress = {
  chain: Chain,
  address: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'The address in the format of its chain.',
  }),
  label: Type.Optional(
    Type.String({ ...plainText(100), description: 'The user’s name for the address.' }),
  ),
  public_key: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z]{1,200}$',
      description: 'The public key, as given by the user.',
    }),
  ),
  derivation_path: Type.Optional(
    Type.String({ pattern: "^m(/[0-9]{1,10}'?){1,10}$", description: "m/44'/60'/0'/0/0" }),
  ),
  metadata: Type.Optional(MetadataInput),
}

const Activity = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The uuid of the transaction.' }),
    type: Type.Enum(['merchant_payment', 'transfer_in', 'transfer_out', 'shield', 'unshield'], {
      $id: 'ActivityType',
    }),
    amount: Type.String({ description: 'Negative for outgoing transfers.' }),
    asset: Type.String(),
    timestamp: DateTime,
    status: Type.Enum(['pending', 'completed', 'failed']),
    protected: Type.Boolean(),
    counterpartyName: CounterpartyName,
  },
  { $id: 'Activity' },
)

export const RecentActivity = Type.Object(
  {
    items: Type.Array(Activity, { maxItems: 100 }),
    count: Type.Integer(),
    has_more: Type.Boolean(),
  },
  { $id: 'RecentActivity' },
)
