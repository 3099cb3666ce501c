// The port to a service that holds a private key and signs with it, so that the key is never in the memory of the bank:
// AWS KMS and Google Cloud KMS, each by its own library. The libraries are large, so they are not part of the package:
// the operator who uses one installs it.
import { StartError } from './start-error.ts'

export interface KeyService {
  /** The public key as SubjectPublicKeyInfo in DER. */
  publicKey(): Promise<Uint8Array>
  /** Signs a digest of 32 bytes by ECDSA; the signature is in DER. */
  sign(digest: Uint8Array): Promise<Uint8Array>
}

export const keyServices = ['aws', 'gcp'] as const
type KeyServiceName = (typeof keyServices)[number]

const libraries: Readonly<Record<KeyServiceName, string>> = {
  aws: '@aws-sdk/client-kms',
  gcp: '@google-cloud/kms',
}

/** The library is loaded at the first use; it finds its credentials by itself, such as those of the machine. */
export function openKeyService(name: KeyServiceName, key: string): KeyService {
  let opened: Promise<KeyService> | undefined
  const open = (): Promise<KeyService> => (opened ??= make[name](key))
  return {
    publicKey: async () => (await open()).publicKey(),
    sign: async (digest) => (await open()).sign(digest),
  }
}

/** The name is no constant, so that the bundler leaves the library out. */
async function load<Library>(name: KeyServiceName): Promise<Library> {
  const library: string = libraries[name]
  try {
    return (await import(library)) as Library
  } catch (cause) {
    throw new StartError(
      `The key service "${name}" needs the library ${library}: install it beside Florin with "npm install ${library}".`,
      { cause },
    )
  }
}

interface AwsLibrary {
  readonly KMSClient: new (
    options: object,
  ) => {
    send(command: unknown): Promise<{ PublicKey?: Uint8Array; Signature?: Uint8Array }>
  }
  readonly GetPublicKeyCommand: new (input: object) => unknown
  readonly SignCommand: new (input: object) => unknown
}

interface GcpLibrary {
  readonly KeyManagementServiceClient: new () => {
    getPublicKey(request: object): Promise<[{ pem?: string }]>
    asymmetricSign(request: object): Promise<[{ signature?: Uint8Array }]>
  }
}

const make: Readonly<Record<KeyServiceName, (key: string) => Promise<KeyService>>> = {
  async aws(KeyId) {
    const { KMSClient, GetPublicKeyCommand, SignCommand } = await load<AwsLibrary>('aws')
    const client = new KMSClient({})
    return {
      publicKey: async () =>
        given((await client.send(new GetPublicKeyCommand({ KeyId }))).PublicKey),
      sign: async (Message) =>
        given(
          (
            await client.send(
              new SignCommand({
                KeyId,
                Message,
                MessageType: 'DIGEST',
                SigningAlgorithm: 'ECDSA_SHA_256',
              }),
            )
          ).Signature,
        ),
    }
  },
  async gcp(name) {
    const { KeyManagementServiceClient } = await load<GcpLibrary>('gcp')
    const client = new KeyManagementServiceClient()
    return {
      async publicKey() {
        const [{ pem }] = await client.getPublicKey({ name })
        return Buffer.from(given(pem).replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
      },
      async sign(sha256) {
        const [{ signature }] = await client.asymmetricSign({ name, digest: { sha256 } })
        return given(signature)
      },
    }
  },
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The key service answered without a value.')
  return value
}
