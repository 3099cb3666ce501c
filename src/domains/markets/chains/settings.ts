// Settings of the chains: the provider of live transactions.
import {
  choice,
  defineSettings,
  isThisMachine,
  list,
  secretText,
} from '../../../platform/settings.ts'
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
  },
  ({ CHAIN_PROVIDER, CHAIN_RPC_URLS, CHAIN_PRIVATE_KEY }, { production }) => {
    if (CHAIN_PROVIDER === 'simulated') return
    for (const url of readNodes(CHAIN_RPC_URLS).values())
      if (production && url.startsWith('http:') && !isThisMachine(new URL(url).hostname))
        throw new StartError(
          'CHAIN_RPC_URLS must start with https:// in production; http:// is for this machine only.',
        )
    if (CHAIN_RPC_URLS.length === 0)
      throw new StartError('CHAIN_RPC_URLS must be set when CHAIN_PROVIDER is evm.')
    if (!PRIVATE_KEY.test(CHAIN_PRIVATE_KEY))
      throw new StartError(
        'CHAIN_PRIVATE_KEY must be 0x and 64 hexadecimal digits when CHAIN_PROVIDER is evm.',
      )
  },
)
