// Finds the identifiers of accounts, and accounts by any identifier that another bank or a customer may write.
import { toUuid } from '../../../kernel/uuid.ts'
import type { Db } from '../../../platform/database.ts'
import { findByNumbers, findNumbers } from '../ledger/for-tasks.ts'
import { makeIbanFormat, type IbanFormat } from './iban.ts'

export interface Identifiers {
  readonly account_number: string
  readonly iban: string | null
  readonly bban: string | null
  readonly bic: string | null
  readonly routing_number: string | null
}

/** An account as a payment or a request names it; `account` is any of its uuid, IBAN or number. */
export interface AccountReference {
  readonly iban?: string | null | undefined
  readonly bic?: string | null | undefined
  readonly routing_number?: string | null | undefined
  readonly account_number?: string | null | undefined
  readonly account?: string | null | undefined
}

/** The bank that an address names: by IBAN, BIC and routing number, which may contradict each other. */
export type NamedBank = 'ours' | 'other' | 'contradictory' | 'none'

/** The bank's own identifiers: plain data, so that a worker thread can build a directory too. */
export interface BankIdentity {
  /** The country and the bank's code in IBANs. */
  readonly code: string
  /** Whether the bank has a code of its own, without which it has no IBANs. */
  readonly hasIbans: boolean
  readonly bic: string | null
  readonly routingNumber: string | null
}

/** The code must be one from which IBANs can be composed. */
export const makeDirectory = (identity: BankIdentity): AccountDirectory =>
  new AccountDirectory({ ...identity, numbering: makeIbanFormat(identity.code)! })

export class AccountDirectory {
  readonly bic: string | null
  readonly routingNumber: string | null
  private readonly numbering: IbanFormat
  private readonly hasIbans: boolean

  constructor({
    numbering,
    hasIbans,
    bic,
    routingNumber,
  }: Omit<BankIdentity, 'code'> & { readonly numbering: IbanFormat }) {
    this.numbering = numbering
    this.hasIbans = hasIbans
    this.bic = bic
    this.routingNumber = routingNumber
  }

  /** The identifiers of these customers' accounts. */
  async of(tx: Db, accounts: readonly string[]): Promise<Map<string, Identifiers>> {
    const numbers = await findNumbers(tx, accounts)
    return new Map([...numbers].map(([account, number]) => [account, this.identify(number)]))
  }

  /** Whether this is a valid IBAN of this bank; the account need not exist. */
  isOurs(iban: string): boolean {
    return this.hasIbans && this.numbering.fromIban(normalize(iban)) !== undefined
  }

  /** Equal numbers exist at many banks, so an address is one of ours only if the bank in it is. */
  bankOf({ iban, bic, routing_number, account_number, account }: AccountReference): NamedBank {
    const ibans = [iban, account_number, account].filter((text) => text && isIban(text))
    const named = ibans.map((text) => this.isOurs(text!))
    const routing = routing_number ?? BEHIND_ROUTING.exec(account ?? '')?.[1]
    if (routing) named.push(routing === this.routingNumber)
    // Without a BIC of its own the bank cannot classify another one; the IBAN or routing number then decides alone.
    if (bic && (this.bic !== null || named.length === 0)) named.push(isSameBank(bic, this.bic))
    if (named.length === 0) return 'none'
    if (new Set(named).size > 1) return 'contradictory'
    return named[0]! ? 'ours' : 'other'
  }

  /** Whether the address can be one of this bank: it names this bank, or no bank at all. */
  mayBeOurs(written: AccountReference): boolean {
    const bank = this.bankOf(written)
    return bank === 'ours' || bank === 'none'
  }

  /** The customer's account that is meant, whatever its environment and status; undefined if it is not ours. */
  async find(tx: Db, written: AccountReference): Promise<string | undefined> {
    if (!this.mayBeOurs(written)) return undefined
    const text = written.iban ?? written.account_number ?? written.account ?? undefined
    return text === undefined ? undefined : (await this.findMany(tx, [text])).get(text)
  }

  /** The same for many texts at once, by two queries whatever their number. */
  async findMany(tx: Db, written: readonly string[]): Promise<Map<string, string>> {
    const uuids = new Map<string, string>()
    const numbers = new Map<string, bigint>()
    for (const text of written) {
      const uuid = toUuid(text.trim())
      const number = uuid === undefined ? this.readNumber(text) : undefined
      if (uuid !== undefined) uuids.set(text, uuid)
      else if (number !== undefined) numbers.set(text, number)
    }
    const known = uuids.size > 0 ? await findNumbers(tx, [...uuids.values()]) : new Map()
    const byNumber = numbers.size > 0 ? await findByNumbers(tx, [...numbers.values()]) : new Map()
    const found = new Map<string, string>()
    for (const [text, uuid] of uuids) if (known.has(uuid)) found.set(text, uuid)
    for (const [text, number] of numbers) {
      const account: string | undefined = byNumber.get(number)
      if (account !== undefined) found.set(text, account)
    }
    return found
  }

  private identify(number: bigint): Identifiers {
    const { numbering, hasIbans, bic, routingNumber } = this
    const account_number = numbering.write(number)
    const iban = hasIbans ? numbering.toIban(account_number) : null
    return {
      account_number,
      iban,
      bban: iban?.slice(4) ?? null,
      bic,
      routing_number: routingNumber,
    }
  }

  private readNumber(written: string): bigint | undefined {
    const [, routing = this.routingNumber, alone = written] = BEHIND_ROUTING.exec(written) ?? []
    if (routing !== this.routingNumber) return undefined
    const text = normalize(alone)
    const digits = this.hasIbans ? (this.numbering.fromIban(text) ?? text) : text
    const number = this.numbering.read(digits)
    // Numbers beyond the range of bigint belong to no account.
    return number !== undefined && number < 2n ** 63n ? number : undefined
  }
}

/** A number with its routing number before it, as in 021000021:123456789. */
const BEHIND_ROUTING = /^(\d{9}):(.+)$/

const isIban = (text: string): boolean =>
  toUuid(text.trim()) === undefined && /^[A-Z]{2}\d{2}[A-Z0-9]{6,30}$/.test(normalize(text))

/** The first eight characters are the bank, the others a branch of it. */
const isSameBank = (bic: string, own: string | null): boolean =>
  own !== null && bic.slice(0, 8).toUpperCase() === own.slice(0, 8).toUpperCase()

/** IBANs are often written in groups of four. */
const normalize = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()
