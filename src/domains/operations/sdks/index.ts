// SDKs: clients for the API in several languages, generated from its OpenAPI document for a partner.
import { defineDomain } from '../../../operation/domain.ts'
import { keepUntil } from '../../../operation/retention.ts'
import { partners } from '../../people/partners/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'

export const sdks = defineDomain({
  name: 'sdks',
  summary: 'SDKs in several languages, generated for partners with their name and colour.',
  graphql: 'partner',
  events,
  examples,
  personalData,
  needs: { partners },
  setUp(bank, _settings, needs) {
    const { baseUrl, longWork, openApi, registry, sealer } = bank
    return {
      operations: makeOperations({
        baseUrl,
        longWork,
        openApi,
        registry,
        sealer,
        partners: needs.partners,
        countDownload: needs.partners.countDownload,
      }),
      retention: [
        keepUntil(
          'sdks.generations',
          'expires_at',
          'SDKs can be downloaded for 30 days; their archives are deleted with them.',
        ),
      ],
    }
  },
})
