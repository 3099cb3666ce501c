// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'sms.send': {
    input: {
      to: '+37060012345',
      message: 'Hello',
      authorization:
        'Payment eyJjaGFsbGVuZ2VfaWQiOiJjaF9BQUJwcEN2OUFBQUFBQUFBdlRicXo3Y0VDeVNQU3Nqai1YdWhiMUpBZ3BpRUI0QVNsa3U5OEZQTV9MNjk0NnJqM3ViNkFwREwiLCJyYWlsIjoic3RyaXBlIiwicHJvb2Zfb2ZfcGF5bWVudCI6eyJzcHQiOiJzcHRfMDQzZjg0MDdjMTY1NDhiNGFiOGFiYTRhYTQ4NWI5YmUifX0',
    },
    other: { message: 'Something else' },
  },
  'sms.rates': { input: { country: 'lt' } },
  'sms.status': {
    input: { message_id: 'sms_0199d3a2-7c00-7000-8000-000000000061' },
    isShared: true,
  },
  'sms.info': {},
  'sms.report': {
    input: {
      report:
        '{"id":"mock_0199d3a27c0070008000000000000062","status":"delivered","delivered_at":null}',
      signature: 'cc563b04c4bf17e20b4661bba97cf37e25e69ae645824040d557dff2a1e9a0d4',
    },
  },
})
