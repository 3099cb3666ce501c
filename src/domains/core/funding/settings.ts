// Who may move cash.
import { choice, defineSettings } from '../../../platform/settings.ts'

export const settings = defineSettings({
  FUNDING: choice(
    'Who may bring cash in and take it out: open (the owner) or operators (and the tellers they name); default: open in sandbox, operators in production.',
    '',
    ['', 'open', 'operators'],
  ),
})
