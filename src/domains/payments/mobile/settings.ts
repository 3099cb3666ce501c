// Settings of payments from the app.
import { choice, defineSettings, flag, integer, pattern } from '../../../platform/settings.ts'

const version = /^\d{1,4}(\.\d{1,4}){0,2}$/

export const settings = defineSettings({
  MOBILE_CLAIM_DAYS: integer(
    'How many days money sent to an e-mail address waits to be claimed before it goes back.',
    7,
    1,
    90,
  ),
  MOBILE_NOTES_PER_DAY: integer(
    'How many notes one person may attach to transfers to the same person in 24 hours; 0 turns the limit off.',
    50,
    0,
    100_000,
  ),
  MOBILE_NETWORK_FEES: choice(
    'The fee of a payment over a network: none, or the estimate that is shown, in the coin of the payment.',
    'none',
    ['none', 'estimate'],
  ),
  MOBILE_MIN_APP_VERSION: pattern(
    'The oldest version of the app that may be used.',
    '1.0.0',
    'a version such as 1.3.1',
    version,
  ),
  MOBILE_LATEST_APP_VERSION: pattern(
    'The newest version of the app.',
    '1.3.1',
    'a version such as 1.3.1',
    version,
  ),
  MOBILE_MAINTENANCE: flag('Tells the apps that the bank is being maintained.'),
})
