// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10'
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${namespace}">
  <FIToFIPmtStsRpt>
    <GrpHdr>
      <MsgId>MSG-1</MsgId>
      <CreDtTm>2026-03-01T12:00:00Z</CreDtTm>
    </GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>ORDER-7</OrgnlMsgId>
      <OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>
      <GrpSts>ACSC</GrpSts>
    </OrgnlGrpInfAndSts>
  </FIToFIPmtStsRpt>
</Document>
`

const data = {
  message_id: 'MSG-1',
  creation_date_time: '2026-03-01T12:00:00Z',
  original_message_id: 'ORDER-7',
  original_message_type: 'pacs.008.001.08',
  group_status: 'ACSC',
}

const verdict = { valid: true, errors: [] }

export const examples = defineExamples({
  'iso20022.parse': {
    input: { xml },
    output: {
      message_type: 'pacs.002',
      version: 'pacs.002.001.10',
      namespace,
      business_header: null,
      ...data,
      instructing_agent_bic: null,
      instructed_agent_bic: null,
      original_creation_date_time: null,
      original_number_of_transactions: null,
      original_control_sum: null,
      group_reason_code: null,
      group_reason_info: null,
      transaction_statuses: [],
    },
  },
  'iso20022.validate': {
    input: { xml },
    output: {
      ...verdict,
      message_type: 'pacs.002',
      version: 'pacs.002.001.10',
      not_checked: [],
    },
  },
  'iso20022.generate': {
    input: { message_type: 'pacs.002', data },
    output: { ...verdict, message_type: 'pacs.002', version: 'pacs.002.001.10', xml },
  },
  'iso20022.supported_types': {
    output: [
      {
        message_type: 'pacs.002',
        title: 'Financial institution to financial institution payment status report',
        root_element: 'FIToFIPmtStsRpt',
        default_version: 'pacs.002.001.10',
        versions: ['pacs.002.001.10', 'pacs.002.001.11'],
        namespace,
        can_parse: true,
        can_generate: true,
      },
    ],
  },
})
