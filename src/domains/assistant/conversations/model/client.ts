// Calls a language model by the API of OpenAI or of Anthropic. Loaded only when it is needed.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import type { ModelRequest } from './language-model.ts'

interface Provider {
  readonly kind: 'openai' | 'anthropic'
  readonly url: string
  readonly key: string
  readonly name: string
  readonly timeoutMs: number
}

/** More than any answer of the length that is asked for. */
const BYTES_MAX = 262_144

/** Follows no redirect, which could send the key elsewhere, and reads at most `BYTES_MAX` of the answer. */
const boundedFetch: typeof fetch = async (address, init) => {
  const response = await fetch(address, { ...init, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the rest of the answer.
    if (size > BYTES_MAX) throw new Error('The language model answered too much.')
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
  })
}

function chooseProvider({ kind, url, key, name }: Provider) {
  if (kind === 'anthropic')
    return createAnthropic({ baseURL: url, apiKey: key, fetch: boundedFetch })(name)
  return createOpenAICompatible({
    name: 'language-model',
    baseURL: url,
    fetch: boundedFetch,
    ...(key !== '' && { apiKey: key }),
  })(name)
}

/** The highest temperature that every model takes. */
const TEMPERATURE_MAX = 1

export async function callModel(request: ModelRequest, provider: Provider): Promise<string> {
  const { text } = await generateText({
    model: chooseProvider(provider),
    instructions: request.instructions,
    prompt: request.prompt,
    temperature: Math.min(request.temperature, TEMPERATURE_MAX),
    maxOutputTokens: request.tokensMax,
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(provider.timeoutMs),
  })
  return text
}
