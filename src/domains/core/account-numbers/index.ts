// Account numbers: the IBAN and the domestic number under which other banks know an account.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { ledger } from '../ledger/index.ts'
import { type BankIdentity, makeDirectory } from './service.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { settings } from './settings.ts'

/** Invented identifiers for sandbox mode; also the form of account numbers without IBANs. */
const INVENTED = { code: 'LT99999', bic: 'FLORLT21XXX', routingNumber: '999999992' }

export const accountNumbers = defineDomain({
  name: 'account-numbers',
  summary: 'The IBAN and the domestic number under which other banks know an account.',
  graphql: 'account',
  schemas: [],
  settings,
  examples,
  needs: { ledger },
  setUp({ production }, { BANK_CODE, BANK_BIC, BANK_ROUTING_NUMBER }) {
    const orInvented = (set: string, invented: string): string | null =>
      set !== '' ? set : production ? null : invented
    const identity: BankIdentity = {
      code: BANK_CODE || INVENTED.code,
      hasIbans: BANK_CODE !== '' || !production,
      bic: orInvented(BANK_BIC, INVENTED.bic),
      routingNumber: orInvented(BANK_ROUTING_NUMBER, INVENTED.routingNumber),
    }
    const directory = makeDirectory(identity)
    const operations = makeOperations(directory)
    return { exports: { directory, identity, operations: byName(operations) }, operations }
  },
})

export { type AccountDirectory, type BankIdentity, type Identifiers } from './service.ts'
export { isRoutingNumber } from './for-tasks.ts'
