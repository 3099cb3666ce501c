// Tests account numbers: each account has its own, they are read back in every form, and only owners see them.
import fc from 'fast-check'
import { isValidIBAN } from 'ibantools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { openDatabase } from '../../../platform/database.ts'
import { AccountDirectory } from './service.ts'
import { isRoutingNumber, makeIbanFormat } from './iban.ts'
import { settings } from './settings.ts'
import { readSettings } from '../../../platform/settings.ts'

describe('numbering', () => {
  const codes = fc.constantFrom('LT99999', 'DE10000000', 'AT99999', 'CH99999', 'CY99999999')

  it('gives each account its own valid IBAN, and reads it back', () => {
    fc.assert(
      fc.property(codes, fc.bigInt({ min: 1n, max: 9_999_999_999n }), (code, count) => {
        const numbering = makeIbanFormat(code)!
        const digits = numbering.write(count)
        const iban = numbering.toIban(digits)
        expect(isValidIBAN(iban)).toBe(true)
        expect(iban.slice(0, 2) + iban.slice(4)).toBe(code + digits)
        expect(numbering.fromIban(iban)).toBe(digits)
        expect(numbering.read(digits)).toBe(count)
      }),
    )
  })

  it('detects every wrong digit of an IBAN', () => {
    const numbering = makeIbanFormat('LT99999')!
    const iban = numbering.toIban(numbering.write(7n))
    for (let place = 2; place < iban.length; place++) {
      const other = (Number(iban[place]) + 1) % 10
      const wrong = `${iban.slice(0, place)}${other}${iban.slice(place + 1)}`
      expect(numbering.fromIban(wrong)).toBeUndefined()
    }
  })

  it('refuses countries whose account numbers need check digits of their own', () => {
    expect(makeIbanFormat('BE999')).toBeUndefined()
    expect(makeIbanFormat('ZZ999')).toBeUndefined()
  })

  it('checks routing numbers', () => {
    expect(['999999992', '021000021', '011401533'].map(isRoutingNumber)).toEqual([true, true, true])
    expect(['999999993', '02100002', '0210000211', ''].map(isRoutingNumber)).not.toContain(true)
  })
})

describe('an address', () => {
  const numbering = makeIbanFormat('LT99999')!
  const own = { numbering, hasIbans: true, bic: 'FLORLT21XXX', routingNumber: '999999992' }
  const iban = numbering.toIban(numbering.write(7n))
  const other = 'DE89370400440532013000'

  it.each([
    [{ account_number: '7' }, 'none'],
    [{ iban }, 'ours'],
    [{ account: iban, bic: 'FLORLT21' }, 'ours'],
    [{ iban, bic: 'florlt21abc' }, 'ours'],
    [{ iban: other }, 'other'],
    [{ account_number: '7', bic: 'DEUTDEFF' }, 'other'],
    [{ account_number: '7', routing_number: '021000021' }, 'other'],
    [{ account_number: '7', routing_number: '999999992' }, 'ours'],
    [{ account: '021000021:7' }, 'other'],
    [{ account: '999999992:7' }, 'ours'],
    [{ account: '999999992:7', bic: 'DEUTDEFF' }, 'contradictory'],
    [{ account: iban, bic: 'DEUTDEFF' }, 'contradictory'],
    [{ iban: other, bic: 'FLORLT21XXX' }, 'contradictory'],
    [{ account_number: '7', routing_number: '999999992', bic: 'DEUTDEFF' }, 'contradictory'],
    [{ account_number: other, routing_number: '999999992' }, 'contradictory'],
  ])('such as %o names a bank: %s', (written, bank) => {
    expect(new AccountDirectory(own).bankOf(written)).toBe(bank)
  })

  it('with a BIC, at a bank that has none, is ours only by its IBAN or routing number', () => {
    const directory = new AccountDirectory({ ...own, bic: null })
    expect(directory.bankOf({ iban, bic: 'DEUTDEFF' })).toBe('ours')
    expect(directory.bankOf({ account_number: '7', bic: 'FLORLT21' })).toBe('other')
  })
})

describe('settings', () => {
  const read = (env: Record<string, string>) => readSettings(settings, env, { production: true })

  it('refuses a wrong code, BIC or routing number by its name', () => {
    expect(() => read({ BANK_CODE: 'XX1' })).toThrow('BANK_CODE must be')
    expect(() => read({ BANK_CODE: 'BE999' })).toThrow('BANK_CODE')
    expect(() => read({ BANK_BIC: 'FLORIN' })).toThrow('BANK_BIC must be')
    expect(() => read({ BANK_ROUTING_NUMBER: '999999991' })).toThrow('BANK_ROUTING_NUMBER must be')
  })
})

describe('account.identifiers', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await startBank()
  })
  afterAll(() => bank.stop())

  const open = async (person: Person): Promise<string> =>
    (await bank.call('POST /api/v2/accounts', { user_uuid: person.uuid, name: 'One' }, person)).body
      .data.uuid

  it('shows owners the identifiers of their account, under which it is found', async () => {
    const person = await bank.person()
    const account = await open(person)
    const { status, body } = await bank.call(
      `GET /api/v2/accounts/${account}/identifiers`,
      undefined,
      person,
    )
    expect(status).toBe(200)
    const { iban, account_number, routing_number, bic } = body.data
    expect(isValidIBAN(iban)).toBe(true)
    const directory = new AccountDirectory({
      numbering: makeIbanFormat('LT99999')!,
      hasIbans: true,
      bic,
      routingNumber: routing_number,
    })
    const database = openDatabase(bank.address, { connectionsMax: 1, onError: () => {} })
    const db = database.read
    const forms = [
      { iban },
      { iban: iban.replaceAll(/(.{4})/g, '$1 ').toLowerCase() },
      { account: account.replaceAll('-', '') },
      { account },
      { account: account_number },
      { account_number, routing_number },
    ]
    for (const form of forms) expect(await directory.find(db, form)).toBe(account)
    const wrong = [
      { account_number, routing_number: '021000021' },
      { account: '99999999999' },
      { account: '00000000-0000-4000-8000-000000000001' },
      { iban: 'DE89370400440532013000' },
      { account: 'nobody' },
    ]
    for (const form of wrong) expect(await directory.find(db, form)).toBeUndefined()
    await database.close()
  })

  it('is refused to other users', async () => {
    const account = await open(await bank.person())
    const path = `GET /api/v2/accounts/${account}/identifiers`
    expect((await bank.call(path, undefined, await bank.person())).status).toBe(403)
  })
})
