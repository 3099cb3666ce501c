// Settings of the assistant.
import {
  choice,
  defineSettings,
  integer,
  secretText,
  text,
  webUrl,
} from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    ASSISTANT_MODEL: choice(
      'The language model that helps the assistant: none, one with the API of OpenAI or of Anthropic, or a simulated one.',
      'none',
      ['none', 'openai', 'anthropic', 'simulated'],
    ),
    ASSISTANT_MODEL_URL: webUrl('The address of the language model, up to and including /v1.'),
    ASSISTANT_MODEL_KEY: secretText('The key with which the bank calls the language model.'),
    ASSISTANT_MODEL_NAME: text('The name of the language model at its provider.', ''),
    ASSISTANT_MODEL_SECONDS: integer(
      'How many seconds the language model has for one answer.',
      10,
      1,
      60,
    ),
    ASSISTANT_MODEL_CALLS_PER_DAY: integer(
      'Calls of the language model per user and day; afterwards the bank answers in its own words.',
      200,
      0,
      100_000,
    ),
  },
  (values, { production }) => {
    const { ASSISTANT_MODEL: kind } = values
    if (kind === 'simulated' && production)
      throw new StartError('ASSISTANT_MODEL cannot be "simulated" in production.')
    if (kind !== 'openai' && kind !== 'anthropic') return
    if (values.ASSISTANT_MODEL_URL === '' || values.ASSISTANT_MODEL_NAME === '')
      throw new StartError(
        `ASSISTANT_MODEL is "${kind}", so ASSISTANT_MODEL_URL and ASSISTANT_MODEL_NAME must be set.`,
      )
    if (kind === 'anthropic' && values.ASSISTANT_MODEL_KEY === '')
      throw new StartError('ASSISTANT_MODEL is "anthropic", so ASSISTANT_MODEL_KEY must be set.')
  },
)
