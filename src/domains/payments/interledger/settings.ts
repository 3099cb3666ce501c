// Settings of Interledger: this bank's name in addresses, its peer, and the sizes and times of packets.
import {
  choice,
  defineSettings,
  integer,
  list,
  pattern,
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
      'Who carries packets to receivers outside; in production, simulated means nobody.',
      'simulated',
      ['simulated', 'http'],
    ),
    INTERLEDGER_PEER_URL: webUrl(
      'Where the peer takes packets by ILP over HTTP; {asset} in it becomes the asset’s code in lower case.',
    ),
    INTERLEDGER_PEER_TOKEN: secretText('The bank’s bearer token at the Interledger peer.'),
    INTERLEDGER_PEER_ASSETS: list(
      'The assets in which the peer and the bank have an account; the first is that of packets that name none.',
      'asset codes such as USD',
      (code) => /^[A-Z]{3,10}$/.test(code),
    ),
    INTERLEDGER_INCOMING_TOKEN: secretText(
      'The bearer token with which the peer sends packets to the bank; without it, none are taken.',
    ),
    INTERLEDGER_PEER_CREDIT_MAX: integer(
      'The most that the peer may owe the bank for packets that were paid out, in the smallest unit of each asset.',
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
      'How many seconds a packet may take, and a connection or payment may stand still.',
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
