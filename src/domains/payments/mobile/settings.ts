// Settings of payments from the app.
import { choice, defineSettings, flag, integer, pattern } from '../../../platform/settings.ts'

const version = /^\d{1,4}(\.\d{1,4}){0,2}$/

export const settings = defineSettings({
  MOBILE_CLAIM_DAYS: integer(
    'The number of days after which unclaimed money to an e-mail address is returned to its sender.',
    7,
    1,
    90,
  ),
  MOBILE_NOTES_PER_DAY: integer(
    'The number of notes that a sender may attach to transfers to one recipient in 24 hours; 0 turns the limit off.',
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
  MOBILE_MAINTENANCE: flag('Reports maintenance to the apps.'),
})
