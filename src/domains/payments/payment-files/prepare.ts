// Before the examples of payment files: two accounts, and a document of its own that names them.
import { examples } from './examples.ts'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Prepare, Scene } from '../../../../test/contract/prepare/scene.ts'

const EXECUTE = 'payment_file.execute'
const document = String(examples[EXECUTE]!.input!.xml)

let messages = 0

/** The document of the example with other accounts and another MsgId. */
async function write(scene: Scene): Promise<string> {
  const short = (uuid: string) => `<Id><Othr><Id>${uuid.replaceAll('-', '')}</Id></Othr></Id>`
  const accounts = [await openAccount(scene), await openAccount(scene, 0)].map(short).values()
  return document
    .replace(/<MsgId>.*<\/MsgId>/, `<MsgId>CONTRACT-${++messages}</MsgId>`)
    .replaceAll(/<Id><IBAN>.*?<\/IBAN><\/Id>/g, () => accounts.next().value!)
}

const executed = async ({ make }: Scene) => (await make(EXECUTE)).data
const ofFile: Prepare = async (scene) => ({ id: (await executed(scene)).id })
const ofAccount: Prepare = async (scene) => ({ account: await openAccount(scene) })

export const preparations: Preparations = {
  [EXECUTE]: async (scene) => ({ xml: await write(scene) }),
  async 'payment_file.list'(scene) {
    await executed(scene)
    return {}
  },
  'payment_file.get': ofFile,
  'payment_file.payments': ofFile,
  'payment_file.report': ofFile,
  'file_payment.get': async (scene) => ({ id: (await executed(scene)).payments[0].id }),
  async 'file_payment.cancel'(scene) {
    const tomorrow = new Date(scene.bank.clock.now().getTime() + 86_400_000).toISOString()
    const xml = (await write(scene)).replace(/<Dt>.*<\/Dt>/, `<Dt>${tomorrow.slice(0, 10)}</Dt>`)
    return { id: (await scene.send(EXECUTE, { xml })).data.payments[0].id }
  },
  'account.iso_statement': ofAccount,
  'account.iso_notification': ofAccount,
}
