// Settings of the bridges.
import { choice, defineSettings, webUrl } from '../../../platform/settings.ts'

export const settings = defineSettings({
  BRIDGE_CCTP: choice(
    'Who carries USDC by Circle’s protocol; circle needs nodes of the chains. In production, simulated means nobody.',
    'simulated',
    ['simulated', 'circle'],
  ),
  BRIDGE_ATTESTATION_URL: webUrl(
    'Where Circle attests that USDC was burnt.',
    'https://iris-api.circle.com',
  ),
})
