// Collects a fee from every account that can pay it; for the others the reason is recorded.
import { readAmount } from '../assets/index.ts'
import { countBooksToCharge, listBooksToCharge } from '../ledger/index.ts'
import type { ParametersOf } from './parameters.ts'
import { movePayments, summarizePayments } from './payments.ts'
import { type StepResult, type StepContext, writeUnits } from './step.ts'

interface State {
  /** The last account handled; the next step continues after it. */
  readonly account: string
}

const BEFORE_ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000'

export async function collectFees(work: StepContext): Promise<StepResult> {
  const { operation, assets, chunkSize } = work
  const parameters = operation.parameters as ParametersOf<'fee_collection'>
  const { asset, units } = readAmount(assets, parameters)
  const state = (operation.state as State | null) ?? { account: BEFORE_ALL_ACCOUNTS }
  const accounts = await listAccounts(work, parameters, state)
  const due = accounts.map((account_id) => ({
    account_id,
    asset: asset.code,
    units,
  }))
  const { skipped } = await movePayments(work, due, { reference: parameters.fee_type })
  const isDone = accounts.length < chunkSize
  return {
    processed: accounts.length,
    skipped,
    ...(operation.state === null && { total: await countAccounts(work, parameters) }),
    state: { account: accounts.at(-1) ?? state.account },
    ...(isDone && {
      result: {
        fee_type: parameters.fee_type,
        amount: writeUnits(assets, asset.code, units),
        ...(await summarizePayments(work)),
      },
    }),
  }
}

/** Named accounts are stored sorted, so both ways continue after the last account handled. */
function listAccounts(
  { ctx, batch, chunkSize }: StepContext,
  { account_uuids, asset_code }: ParametersOf<'fee_collection'>,
  { account }: State,
): Promise<readonly string[]> | readonly string[] {
  if (account_uuids) return account_uuids.filter((id) => id > account).slice(0, chunkSize)
  const filter = { environment: batch.environment, asset: asset_code }
  return listBooksToCharge(ctx.tx, filter, { account, asset: asset_code }, chunkSize)
}

function countAccounts(
  { ctx, batch }: StepContext,
  { account_uuids, asset_code }: ParametersOf<'fee_collection'>,
): Promise<number> | number {
  if (account_uuids) return account_uuids.length
  return countBooksToCharge(ctx.tx, { environment: batch.environment, asset: asset_code })
}
