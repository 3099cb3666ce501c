// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'iso20022.parse': {
    output: {
      message_type: 'pacs.002',
      version: 'pacs.002.001.10',
      namespace: 'urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10',
      business_header: null,
      message_id: 'MSG-1',
      creation_date_time: '2026-03-01T12:00:00Z',
      instructing_agent_bic: null,
      instructed_agent_bic: null,
      original_message_id: 'ORDER-7',
      original_message_type: 'pacs.008.001.08',
      original_creation_date_time: null,
      original_number_of_transactions: null,
      original_control_sum: null,
      group_status: 'ACSC',
      group_reason_code: null,
      group_reason_info: null,
      transaction_statuses: [],
    },
  },
  'iso20022.validate': {
    output: {
      valid: true,
      message_type: 'pacs.002',
      version: 'pacs.002.001.10',
      errors: [],
      not_checked: [],
      not_checked_count: 0,
    },
  },
  'iso20022.generate': {
    output: {
      message_type: 'pacs.002',
      version: 'pacs.002.001.10',
      xml: '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10">\n  <FIToFIPmtStsRpt>\n    <GrpHdr>\n      <MsgId>MSG-1</MsgId>\n      <CreDtTm>2026-03-01T12:00:00Z</CreDtTm>\n    </GrpHdr>\n    <OrgnlGrpInfAndSts>\n      <OrgnlMsgId>ORDER-7</OrgnlMsgId>\n      <OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>\n      <GrpSts>ACSC</GrpSts>\n    </OrgnlGrpInfAndSts>\n  </FIToFIPmtStsRpt>\n</Document>\n',
      valid: true,
      errors: [],
    },
  },
  'iso20022.supported_types': {
    output: [
      {
        message_type: 'pacs.008',
        title: 'Financial institution to financial institution customer credit transfer',
        root_element: 'FIToFICstmrCdtTrf',
        default_version: 'pacs.008.001.08',
        versions: ['pacs.008.001.08', 'pacs.008.001.09'],
        namespace: 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08',
        can_parse: true,
        can_generate: true,
      },
      {
        message_type: 'pacs.002',
        title: 'Financial institution to financial institution payment status report',
        root_element: 'FIToFIPmtStsRpt',
        default_version: 'pacs.002.001.10',
        versions: ['pacs.002.001.10', 'pacs.002.001.11'],
        namespace: 'urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10',
        can_parse: true,
        can_generate: true,
      },
    ],
  },
}
