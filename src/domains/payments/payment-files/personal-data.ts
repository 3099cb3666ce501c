// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'payment_files.claims': 'Payments that a node is sending, by their ids.',
  'payment_files.messages': {
    of: 'user_uuid',
    erase: ['document', 'initiating_party_name', 'message_name'],
    kept: 'identification',
    blocks: { when: "status in ('processing', 'scheduled')", what: 'payment files in progress' },
  },
  'payment_files.payments': [
    {
      through: { message_uuid: 'payment_files.messages.id' },
      erase: [
        'debtor',
        'creditor',
        'creditor_name',
        'creditor_bic',
        'remittance_info',
        'end_to_end_id',
        'instruction_id',
        'payment_information_id',
      ],
      // A rejected payment has a reason, and no other has one.
      set: { reason: "case when reason is null then null else 'erased' end" },
      kept: 'identification',
    },
    {
      through: { creditor_account: 'ledger.accounts.id' },
      erase: ['creditor_name', 'remittance_info'],
      kept: 'identification',
      notExported: 'It is the order of the payer; the payment is in the ledger.',
    },
  ],
})
