// Partners: organisations that build their own bank on this one, with keys, tenants and branding of their own.
import type { Caller } from '../../../operation/caller.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { repeatEvery } from '../../../platform/periodic-task.ts'
import { identity } from '../identity/index.ts'
import { getCallingPartner, requireFeature } from './access.ts'
import { partnerBilling } from './billing.ts'
import { BrandingCache } from './branding/service.ts'
import { makeBrandingOperations } from './branding/operations.ts'
import { BRANDING_CHANGED } from './branding/topic.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { logoOperations } from './logos/operations.ts'
import { personalData } from './personal-data.ts'
import { registrationGate } from './tenants/registration-gate.ts'
import { deliver, NOTICE_JOB, type Notice, noticeReader } from './notices.ts'
import { makeProfileOperations } from './profile-operations.ts'
import { ownHosts } from './tenants/own-hosts.ts'
import { makePartnerOperations } from './operations.ts'
import { PARTNER_CHANGED, PartnerAuthenticator } from './recognizer.ts'
import { settings } from './settings.ts'
import { findNames } from './store.ts'
import type { CountByTenant } from './tenants/overview.ts'
import { makeTenantOperatorOperations } from './tenants/operator-operations.ts'
import { makeTenantOperations } from './tenants/operations.ts'
import { enforceUserLimit } from './tenants/customers.ts'
import { TENANT_CHANGED, TenantDirectory } from './tenants/directory.ts'
import { TenantMeter } from './tenants/meter.ts'
import {
  deleteTenant,
  findTenant,
  findTenantRestriction,
  limitsOf,
  listTenantsToDelete,
  TENANT_JOB,
} from './tenants/service.ts'
import { UsageCounter } from './usage/counter.ts'
import { makeUsageOperations } from './usage/operations.ts'
import { WARNING_JOB, warnOfUsage } from './usage/warnings.ts'

const FLUSH_MS = 1_000

export const partners = defineDomain({
  name: 'partners',
  summary: 'Partners that build their own bank on this one: keys, tenants, branding and usage.',
  graphql: 'partner',
  settings,
  events,
  examples,
  personalData,
  needs: { identity },
  setUp(bank, { PARTNER_CALLERS, OWN_HOSTS }, needs) {
    const { clock, database, isListening, log, production, sealer } = bank
    const callers = PARTNER_CALLERS || (production ? 'members' : 'any')
    const recognizer = new PartnerAuthenticator({
      clock,
      isListening,
      production,
      db: database.read,
      allowsNonMembers: callers === 'any',
    })
    const isOwnHost = ownHosts(bank, OWN_HOSTS)
    const meter = new TenantMeter({ clock, db: database.write })
    const directory = new TenantDirectory({
      clock,
      isListening,
      db: database.read,
      isOwnHost,
      meter,
    })
    needs.identity.registered.add(enforceUserLimit)
    needs.identity.authorityConditions.add(findTenantRestriction)
    const outbound = bank.openOutbound()
    const branding = new BrandingCache({ clock, db: database.read, isOwnHost })
    const accountCount = extensionPoint<CountByTenant>('one')
    const counter = new UsageCounter({ clock, db: database.write })
    return {
      exports: {
        /** Throws unless the calling partner's tier includes the feature; returns the partner. */
        require: requireFeature,
        getCallingPartner,
        /** Finds the tenant that a request is for; used by the transports. */
        directory,
        /** Adds the partner whose key came with the bearer; throws when it may not be used. */
        joinPartner: (key: string, caller: Caller | undefined) => recognizer.join(key, caller),
        /** For the domain that bills partners. */
        book: partnerBilling,
        tenants: { find: findTenant, limits: limitsOf },
        /** Called for the list of tenants; the domain of accounts depends on this one. */
        accountCount,
        /** Counts a download of an SDK by the calling partner. */
        countDownload: ({ partner, environment }: Caller): void => {
          if (partner !== undefined) counter.countDownload(partner, environment)
        },
      },
      sealed: [sealedColumn('partners.partners', 'webhook_secret')],
      operations: [
        ...makePartnerOperations(bank),
        ...makeProfileOperations(sealer),
        ...makeTenantOperations(bank, isOwnHost),
        ...makeTenantOperatorOperations(accountCount),
        ...makeBrandingOperations(branding),
        ...logoOperations,
        ...makeUsageOperations(counter),
      ],
      jobs: [
        ...dueJobs({ bank, name: TENANT_JOB, list: listTenantsToDelete, settle: deleteTenant }),
        {
          name: WARNING_JOB,
          cron: '*/10 * * * *',
          retries: 0,
          run: (_payload, db) => warnOfUsage(db, bank),
        },
        {
          name: NOTICE_JOB,
          retries: 8,
          run: (payload, db) => deliver(payload as Notice, db, { sealer, outbound }),
        },
      ],
      readers: [noticeReader(bank.jobs)],
      names: [{ kind: 'partner', find: findNames }],
      gates: [registrationGate(needs.identity.operations['auth.register'], directory)],
      observers: [(finished) => counter.countCall(finished), (finished) => meter.count(finished)],
      workers: [
        { stop: () => outbound.close() },
        repeatEvery(
          FLUSH_MS,
          async () => {
            await counter.flush()
            await meter.flush()
          },
          (error) =>
            log.warn({ err: error }, 'calls of partners could not be written; they are kept'),
        ),
      ],
      caches: [
        {
          topic: PARTNER_CHANGED,
          decidesAbout: 'all callers',
          forget: (uuid) => recognizer.forget(uuid),
          forgetAll: () => recognizer.forgetAll(),
        },
        {
          topic: TENANT_CHANGED,
          decidesAbout: 'all callers',
          forget: () => directory.forgetAll(),
          forgetAll: () => directory.forgetAll(),
        },
        // Branding also depends on the tier and state of the partner. It changes rarely, so all of it is dropped.
        ...[BRANDING_CHANGED, PARTNER_CHANGED].map((topic) => ({
          topic,
          forget: () => branding.forgetAll(),
          forgetAll: () => branding.forgetAll(),
        })),
      ],
    }
  },
})

export { partnerReader, partnerWriter } from './access.ts'
export type { BilledPartner, PartnerBilling } from './billing.ts'
export { findContact } from './contacts.ts'
export { FeatureNotInTier } from './errors.ts'
