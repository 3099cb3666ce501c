// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'ramp.supported': {},
  'ramp.quote': { input: { type: 'on', fiat: 'EUR', amount: '100.00', crypto: 'USDC' } },
  'ramp.start': {
    input: {
      type: 'on',
      fiat_currency: 'USD',
      fiat_amount: '100.00',
      crypto_currency: 'USDC',
      wallet_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      quote_id: '5SxA9WSpBlL3XuR71fpXtXh4rccrwqIssdl-3Orywrfa87aCD7M2sHpz1h3apyLf',
    },
    other: { fiat_amount: '50.00' },
  },
  'ramp.status': { input: { session_id: '0199d3a2-7c00-7000-8000-000000000012' } },
  'ramp.list': {},
  'ramp.checkout': { input: { session_id: '0199d3a2-7c00-7000-8000-000000000012' } },
  'ramp.webhook': {
    input: {
      provider: 'mock',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
      body: '{"type":"crypto.onramp_session.updated","data":{"object":{"id":"0199d3a2-7c00-7000-8000-000000000044","status":"payment_pending"}}}',
    },
    pathIsChoice: true,
  },
})
