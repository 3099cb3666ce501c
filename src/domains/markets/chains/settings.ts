// Settings of the chains: the provider of live transactions.
import {
  choice,
  defineSettings,
  isThisMachine,
  list,
  pattern,
  secretText,
  text,
} from '../../../platform/settings.ts'
import { isAddress } from '../../../platform/evm.ts'
import { keyServices } from '../../../platform/key-service.ts'
import { StartError } from '../../../platform/start-error.ts'
import { findChain } from './reference-data.ts'

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/

/** 'base=https://node.example' → ['base', 'https://node.example'] */
const splitUrl = (value: string): [string, string] => {
  const cut = value.indexOf('=')
  return [value.slice(0, cut), value.slice(cut + 1)]
}

function isNode(value: string): boolean {
  const [chain, url] = splitUrl(value)
  return findChain(chain)?.is_evm === true && URL.canParse(url) && /^https?:/.test(url)
}

export const readNodes = (values: readonly string[]): ReadonlyMap<string, string> =>
  new Map(values.map(splitUrl))

export const settings = defineSettings(
  {
    CHAIN_PROVIDER: choice(
      'The provider that sends transactions to chains; in production, simulated means that there is none.',
      'simulated',
      ['simulated', 'evm'],
    ),
    CHAIN_RPC_URLS: list(
      'The JSON-RPC nodes of EVM chains.',
      'chains with their nodes, such as base=https://node.example',
      isNode,
    ),
    CHAIN_PRIVATE_KEY: secretText(
      'The private key with which the bank signs transactions on EVM chains: 0x and 64 hexadecimal digits.',
    ),
    CHAIN_KEY_SERVICE: choice(
      'A key service that signs in place of CHAIN_PRIVATE_KEY: AWS KMS or Google Cloud KMS (docs/keys.md).',
      '',
      ['', ...keyServices],
    ),
    CHAIN_KEY: text(
      'The key at the key service: its ARN at aws, the name of its version at gcp. Its curve is secp256k1.',
      '',
    ),
    CHAIN_ADDRESS: pattern(
      'The address of the key at the key service; every signature is checked against it.',
      '',
      'an address of EVM chains',
      /^(0x[0-9a-fA-F]{40})?$/,
    ),
  },
  (values, { production }) => {
    const { CHAIN_PROVIDER, CHAIN_RPC_URLS, CHAIN_PRIVATE_KEY } = values
    if (CHAIN_PROVIDER === 'simulated') return
    for (const url of readNodes(CHAIN_RPC_URLS).values())
      if (production && url.startsWith('http:') && !isThisMachine(new URL(url).hostname))
        throw new StartError(
          'CHAIN_RPC_URLS must start with https:// in production; http:// is for this machine only.',
        )
    if (CHAIN_RPC_URLS.length === 0)
      throw new StartError('CHAIN_RPC_URLS must be set when CHAIN_PROVIDER is evm.')
    if (values.CHAIN_KEY_SERVICE !== '') return checkKeyService(values)
    if (!PRIVATE_KEY.test(CHAIN_PRIVATE_KEY))
      throw new StartError(
        'CHAIN_PRIVATE_KEY must be 0x and 64 hexadecimal digits when CHAIN_PROVIDER is evm.',
      )
  },
)

interface KeyServiceValues {
  readonly CHAIN_PRIVATE_KEY: string
  readonly CHAIN_KEY: string
  readonly CHAIN_ADDRESS: string
}

function checkKeyService(values: KeyServiceValues): void {
  if (values.CHAIN_PRIVATE_KEY !== '')
    throw new StartError('CHAIN_PRIVATE_KEY contradicts CHAIN_KEY_SERVICE: unset one of them.')
  if (values.CHAIN_KEY === '' || !isAddress(values.CHAIN_ADDRESS))
    throw new StartError(
      'CHAIN_KEY and CHAIN_ADDRESS, with a correct checksum, must be set when CHAIN_KEY_SERVICE is.',
    )
}
