// Signs a transaction at a server that speaks the protocol of AWS KMS, by the library of AWS.
import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { remoteAccountOf } from './evm.ts'
import { openKeyService } from './key-service.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const KEY_ID = 'arn:aws:kms:eu-central-1:111122223333:key/1234'
const ACCESS_KEY = 'AKIDEXAMPLE'
const ACCESS_SECRET = 'a secret of the test'

/** A key pair whose private key the server keeps. */
const pair = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
const spki = pair.publicKey.export({ format: 'der', type: 'spki' })
const { d } = pair.privateKey.export({ format: 'jwk' })
const privateKey = `0x${Buffer.from(d!, 'base64url').toString('hex')}` as const
const address = privateKeyToAddress(privateKey)

let server: Server
let isHigh = false
const targets: string[] = []

const integer = (value: bigint): Buffer => {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  const body = bytes[0]! >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes
  return Buffer.concat([Buffer.from([2, body.length]), body])
}

/** As a key service does: either of the two forms, in DER. */
async function signDer(digest: Buffer): Promise<Buffer> {
  const signed = await sign({ hash: `0x${digest.toString('hex')}`, privateKey })
  const s = BigInt(signed.s)
  const body = Buffer.concat([integer(BigInt(signed.r)), integer(isHigh ? ORDER - s : s)])
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
}

const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Checks the signature of the request (AWS Signature Version 4). */
function isAuthentic({ headers, method, url }: IncomingMessage, body: string): boolean {
  const read =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+), Signature=(\S+)$/
  const [, scope, names, signature] = read.exec(headers.authorization ?? '')!
  const signedHeaders = names!.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const request = [method, url, '', signedHeaders.join(''), names, sha256(body)].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const parts = scope!.split('/')
  expect(parts.slice(1)).toEqual(['eu-central-1', 'kms', 'aws4_request'])
  const key = parts.reduce<Buffer | string>((at, part) => hmac(at, part), `AWS4${ACCESS_SECRET}`)
  return hmac(key, text).toString('hex') === signature
}

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const target = String(request.headers['x-amz-target'])
    targets.push(target)
    const { KeyId, Message, MessageType, SigningAlgorithm } = JSON.parse(body) as Record<
      string,
      string
    >
    const isSigned = isAuthentic(request, body) && KeyId === KEY_ID
    response.statusCode = isSigned ? 200 : 400
    response.setHeader('Content-Type', 'application/x-amz-json-1.1')
    if (!isSigned)
      return void response.end(
        JSON.stringify({ __type: 'NotFoundException', message: 'Unknown key.' }),
      )
    if (target === 'TrentService.GetPublicKey')
      return void response.end(JSON.stringify({ KeyId, PublicKey: spki.toString('base64') }))
    expect([MessageType, SigningAlgorithm]).toEqual(['DIGEST', 'ECDSA_SHA_256'])
    const Signature = (await signDer(Buffer.from(Message!, 'base64'))).toString('base64')
    response.end(JSON.stringify({ KeyId, Signature, SigningAlgorithm }))
  }
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS_KEY)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', ACCESS_SECRET)
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
})
afterEach(() => {
  isHigh = false
})
afterAll(async () => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const transaction = {
  chainId: 8_453,
  nonce: 7n,
  to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  data: '0xa9059cbb',
  value: 0n,
  gas: 60_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
} as const

describe('a key at AWS KMS', () => {
  it('signs transactions, whichever form of the signature the service gives', async () => {
    const account = remoteAccountOf(address, openKeyService('aws', KEY_ID))
    await account.check()
    for (const nonce of [1n, 2n, 3n, 4n])
      for (isHigh of [false, true]) {
        const { raw } = await account.sign({ ...transaction, nonce })
        const serializedTransaction = raw as `0x02${string}`
        expect(await recoverTransactionAddress({ serializedTransaction })).toBe(address)
        const { s, nonce: sent } = parseTransaction(serializedTransaction)
        expect(BigInt(s!) <= ORDER / 2n).toBe(true)
        expect(BigInt(sent!)).toBe(nonce)
      }
    expect(new Set(targets)).toEqual(new Set(['TrentService.GetPublicKey', 'TrentService.Sign']))
  })

  it('is refused if it is not that of the address', async () => {
    const other = privateKeyToAddress(`0x${randomBytes(32).toString('hex')}`)
    const account = remoteAccountOf(other, openKeyService('aws', KEY_ID))
    await expect(account.check()).rejects.toThrow(`has the address ${address}, not ${other}`)
    await expect(account.sign(transaction)).rejects.toThrow(`not that of ${other}`)
  })

  it('reports what the service refuses', async () => {
    const account = remoteAccountOf(address, openKeyService('aws', 'another key'))
    await expect(account.sign(transaction)).rejects.toThrow('Unknown key.')
  })
})

it('a key service whose library is absent says what to install', async () => {
  const service = openKeyService('gcp', 'projects/p/…/cryptoKeyVersions/1')
  await expect(service.publicKey()).rejects.toThrow('npm install @google-cloud/kms')
})
