// What a conversation stores beside its messages: the context fields that the caller sent, and its title.
import type { Asked } from './answers/service.ts'
import type { Frame } from './interpretation/frame.ts'
import { normalize, type Interpretation } from './interpretation/interpreter.ts'

const TITLE_LENGTH_MAX = 60

/** The beginning of the first message, in one line. */
export function toTitle(message: string): string {
  const line = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const letters = Array.from(line)
  const cut =
    letters.length > TITLE_LENGTH_MAX ? `${letters.slice(0, TITLE_LENGTH_MAX - 1).join('')}…` : line
  return cut === '' ? 'Conversation' : cut
}

/** The bank's own entry in the context; what callers send under this name is dropped. */
const UNDERSTOOD = 'understood'
const KEPT_BYTES_MAX = 8_192

/** The sent fields replace the stored ones, field by field; null removes a field. */
export function mergeContext(
  kept: Readonly<Record<string, unknown>> | undefined,
  sent: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const merge = (all: object) =>
    Object.fromEntries(
      Object.entries(all).filter(([name, value]) => name !== UNDERSTOOD && value !== null),
    )
  const merged = merge({ ...kept, ...sent })
  // Many messages with different fields would make it grow without bound.
  return Buffer.byteLength(JSON.stringify(merged)) <= KEPT_BYTES_MAX ? merged : merge({ ...sent })
}

export const showContext = (
  context: Readonly<Record<string, unknown>>,
  frame: Frame | null,
): Record<string, unknown> => ({ ...context, ...(frame && { [UNDERSTOOD]: frame }) })

/** Fields of the context limit the answer, where the message does not name others. */
export function toAsked(
  { filters, pair, shown_in, carried }: Interpretation,
  message: string,
  { account_uuid, asset_code }: Readonly<Record<string, unknown>>,
  codes: ReadonlySet<string>,
): Asked {
  const isLimited =
    typeof asset_code === 'string' && codes.has(asset_code) && filters.asset_code === undefined
  return {
    filters: { ...filters, ...(isLimited && { asset_code }) },
    ...(pair && { pair }),
    ...(shown_in !== undefined && { shown_in }),
    ...(typeof account_uuid === 'string' && { account_uuid: account_uuid.toLowerCase() }),
    ...(!carried && !isLimited && { sentence: normalize(message) }),
  }
}
