// The real networks, by files: each payment is written into a folder, from which a transfer program (SFTP) takes it.
// A file appears under its name only when it is complete. Its name follows from the payment, so that writing it
// again after a crash replaces it; a network that took both recognises the second one by its message id.
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDecimal } from '../../../kernel/money.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { writeMessage } from '../iso20022/index.ts'
import { writeCollection } from './collection-message.ts'
import type { Party } from './party.ts'
import { railOf } from './rails.ts'
import type { HandedOver, Scheme } from './scheme.ts'
import type { PaymentRow } from './store.ts'

export interface FileSchemeOptions {
  readonly outbox: string
  readonly assets: AssetCatalogue
}

export function fileScheme({ outbox, assets }: FileSchemeOptions): Scheme {
  return {
    name: 'files',
    simulated: false,
    answerSeconds: undefined,
    async submit(payment, handed) {
      const amount = formatDecimal({
        units: BigInt(payment.units),
        asset: assets.get(payment.asset),
      })
      const content = handed.mandate
        ? writeCollection({ payment, amount, ...handed, mandate: handed.mandate })
        : writeTransfer(payment, amount, handed)
      await writeWhole(outbox, `${payment.rail}-${payment.external_id}.xml`, content)
    },
    submitBatch: ({ file_name, content }) => writeWhole(outbox, file_name, content),
    // ACH reports only what goes wrong: a payment that has not come back by its settlement date has settled.
    answer: ({ rail }) => (rail === 'ach' ? { status: 'completed' } : undefined),
    answerLater: () => undefined,
  }
}

/** A pacs.008 with one payment; its message id is the id of the payment in the network. */
function writeTransfer(payment: PaymentRow, amount: string, { own, now }: HandedOver): string {
  const { party, asset, memo } = payment
  const [debtor, creditor] = [toSide(own), toSide(party)]
  return writeMessage('pacs.008', undefined, {
    message_id: payment.external_id,
    creation_date_time: now.toISOString(),
    settlement_method: 'CLRG',
    transactions: [
      {
        debtor_name: debtor.name,
        debtor_iban: debtor.iban,
        debtor_account: debtor.account,
        debtor_bic: debtor.bic,
        debtor_clearing_member: debtor.member,
        creditor_name: creditor.name,
        creditor_iban: creditor.iban,
        creditor_account: creditor.account,
        creditor_bic: creditor.bic,
        creditor_clearing_member: creditor.member,
        end_to_end_id: payment.end_to_end_id,
        transaction_id: payment.external_id,
        amount,
        currency: asset,
        settlement_date: payment.estimated_settlement.slice(0, 10),
        charge_bearer: railOf(payment.rail).accounts === 'iban' ? 'SLEV' : 'SHAR',
        remittance_info: memo === null || memo.trim() === '' ? null : memo,
      },
    ],
  })
}

const NAMELESS = 'NOTPROVIDED'

/** An account as a message names it: a US bank by its routing number, any other by its BIC. */
const toSide = ({ name, iban, bic, routing_number, account_number }: Party) => ({
  name: name ?? NAMELESS,
  iban,
  bic,
  account: iban === null ? account_number : null,
  member: iban === null ? routing_number : null,
})

/** The file gets its name only once its content is safe on the disk. */
export async function writeWhole(folder: string, name: string, content: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.${name}.tmp`)
  const file = await open(draft, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, name))
}
