// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

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

export const examples = defineExamples(answers, {
  'iso20022.parse': { input: { xml } },
  'iso20022.validate': { input: { xml } },
  'iso20022.generate': { input: { message_type: 'pacs.002', data } },
  'iso20022.supported_types': {},
})
