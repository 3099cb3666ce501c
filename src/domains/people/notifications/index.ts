// Notifications about a user's money and devices, in a list and on their phones.
import { defineDomain } from '../../../operation/domain.ts'
import { keepDays } from '../../../operation/retention.ts'
import { assets } from '../../core/assets/index.ts'
import { identity } from '../identity/index.ts'
import { passkeys } from '../passkeys/index.ts'
import { examples } from './examples.ts'
import { fcmPush } from './fcm.ts'
import { noticeReader, PUSH_JOB } from './notice-reader.ts'
import { operations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { pushNotices } from './push-delivery.ts'
import { simulatedPush } from './push-provider.ts'
import { settings } from './settings.ts'
import { openInbox } from './store.ts'

export const notifications = defineDomain({
  name: 'notifications',
  summary: 'Notices about money and devices, in a list and pushed to phones.',
  graphql: 'mobile',
  settings,
  examples,
  personalData,
  needs: { assets, identity, passkeys },
  setUp(bank, values, needs) {
    const { clock, jobs, log, mailer, production } = bank
    const outbound = bank.openOutbound()
    const { FCM_PRIVATE_KEY: key } = values
    const isReal = values.PUSH_PROVIDER === 'fcm' && key !== ''
    const provider = isReal
      ? fcmPush({
          project: values.FCM_PROJECT_ID,
          clientEmail: values.FCM_CLIENT_EMAIL,
          key,
          outbound,
          clock,
        })
      : production
        ? undefined
        : simulatedPush
    needs.passkeys.deviceRegistered.add((user, ctx) => openInbox(ctx.tx, user, ctx.now))
    return {
      operations,
      readers: [noticeReader(jobs, needs.assets.catalogue)],
      jobs: [
        {
          name: PUSH_JOB,
          retries: 3,
          run: (payload, db) =>
            pushNotices((payload as { ids: string[] }).ids, db, { clock, log, mailer, provider }),
        },
      ],
      retention: [
        keepDays(
          'notifications.notices',
          'created_at',
          90,
          'Users see their notifications of three months.',
        ),
      ],
      workers: [{ stop: () => outbound.close() }],
    }
  },
})
