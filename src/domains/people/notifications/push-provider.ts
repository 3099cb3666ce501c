// The port to a provider of push messages, and the simulated one, which names itself so and reaches no phone.

export interface PushMessage {
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
}

/** `gone` means that the token will never work again. */
export type PushResult = 'sent' | { readonly error: string; readonly gone: boolean }

export interface PushProvider {
  readonly name: 'simulated' | 'fcm'
  send(token: string, message: PushMessage): Promise<PushResult>
}

/** The simulated provider treats a token with this suffix as one of a phone from which the app was removed. */
export const UNREGISTERED_SUFFIX = '-gone'

export const simulatedPush: PushProvider = {
  name: 'simulated',
  send: async (token) =>
    token.endsWith(UNREGISTERED_SUFFIX)
      ? { error: 'simulated: the app was removed', gone: true }
      : 'sent',
}
