// Interledger: payments to and from other networks, in packets that are paid only against a proof of delivery.
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { keepDays } from '../../../operation/retention.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import { acceptedSecrets } from '../../../platform/settings.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import { OwnAddresses } from './addresses.ts'
import { makeConnectors } from './connectors/connector.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { EXPIRY_JOB, expireDue } from './expiry.ts'
import { HTTP, httpConnector } from './connectors/http-connector.ts'
import { grantAccess } from './grants.ts'
import { makeOperations } from './operations.ts'
import type { InterledgerOptions } from './options.ts'
import { makePeerOperations } from './peer/operations.ts'
import { personalData } from './personal-data.ts'
import { makePointerOperations } from './pointers/operations.ts'
import { DELIVER_JOB, SEND_JOB, Sender } from './payments/sender.ts'
import { settings } from './settings.ts'
import { simulatedConnector } from './connectors/simulated-connector.ts'

export const interledger = defineDomain({
  name: 'interledger',
  summary: 'Payments through Interledger: quotes, packets, grants and STREAM connections.',
  graphql: 'interledger',
  settings,
  events,
  examples,
  personalData,
  needs: { assets, identity, ledger, rates, transfers },
  setUp(bank, values, needs) {
    const { clock, jobs, log, sealer, work, production, baseUrl } = bank
    const outbound = bank.openOutbound()
    const options: InterledgerOptions = {
      clock,
      jobs,
      log,
      sealer,
      work,
      assets: needs.assets.catalogue,
      rateUpdater: needs.rates.updater,
      addresses: new OwnAddresses(values.INTERLEDGER_OPERATOR, () => new URL(baseUrl()).host),
      connectors: makeConnectors({
        simulated: simulatedConnector(),
        real:
          values.INTERLEDGER_CONNECTOR === HTTP
            ? httpConnector({
                url: values.INTERLEDGER_PEER_URL,
                token: values.INTERLEDGER_PEER_TOKEN,
                assets: values.INTERLEDGER_PEER_ASSETS,
                outbound,
              })
            : undefined,
        production,
      }),
      packetMax: BigInt(values.INTERLEDGER_PACKET_MAX),
      packetSeconds: values.INTERLEDGER_PACKET_SECONDS,
      // A production bank accepts packets from a real peer only.
      incomingTokens:
        production && values.INTERLEDGER_CONNECTOR !== HTTP
          ? []
          : acceptedSecrets(
              values.INTERLEDGER_INCOMING_TOKEN,
              values.INTERLEDGER_INCOMING_TOKEN_PREVIOUS,
            ),
      peerAssets: values.INTERLEDGER_PEER_ASSETS,
      guards: needs.transfers.guardCheck,
      standing: needs.identity.standing,
      feeWithin: needs.transfers.feeWithin,
      peerCreditMax: BigInt(values.INTERLEDGER_PEER_CREDIT_MAX),
    }
    needs.identity.sessionlessAccess.add(grantAccess(options))
    const sender = new Sender(options)
    return {
      sealed: [
        sealedColumn('interledger.connections', 'secret'),
        sealedColumn('interledger.incoming_payments', 'secret'),
        sealedColumn('interledger.quotes', 'secret'),
      ],
      operations: [
        ...makeOperations(options),
        ...makePeerOperations(options),
        ...makePointerOperations(options),
      ],
      jobs: [
        ...[SEND_JOB, DELIVER_JOB].map(
          (name): JobDef => ({
            name,
            // No retries: the sweep finds payments whose job failed.
            retries: 0,
            run: (payload, db) => sender.send((payload as { payment: string }).payment, db),
          }),
        ),
        {
          name: 'interledger.sweep',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => sender.sweep(db),
        },
        {
          name: EXPIRY_JOB,
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => expireDue(db, bank, options),
        },
      ],
      retention: [
        keepDays(
          'interledger.quotes',
          'expires_at',
          1,
          'An unused quote can be read for a day after it expired; a used one belongs to its payment.',
          'used_at is null',
        ),
      ],
      workers: [{ stop: () => outbound.close() }],
    }
  },
})
