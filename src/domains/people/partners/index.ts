// Partners: organisations that build their own bank on this one, with keys, tenants and looks of their own.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { identity } from '../identity/index.ts'
import { getCallingPartner, requireFeature } from './access.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOwnOperations } from './own-operations.ts'
import { makePartnerOperations } from './partner-operations.ts'
import { PARTNER_CHANGED, Recognizer } from './recognizer.ts'
import { settings } from './settings.ts'
import { makeTenantOperations } from './tenant-operations.ts'
import { checkRoom } from './tenant-customers.ts'
import { TENANT_CHANGED, TenantDirectory } from './tenant-directory.ts'
import { endTenant, findTenant, limitsOf, listLeaving, TENANT_JOB } from './tenants.ts'

export const partners = defineDomain({
  name: 'partners',
  summary: 'Partners that build their own bank on this one: keys, tenants, branding and usage.',
  settings,
  events,
  examples,
  needs: { identity },
  setUp(bank, { PARTNER_CALLERS }, needs) {
    const { database, production } = bank
    const callers = PARTNER_CALLERS || (production ? 'members' : 'any')
    const recognizer = new Recognizer({
      ...bank,
      db: database.read,
      admitsAnybody: callers === 'any',
    })
    const directory = new TenantDirectory({ ...bank, db: database.read })
    needs.identity.onRegistered(checkRoom)
    needs.identity.setPartners((key, caller) => recognizer.join(key, caller))
    return {
      face: {
        /** Throws unless the calling partner's tier includes the feature; returns the partner. */
        require: requireFeature,
        getCallingPartner,
        /** Which tenant a request is for, for the doors of the bank. */
        directory,
        tenants: { find: findTenant, limits: limitsOf },
      },
      operations: [
        ...makePartnerOperations(bank),
        ...makeOwnOperations(bank.sealer),
        ...makeTenantOperations(bank.jobs),
      ],
      jobs: dueJobs({ ...bank, name: TENANT_JOB, list: listLeaving, settle: endTenant }),
      caches: [
        {
          topic: PARTNER_CHANGED,
          forget: (uuid) => recognizer.forget(uuid),
          forgetAll: () => recognizer.forgetAll(),
        },
        {
          topic: TENANT_CHANGED,
          forget: () => directory.forgetAll(),
          forgetAll: () => directory.forgetAll(),
        },
      ],
    }
  },
})

export { partnerReader, partnerRemover, partnerWriter } from './access.ts'
