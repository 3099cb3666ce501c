// What a backup says about itself, in front of the rows.
import type { AppliedMigration } from '../migrations.ts'

/** What the layers above know of the bank at the moment of the backup. */
export interface BankFacts {
  /** Null if no bank has started on the database. */
  readonly mode: string | null
  /** The fingerprints of the secrets that open the keys of the bank; the backup does not contain these secrets. */
  readonly openers: readonly string[]
  /** The newest position of the event log. */
  readonly position: number
  readonly epoch: number
  readonly system_identifier: string | null
  readonly timeline: number | null
}

export interface Sequence {
  readonly name: string
  readonly last_value: string
  readonly is_called: boolean
}

export interface BackupHead {
  readonly software: string
  /** When the snapshot was taken, which all rows are of. */
  readonly taken_at: string
  readonly bank: BankFacts
  readonly server: {
    readonly version: string
    readonly database: string
    readonly is_standby: boolean
    /** The place in the write-ahead log; null where the server does not show it. */
    readonly lsn: string | null
  }
  /** Whether no transaction that wrote was in progress at the moment of the snapshot. */
  readonly is_exact: boolean
  readonly migrations: readonly AppliedMigration[]
  /** The version of the schema of the job queues; null if there is none yet. */
  readonly jobs: number | null
  readonly sequences: readonly Sequence[]
  /** How many tables follow. */
  readonly tables: number
}

export interface TableHead {
  /** With its schema, quoted where SQL needs it. */
  readonly table: string
  readonly columns: readonly string[]
}

/** Behind the rows of a table. */
export interface TableEnd {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** The last record. */
export interface BackupEnd {
  readonly tables: number
  readonly rows: number
}
