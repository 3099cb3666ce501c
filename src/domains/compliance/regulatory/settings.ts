// Settings of regulatory reporting: enforcement of the travel rule, the sanctions list, and where reports go.
import { choice, defineSettings, flag, integer, text } from '../../../platform/settings.ts'

export const settings = defineSettings({
  TRAVEL_RULE_ENFORCEMENT: choice(
    'Whether transfers to others from the travel rule’s threshold on need a check; operators can switch it while the bank runs.',
    'off',
    ['off', 'on'],
  ),
  SANCTIONS_LIST: text(
    'The file with the sanctions list, as JSON or CSV; without one, names are not screened.',
    '',
  ),
  SANCTIONS_THRESHOLD: integer(
    'How alike a name must be to one on the sanctions list to be a hit, in percent.',
    88,
    70,
    100,
  ),
  MICA_CASP_AUTHORIZED: flag('The bank is authorized as a crypto-asset service provider.'),
  REGULATORY_OUTBOX: text(
    'The folder into which reports for regulators are written as files; without one, regulators are simulated, and production rejects reports.',
    '',
  ),
})
