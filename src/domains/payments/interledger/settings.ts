// Settings of Interledger: this bank's name in addresses, its peer, and the sizes and times of packets.
import {
  choice,
  defineSettings,
  integer,
  list,
  pattern,
  previousSecret,
  secretText,
  webUrl,
} from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    INTERLEDGER_OPERATOR: pattern(
      'The bank’s name in Interledger addresses: g.<operator>.user.<account>.',
      'florin',
      'letters, digits and hyphens, at most 64',
      /^[a-z0-9][a-z0-9-]{0,63}$/,
    ),
    INTERLEDGER_CONNECTOR: choice(
      'The connector to external receivers; in production, simulated means that there is none.',
      'simulated',
      ['simulated', 'http'],
    ),
    INTERLEDGER_PEER_URL: webUrl(
      'The URL at which the peer accepts packets by ILP over HTTP; {asset} is replaced by the asset’s code in lower case.',
    ),
    INTERLEDGER_PEER_TOKEN: secretText('The bank’s bearer token at the Interledger peer.'),
    INTERLEDGER_PEER_ASSETS: list(
      'The assets in which the peer and the bank have an account; the first is the default of packets.',
      'asset codes such as USD',
      (code) => /^[A-Z]{3,10}$/.test(code),
    ),
    INTERLEDGER_INCOMING_TOKEN: secretText(
      'The bearer token with which the peer sends packets to the bank; without it, no packets are accepted.',
    ),
    INTERLEDGER_INCOMING_TOKEN_PREVIOUS: previousSecret('INTERLEDGER_INCOMING_TOKEN'),
    INTERLEDGER_PEER_CREDIT_MAX: integer(
      'The maximum that the peer may owe the bank for packets that were paid out, in the smallest unit of each asset.',
      100_000_000,
      0,
      1_000_000_000_000,
    ),
    INTERLEDGER_PACKET_MAX: integer(
      'The largest packet, in the smallest unit of its asset.',
      1_000_000,
      1,
      1_000_000_000,
    ),
    INTERLEDGER_PACKET_SECONDS: integer(
      'The timeout, in seconds, of a packet, and of a connection or payment without progress.',
      30,
      1,
      3_600,
    ),
  },
  (values) => {
    if (values.INTERLEDGER_CONNECTOR === 'simulated') return
    const { INTERLEDGER_PEER_URL, INTERLEDGER_PEER_TOKEN, INTERLEDGER_PEER_ASSETS } = values
    const needed = { INTERLEDGER_PEER_URL, INTERLEDGER_PEER_TOKEN, INTERLEDGER_PEER_ASSETS }
    for (const [name, value] of Object.entries(needed))
      if (value.length === 0)
        throw new StartError(`${name} must be set when INTERLEDGER_CONNECTOR is http.`)
  },
)
