// The settings that decide which users may use the key of a partner, and which host names its tenants may not have.
import { choice, defineSettings, list } from '../../../platform/settings.ts'
import { toHostName } from './validation.ts'

export const settings = defineSettings({
  PARTNER_CALLERS: choice(
    'Whose bearer may accompany the key of a partner: members (its members, and operators) or any (also users who belong to no partner); default: any in sandbox, members in production.',
    '',
    ['', 'any', 'members'],
  ),
  OWN_HOSTS: list(
    'Further host names of the bank, which no tenant may have.',
    'host names such as api.bank.example',
    (value) => toHostName(value) !== undefined,
  ),
})
