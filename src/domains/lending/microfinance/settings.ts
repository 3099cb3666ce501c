// Settings of lending: who may lend, the provisioning classes, penalties, and shares.
import { choice, defineSettings, integer } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

const rate = (name: string, fallback: number) =>
  integer(
    `The provision for ${name} loans, in hundredths of a percent of what is owed.`,
    fallback,
    0,
    10_000,
  )

export const settings = defineSettings(
  {
    MICROFINANCE: choice(
      'Who may approve and disburse loans and declare dividends: open (the organiser of the group) or operators; default: open in sandbox, operators in production.',
      '',
      ['', 'open', 'operators'],
    ),
    MICROFINANCE_SUBSTANDARD_DAYS: integer(
      'From how many days overdue a loan is substandard.',
      90,
      1,
      3_650,
    ),
    MICROFINANCE_DOUBTFUL_DAYS: integer(
      'From how many days overdue a loan is doubtful.',
      180,
      1,
      3_650,
    ),
    MICROFINANCE_LOSS_DAYS: integer('From how many days overdue a loan is a loss.', 365, 1, 3_650),
    MICROFINANCE_STANDARD_BASIS_POINTS: rate('standard', 100),
    MICROFINANCE_SUBSTANDARD_BASIS_POINTS: rate('substandard', 500),
    MICROFINANCE_DOUBTFUL_BASIS_POINTS: rate('doubtful', 5_000),
    MICROFINANCE_LOSS_BASIS_POINTS: rate('lost', 10_000),
    MICROFINANCE_PENALTY_BASIS_POINTS: integer(
      'The penalty for a late instalment, once, in hundredths of a percent of what is late; 0 means none.',
      0,
      0,
      5_000,
    ),
    MICROFINANCE_GRACE_DAYS: integer(
      'How many days after its due date an instalment has no penalty yet.',
      0,
      0,
      365,
    ),
    MICROFINANCE_SHARE_NOMINAL: integer(
      'The price of one share in new share accounts, in whole units of their currency.',
      100,
      1,
      1_000_000,
    ),
    MICROFINANCE_DORMANCY_DAYS: integer(
      'After how many days without a movement a share account is dormant.',
      180,
      1,
      3_650,
    ),
  },
  (values) => {
    const days = [
      'MICROFINANCE_SUBSTANDARD_DAYS',
      'MICROFINANCE_DOUBTFUL_DAYS',
      'MICROFINANCE_LOSS_DAYS',
    ] as const
    for (const [index, name] of days.slice(1).entries())
      if (values[name] <= values[days[index]!])
        throw new StartError(`${name} must be greater than ${days[index]}.`)
  },
)
