// Where exchange rates come from.
import { defineSettings, webUrl } from '../../../platform/settings.ts'

export const settings = defineSettings({
  RATE_FEED_URL: webUrl(
    'Where exchange rates of money come from, in the form of the ECB reference rates (XML); sandbox has a table, production none.',
  ),
})
