// The real networks, by files: each payment is written into a folder, from which a file transfer (SFTP) collects it.
// A file appears under its name only when it is complete. Its name follows from the payment, so that writing it
// again after a crash replaces it; a network that got both recognises the second one by its message id.
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDecimal } from '../../../../kernel/money.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { writeCollection } from './collection-message.ts'
import type { Scheme } from './scheme.ts'
import { writeTransfer } from './transfer-message.ts'

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
        : writeTransfer({
            ...payment,
            ...handed,
            amount,
            settlement_date: payment.estimated_settlement.slice(0, 10),
          })
      await writeWhole(outbox, `${payment.rail}-${payment.external_id}.xml`, content)
    },
    submitBatch: ({ file_name, content }) => writeWhole(outbox, file_name, content),
    // ACH reports only failures: a payment that was not returned by its settlement date has settled.
    answer: ({ rail }) => (rail === 'ach' ? { status: 'completed' } : undefined),
    answerLater: () => undefined,
  }
}

/** Renames the file to its final name only after its content is synced to disk. */
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
