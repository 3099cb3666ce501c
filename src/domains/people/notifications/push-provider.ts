// The port to a provider of push messages, and the simulated one, which says so and reaches no telephone.

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

/** A token with this ending stands for a telephone from which the app was removed. */
export const UNREGISTERED_SUFFIX = '-gone'

export const simulatedPush: PushProvider = {
  name: 'simulated',
  send: async (token) =>
    token.endsWith(UNREGISTERED_SUFFIX)
      ? { error: 'simulated: the app was removed', gone: true }
      : 'sent',
}
