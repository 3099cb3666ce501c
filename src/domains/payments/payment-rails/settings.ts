// Settings of the payment rails: the network, its folders, and the fees.
import { choice, defineSettings, integer, pattern, text } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    PAYMENT_RAILS_SCHEME: choice(
      'The network behind the payment rails: simulated, or files that a file transfer (SFTP) exchanges; in production, simulated means that there is none.',
      'simulated',
      ['simulated', 'files'],
    ),
    PAYMENT_RAILS_OUTBOX: text(
      'The folder into which payment files for the networks are written.',
      '',
    ),
    PAYMENT_RAILS_INBOX: text(
      'The folder from which answers and incoming payments of the networks are read.',
      '',
    ),
    PAYMENT_RAILS_SIMULATED_SECONDS: integer(
      'The delay, in seconds, after which the simulated networks answer.',
      2,
      0,
      3_600,
    ),
    PAYMENT_RAILS_ACH_DESTINATION: pattern(
      'The routing number of the ACH operator, to which ACH files are addressed.',
      '061000146',
      'nine digits',
      /^\d{9}$/,
    ),
    PAYMENT_RAILS_FEES: choice(
      'The fee of a payment over a rail: none, or the cost of the rail, rounded up to the smallest unit.',
      'none',
      ['none', 'cost'],
    ),
  },
  ({ PAYMENT_RAILS_SCHEME, PAYMENT_RAILS_OUTBOX, PAYMENT_RAILS_INBOX }) => {
    if (PAYMENT_RAILS_SCHEME === 'simulated') return
    const needed = { PAYMENT_RAILS_OUTBOX, PAYMENT_RAILS_INBOX }
    for (const [name, value] of Object.entries(needed))
      if (value === '')
        throw new StartError(`${name} must be set when PAYMENT_RAILS_SCHEME is files.`)
    if (PAYMENT_RAILS_OUTBOX === PAYMENT_RAILS_INBOX)
      throw new StartError(
        'PAYMENT_RAILS_OUTBOX and PAYMENT_RAILS_INBOX must be different folders.',
      )
  },
)
