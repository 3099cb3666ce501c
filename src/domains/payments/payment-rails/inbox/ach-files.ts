// Handles an ACH file from the network: returns and notifications of change of our payments, and entries for customers.
// Entries that cannot be booked are returned in a file of returns.
import { formatDecimal, DOLLAR } from '../../../../kernel/money.ts'
import { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { answersOf, applyAnswers, readAchFile } from '../ach/service.ts'
import { receive } from '../payments/incoming-payments.ts'
import type { Report } from './inbox.ts'
import {
  type AchFile,
  type Batch,
  type Entry,
  isAnswer,
  makeReturns,
  type ReturnedEntry,
  transactionCodes,
  writeFile,
} from '../nacha/index.ts'
import type { RailOptions } from '../payments/service.ts'
import { toWallTime } from '../rails/zoned-time.ts'

export async function handleAchFile(
  content: string,
  ctx: Context,
  options: RailOptions,
): Promise<Report> {
  const file = readAchFile(content)
  const results = await applyAnswers(answersOf(file), ctx, options)
  const report = results.map(
    ({ trace_number, code, result, reason }) => `${trace_number} ${code}: ${result}. ${reason}`,
  )
  const refused: ReturnedEntry[] = []
  for (const batch of file.batches)
    for (const entry of batch.entries.filter((one) => !isAnswer(one))) {
      const returnCode = await takeEntry(entry, batch, file, ctx, options)
      report.push(`${entry.traceNumber}: ${returnCode ?? 'booked'}.`)
      if (returnCode !== undefined) refused.push({ entry, returnCode })
    }
  if (refused.length > 0) await sendBack(file, refused, ctx, options)
  return report
}

/** The code with which an entry is returned; undefined if it was booked or moves no money. */
async function takeEntry(
  entry: Entry,
  { header }: Batch,
  file: AchFile,
  ctx: Context,
  options: RailOptions,
): Promise<string | undefined> {
  const code = transactionCodes.get(entry.transactionCode)
  // An advice informs a bank about its own settlement: it is for no customer, and cannot be returned.
  if (code?.purpose !== 'live' || code.account === 'advice') return undefined
  // No customer can authorise an ACH debit at this bank.
  if (code.direction === 'debit') return 'R10'
  try {
    await receive(
      {
        rail: 'ach',
        amount: formatDecimal({ units: entry.amount, asset: DOLLAR }),
        currency: 'USD',
        account: {
          routing_number: entry.routingNumber,
          account_number: entry.accountNumber.trim(),
        },
        counterparty: { name: header.companyName.trim() },
        // A bank assigns each trace number once a day.
        external_id: `${entry.traceNumber}-${file.header.fileDate}`,
        memo: header.description.trim(),
      },
      ctx,
      options,
    )
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { network_code } = error.details as { network_code?: string }
    return network_code === 'AC06' ? 'R16' : 'R03'
  }
}

async function sendBack(
  file: AchFile,
  refused: readonly ReturnedEntry[],
  ctx: Context,
  options: RailOptions,
): Promise<void> {
  const { day, minute } = toWallTime(ctx.now, 'America/New_York')
  const fileTime = [Math.floor(minute / 60), minute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  const content = writeFile(makeReturns(file, refused, { fileDate: day, fileTime }))
  const file_name = `ach-returns-${ctx.requestId}.ach`
  await options.schemes.choose('live').submitBatch({ file_name, content })
}
