// The setting that decides who keeps the books.
import { choice, defineSettings } from '../../../platform/settings.ts'

export const settings = defineSettings({
  JOURNAL: choice(
    'Who may write and read the journal of the general ledger: open (every signed-in user) or operators; default: open in sandbox, operators in production. Keys of the sandbox environment may always do so there.',
    '',
    ['', 'open', 'operators'],
  ),
})
