// A passkey in a real browser: created and used by Chromium itself, with a virtual authenticator. The bank gets what a
// page would send.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { originOf } from '../../src/domains/people/passkeys/test-support.ts'
import { findBrowser, type TestBrowser, useBrowser } from './browser.ts'

const found = await findBrowser()

describe.skipIf(!found)('passkeys in a browser (needs Chromium)', () => {
  let bank: Bank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[bank, browser] = await Promise.all([startBank(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([bank.stop(), browser.close()]))

  interface Session {
    readonly page: Page
    readonly devtools: CDPSession
    readonly authenticatorId: string
  }

  /** A page of the bank, on a machine with a fingerprint reader that verifies the user. */
  async function open(url: string, isUserVerified = true): Promise<Session> {
    const context = await browser.newContext()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`${url}/`)
    return { page, devtools, authenticatorId }
  }

  interface Credential {
    readonly id: string
    readonly response: Readonly<Record<string, unknown>>
  }

  /** The page does it, with the browser's own functions for what servers send and take. */
  const inPage = (page: Page, what: 'create' | 'get', options: object): Promise<Credential> => {
    const parse = `parse${what === 'create' ? 'Creation' : 'Request'}OptionsFromJSON`
    return page.evaluate(`navigator.credentials
      .${what}({ publicKey: PublicKeyCredential.${parse}(${JSON.stringify(options)}) })
      .then((credential) => credential.toJSON())`)
  }

  async function use(page: Page, options: object) {
    const { id, response } = await inPage(page, 'get', options)
    return {
      credential_id: id,
      authenticator_data: response.authenticatorData,
      client_data_json: response.clientDataJSON,
      signature: response.signature,
    }
  }

  async function register({ page }: Session, person: Person) {
    const route = 'POST /api/v2/mobile/auth/passkey/register'
    const { body } = await bank.call(`${route}-challenge`, {}, person)
    const { id, response } = await inPage(page, 'create', body.data)
    const registration = {
      credential_id: id,
      client_data_json: response.clientDataJSON,
      attestation_object: response.attestationObject,
      transports: response.transports,
      name: 'Laptop',
    }
    return bank.call(route, registration, person)
  }

  async function askToLogIn(about: object = {}) {
    const { body } = await bank.call('POST /api/v2/mobile/auth/passkey/challenge', about)
    const { challenge, rp_id, timeout, user_verification, allow_credentials } = body.data
    return {
      challenge,
      timeout,
      rpId: rp_id,
      userVerification: user_verification,
      allowCredentials: allow_credentials,
    }
  }

  const verify = (answer: object) => bank.call('POST /api/v2/mobile/auth/passkey/verify', answer)

  it('registers a passkey and signs in with it, again and again', async () => {
    const person = await bank.person()
    const session = await open(originOf(bank))
    const registered = await register(session, person)
    expect(registered.status).toBe(201)
    expect(registered.body.data).toMatchObject({ name: 'Laptop', transports: ['internal'] })

    // By the passkey alone: the browser finds it.
    const answer = await use(session.page, await askToLogIn())
    const signedIn = await verify(answer)
    expect(signedIn.status).toBe(200)
    expect(signedIn.body.data.user.uuid).toBe(person.uuid)
    const token = signedIn.body.data.access_token
    const me = await bank.call('GET /api/auth/user', undefined, { token })
    expect(me.body.data.email).toBe(person.email)
    expect((await verify(answer)).status).toBe(401)

    // By the address, which names it.
    const named = await use(session.page, await askToLogIn({ email: person.email }))
    expect((await verify(named)).body.data.user.uuid).toBe(person.uuid)
  })

  it('makes no second passkey where there is one', async () => {
    const person = await bank.person()
    const session = await open(originOf(bank))
    expect((await register(session, person)).status).toBe(201)
    await expect(register(session, person)).rejects.toThrow(/InvalidStateError/)
  })

  it('is moved to the name of the bank, where passkeys work, from its number', async () => {
    const moved = await open(bank.url.replace('localhost', '127.0.0.1'))
    expect(new URL(moved.page.url()).origin).toBe(originOf(bank))
    expect((await register(moved, await bank.person())).status).toBe(201)
  })

  it('notices an authenticator that counts back', async () => {
    const person = await bank.person()
    const { page, devtools, authenticatorId } = await open(originOf(bank))
    await register({ page, devtools, authenticatorId }, person)
    expect((await verify(await use(page, await askToLogIn()))).status).toBe(200)
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    expect(credential!.signCount).toBeGreaterThan(1)
    const { credentialId } = credential!
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await devtools.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential!, signCount: 0 },
    })
    expect((await verify(await use(page, await askToLogIn()))).status).toBe(401)
    const list = await bank.call('GET /api/v2/mobile/auth/passkeys', undefined, person)
    expect(list.body.data[0].status).toBe('clone_suspected')
  })

  it('gives nothing to a page of another name, or to a user it cannot verify', async () => {
    const person = await bank.person()
    const page = createServer((_request, response) => response.end('<title>Elsewhere</title>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const elsewhere = await open(`http://127.0.0.1:${(page.address() as AddressInfo).port}`)
    await expect(register(elsewhere, person)).rejects.toThrow(/SecurityError|invalid domain/)
    page.close()
    const stranger = await open(originOf(bank), false)
    await expect(register(stranger, person)).rejects.toThrow(/NotAllowedError/)
  })
})
