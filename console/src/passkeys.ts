// Creates a passkey and signs in with one, by the browser's own functions.
import type {
  PasskeyLoginOptions,
  PasskeyRegisterRequest,
  PasskeyRegistrationOptions,
  PasskeyVerifyRequest,
} from '../../sdk/client/types.ts'

export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Undefined if the user closed the dialog. */
export async function readPasskey(
  options: PasskeyLoginOptions,
): Promise<PasskeyVerifyRequest | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge: options.challenge,
    rpId: options.rp_id,
    timeout: options.timeout,
    userVerification: options.user_verification,
    allowCredentials: [...options.allow_credentials],
  })
  const credential = await orUndefined(navigator.credentials.get({ publicKey }))
  if (!credential) return undefined
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON
  return {
    credential_id: id,
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    signature: response.signature,
  }
}

export async function makePasskey(
  options: PasskeyRegistrationOptions,
  name: string,
): Promise<PasskeyRegisterRequest | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await orUndefined(navigator.credentials.create({ publicKey }))
  if (!credential) return undefined
  const { id, response } = credential.toJSON() as RegistrationResponseJSON
  return {
    credential_id: id,
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports,
    name,
  }
}

async function orUndefined(
  asked: Promise<Credential | null>,
): Promise<PublicKeyCredential | undefined> {
  try {
    return ((await asked) as PublicKeyCredential | null) ?? undefined
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined
    throw error
  }
}
