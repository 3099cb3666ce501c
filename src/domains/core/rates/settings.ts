// The setting that names the source of exchange rates.
import { defineSettings, webUrl } from '../../../platform/settings.ts'

export const settings = defineSettings({
  RATE_FEED_URL: webUrl(
    'The address of exchange rates for currencies, in the form of the ECB reference rates (XML); default: a simulated table in sandbox, none in production.',
  ),
})
