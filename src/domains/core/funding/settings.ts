// The setting that decides who may deposit and withdraw cash.
import { choice, defineSettings } from '../../../platform/settings.ts'

export const settings = defineSettings({
  FUNDING: choice(
    'Who may deposit and withdraw cash: open (the owner of the account) or operators (and the tellers they name); default: open in sandbox, operators in production.',
    '',
    ['', 'open', 'operators'],
  ),
})
