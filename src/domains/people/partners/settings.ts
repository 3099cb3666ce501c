// The setting that decides who may use the key of a partner.
import { choice, defineSettings } from '../../../platform/settings.ts'

export const settings = defineSettings({
  PARTNER_CALLERS: choice(
    'Whose bearer may accompany the key of a partner: members (its people, and operators) or any (also people who belong to no partner); default: any in sandbox, members in production.',
    '',
    ['', 'any', 'members'],
  ),
})
