// Payments to other banks that start in other domains: payments of files and of open banking go over the payment
// rails, which report their outcomes back.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { openBanking } from '../open-banking/index.ts'
import { paymentFiles } from '../payment-files/index.ts'
import { paymentRails } from '../payment-rails/index.ts'
import { fileListener, sendFromFiles } from './file-payments.ts'
import { carrierListener, railCarrier } from './rail-carrier.ts'

export const outsidePayments = defineDomain({
  name: 'outside-payments',
  summary: 'Payments of files and of open banking to accounts at other banks.',
  schemas: [],
  needs: { accountNumbers, assets, openBanking, paymentFiles, paymentRails },
  setUp(_bank, _settings, needs) {
    const rails = needs.paymentRails
    needs.paymentFiles.railSender.add(sendFromFiles(rails, needs.assets.catalogue))
    rails.paymentOutcomes.add(fileListener(needs.paymentFiles))
    needs.openBanking.carriers.add(railCarrier(rails, needs.accountNumbers.directory))
    rails.paymentOutcomes.add(carrierListener(needs.openBanking))
    return { operations: [] }
  },
})
