// Before the examples of SMS: a message, and a payment for it.
import { createHmac, randomUUID } from 'node:crypto'
import {
  type Preparations,
  type Prepare,
  type Scene,
  withChangesInText,
} from '../../../../test/contract/prepare/scene.ts'

/** A new message, and a proof of payment for it. */
const paid: Prepare = async ({ bank, input: { to } }) => {
  const message = `Hello ${randomUUID()}`
  const { body } = await bank.call('POST /api/v1/sms/send', { to, message })
  const credential = {
    challenge_id: body.challenge_id,
    rail: 'stripe',
    proof_of_payment: { spt: `spt_${randomUUID().replaceAll('-', '')}` },
  }
  const proof = Buffer.from(JSON.stringify(credential)).toString('base64url')
  return { message, authorization: `Payment ${proof}` }
}

const sendSms = async ({ make }: Scene): Promise<string> => (await make('sms.send')).data.message_id

export const preparations: Preparations = {
  'sms.send': paid,
  'sms.status': async (scene) => ({ message_id: await sendSms(scene) }),
  async 'sms.report'(scene) {
    const id = `mock_${(await sendSms(scene)).slice('sms_'.length).replaceAll('-', '')}`
    const report = withChangesInText(scene.input.report, { id })
    const hmac = createHmac('sha256', scene.bank.env.SMS_REPORT_SECRET!).update(report)
    return { report, signature: hmac.digest('hex') }
  },
}
