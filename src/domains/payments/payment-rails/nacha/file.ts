// A NACHA file as values: the output of the reader, and the input of the writer.
import type {
  addenda02,
  addenda05,
  addenda10,
  addenda11,
  addenda12,
  addenda13,
  addenda14,
  addenda15,
  addenda16,
  addenda17,
  addenda18,
  ChangeValues,
  ReturnValues,
} from './addenda-records.ts'
import type { BatchControl, BatchHeader, FileControl, FileHeader } from './batch-records.ts'
import type { EntryValues } from './entry-records.ts'
import type { Values } from './layout.ts'
import type { Problem } from './problem.ts'

interface OnLine {
  /** Line of the file, from 1. */
  readonly line: number
}

export type TerminalAddenda = { readonly type: '02' } & Values<typeof addenda02.fields>
export type PaymentAddenda = { readonly type: '05' } & Values<typeof addenda05.fields>
export type ChangeAddenda = { readonly type: '98' } & ChangeValues
export type ReturnAddenda = { readonly type: '99' } & ReturnValues
export type InternationalAddenda =
  | ({ readonly type: '10' } & Values<typeof addenda10.fields>)
  | ({ readonly type: '11' } & Values<typeof addenda11.fields>)
  | ({ readonly type: '12' } & Values<typeof addenda12.fields>)
  | ({ readonly type: '13' } & Values<typeof addenda13.fields>)
  | ({ readonly type: '14' } & Values<typeof addenda14.fields>)
  | ({ readonly type: '15' } & Values<typeof addenda15.fields>)
  | ({ readonly type: '16' } & Values<typeof addenda16.fields>)
  | ({ readonly type: '17' } & Values<typeof addenda17.fields>)
  | ({ readonly type: '18' } & Values<typeof addenda18.fields>)

type AddendaValues =
  | TerminalAddenda
  | PaymentAddenda
  | ChangeAddenda
  | ReturnAddenda
  | InternationalAddenda
export type Addenda = AddendaValues & OnLine

/** One payment. `name` and `identification` are those of the receiver, wherever the class puts them. */
export type Entry = OnLine &
  Omit<EntryValues, 'addendaIndicator'> & { readonly addenda: readonly Addenda[] }

/** Whether an entry is a return or a notification of change. */
export const isAnswer = ({ addenda }: Pick<Entry, 'addenda'>): boolean =>
  addenda.some(({ type }) => type === '98' || type === '99')

export type { BatchControl, BatchHeader, FileControl, FileHeader }

export interface Batch {
  readonly line: number
  readonly header: BatchHeader
  readonly entries: readonly Entry[]
  readonly control: BatchControl
}

export interface AchFile {
  readonly header: FileHeader
  readonly batches: readonly Batch[]
  readonly control: FileControl
  /** Deviations that were tolerated. */
  readonly warnings: readonly Problem[]
}

// The writer computes counts, totals, hashes, classes, numbers and sequences; given values are kept.

type Computed = 'traceNumber' | 'sequence' | 'entrySequence'
type WithoutComputed<A> = A extends AddendaValues
  ? Omit<A, Computed> & Partial<Pick<A, Computed & keyof A>>
  : never
export type AddendaInput = WithoutComputed<AddendaValues>

export type EntryInput = Omit<EntryValues, 'addendaIndicator' | 'traceNumber'> & {
  /** Without one, the next number of the originating bank. */
  readonly traceNumber?: string
  readonly addenda?: readonly AddendaInput[]
}

type Assumed =
  | 'serviceClass'
  | 'settlementDay'
  | 'originatorStatusCode'
  | 'batchNumber'
  | 'effectiveDate'
export interface BatchInput {
  readonly header: Omit<BatchHeader, Assumed> & Partial<Pick<BatchHeader, Assumed>>
  readonly entries: readonly EntryInput[]
  readonly control?: Partial<Pick<BatchControl, 'messageAuthentication' | 'operatorData'>>
}

type Optional = 'fileTime' | 'fileIdModifier' | 'destinationName' | 'originName' | 'referenceCode'
export interface AchFileInput {
  readonly header: Omit<FileHeader, Optional> & Partial<Pick<FileHeader, Optional>>
  readonly batches: readonly BatchInput[]
}
