// The port to a language model. A model gets text and returns text: it can call nothing and decide nothing.
import type { Values } from '../../../../platform/settings.ts'
import type { settings } from '../settings.ts'

export interface ModelRequest {
  /** Fixed words of the bank. */
  readonly instructions: string
  /** JSON with what the user wrote. */
  readonly prompt: string
  readonly temperature: number
  readonly tokensMax: number
}

export interface LanguageModel {
  /** Throws when the model fails, takes too long or answers too much. */
  complete(request: ModelRequest): Promise<string>
}

/** Understands nothing, and words an answer as the bank does. */
export const simulatedModel: LanguageModel = {
  async complete({ prompt }) {
    const { answer } = JSON.parse(prompt) as { answer?: string }
    return answer ?? '{"topic":"other"}'
  },
}

export type ModelSettings = Values<(typeof settings)['variables']>

/** Undefined when the bank has no language model. The libraries are loaded when the first answer needs them. */
export function chooseModel(values: ModelSettings): LanguageModel | undefined {
  const { ASSISTANT_MODEL: kind } = values
  if (kind === 'none') return undefined
  if (kind === 'simulated') return simulatedModel
  return {
    async complete(request) {
      const { callModel } = await import('./client.ts')
      return callModel(request, {
        kind,
        url: values.ASSISTANT_MODEL_URL,
        key: values.ASSISTANT_MODEL_KEY,
        name: values.ASSISTANT_MODEL_NAME,
        timeoutMs: values.ASSISTANT_MODEL_SECONDS * 1000,
      })
    },
  }
}
