// Before the examples of the ramp: a quote, a session, an event that the provider signs.
import { createHmac } from 'node:crypto'
import {
  having,
  type Preparations,
  type Prepare,
  withChangesInText,
} from '../../../../test/contract/prepare/scene.ts'

const ofSession: Prepare = async ({ make }) => ({
  session_id: (await make('ramp.start')).data.session_id,
})

export const preparations: Preparations = {
  'ramp.start': async ({ send }) => ({
    quote_id: (await send('ramp.quote', { fiat: 'USD' })).data.quotes[0].quote_id,
  }),
  'ramp.status': ofSession,
  'ramp.list': having('ramp.start'),
  'ramp.checkout': ofSession,
  async 'ramp.webhook'({ bank, input, make }) {
    const { session_id: id } = (await make('ramp.start')).data
    const body = withChangesInText(input.body, { data: { object: { id } } })
    const seconds = Math.floor(bank.clock.now().getTime() / 1000)
    const hmac = createHmac('sha256', bank.env.RAMP_WEBHOOK_SECRET!).update(`${seconds}.${body}`)
    return { signature: `t=${seconds},v1=${hmac.digest('hex')}`, body }
  },
}
