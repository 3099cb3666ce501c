// Settings of the bridges.
import { choice, defineSettings, integer, webUrl } from '../../../platform/settings.ts'

export const settings = defineSettings({
  BRIDGE_CCTP: choice(
    'The provider that carries USDC by Circle’s protocol; circle needs nodes of the chains. In production, simulated means that there is none.',
    'simulated',
    ['simulated', 'circle'],
  ),
  BRIDGE_ATTESTATION_URL: webUrl(
    'The base URL of Circle’s service that attests burns of USDC.',
    'https://iris-api.circle.com',
  ),
  BRIDGE_MAX_USD: integer(
    'The most that one bridge may carry, in US dollars; 0 for no limit.',
    0,
    0,
    1_000_000_000,
  ),
  BRIDGE_DAILY_MAX_USD: integer(
    'The most that the bridges of a user may carry in a UTC day, in US dollars; 0 for no limit.',
    0,
    0,
    1_000_000_000,
  ),
  BRIDGE_DAILY_COUNT: integer(
    'How many bridges a user may start in a UTC day; 0 for no limit.',
    0,
    0,
    1_000_000,
  ),
})
