// Validates votes by the type of their poll; errors name the wrong field.
import { Invalid } from '../../../../operation/error.ts'
import { checkTotal, type PercentInput, readShares } from '../composition.ts'
import { readPercent, type Shares, toPercent, TOTAL_SHARES } from '../percent.ts'
import type { PollOption, PollRow } from './store.ts'
import { completeWhole, divideEqually, type PollType } from './tally.ts'

export interface VoteRequest {
  readonly selected_options: readonly string[]
  readonly allocations?: PercentInput
}

export interface Ballot {
  readonly selected_options: readonly string[]
  readonly allocations: Shares | null
}

/** The fewest and the most options that a vote may select. */
const selectable: Readonly<Record<PollType, readonly [number, number]>> = {
  single_choice: [1, 1],
  yes_no: [1, 1],
  multiple_choice: [1, Infinity],
  weighted_choice: [1, Infinity],
  ranked_choice: [2, Infinity],
}

/** A sum may be off by 0.01 percent, because thirds cannot be written exactly. */
const TOLERANCE = 1

export function readBallot(poll: PollRow, input: VoteRequest): Ballot {
  const { selected_options } = input
  checkSelection(poll, selected_options)
  if (poll.type !== 'weighted_choice') {
    if (input.allocations)
      throw Invalid({
        errors: {
          allocations: [
            'Only votes in a weighted_choice poll can be divided; leave out allocations.',
          ],
        },
      })
    return { selected_options, allocations: null }
  }
  const allocations = input.allocations
    ? readAllocations(selected_options, input.allocations)
    : divideEqually(selected_options)
  if (poll.is_basket) checkBounds(poll, allocations)
  return { selected_options, allocations }
}

/** A vote on the basket's weights consists of allocations only; assets that are not named get zero. */
export function readBasketBallot(poll: PollRow, input: PercentInput): Ballot {
  const codes = poll.options.map(({ id }) => id)
  const allocations = readAllocations(codes, input)
  checkBounds(poll, allocations)
  return { selected_options: codes.filter((code) => (allocations[code] ?? 0) > 0), allocations }
}

function checkSelection(poll: PollRow, selected: readonly string[]): void {
  const refuse = (sentence: string) => Invalid({ errors: { selected_options: [sentence] } })
  const [min, max] = selectable[poll.type]
  if (selected.length < min) throw refuse(`Select at least ${min} option${min === 1 ? '' : 's'}.`)
  if (selected.length > max) throw refuse('Select exactly one option.')
  if (new Set(selected).size < selected.length)
    throw refuse('An option is selected twice; select each option once.')
  const unknown = selected.find((id) => !poll.options.some((option) => option.id === id))
  if (unknown !== undefined) throw refuse(`There is no option ${unknown} in this poll.`)
}

function readAllocations(allowed: readonly string[], input: PercentInput): Record<string, number> {
  const shares = readShares(input, 'allocations')
  const unknown = Object.keys(shares).find((id) => !allowed.includes(id))
  if (unknown !== undefined)
    throw Invalid({
      errors: {
        allocations: [`${unknown} cannot be given a share; choose from ${allowed.join(', ')}.`],
      },
    })
  checkTotal(shares, 'allocations', TOLERANCE)
  return completeWhole(shares)
}

function checkBounds(poll: PollRow, allocations: Shares): void {
  for (const option of poll.options) {
    const { min, max } = boundsOf(option)
    const share = Object.hasOwn(allocations, option.id) ? allocations[option.id]! : 0
    if (share < min || share > max)
      throw Invalid({
        errors: {
          allocations: [
            `The share of ${option.id} is ${toPercent(share)} percent; it must be from ${toPercent(min)} to ${toPercent(max)}.`,
          ],
        },
      })
  }
}

/** In hundredths of a percent; an option without bounds may have any share. */
export const boundsOf = ({ metadata }: PollOption) => ({
  min: readSetting(metadata.min) ?? 0,
  max: readSetting(metadata.max) ?? TOTAL_SHARES,
})

export const readSetting = (value: unknown): number | undefined =>
  typeof value === 'number' ? readPercent(value) : undefined
