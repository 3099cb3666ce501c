// Errors of push configurations.
import { defineError } from '../../../../operation/error.ts'

export const TooManyPushConfigs = defineError<{ limit: number }>(
  'TOO_MANY_PUSH_CONFIGS',
  422,
  (d) => `A task may have at most ${d.limit} push configurations; delete one first.`,
  {
    advice:
      'Delete a configuration with `tasks/pushNotificationConfig/delete`, or replace one by sending its `id` again.',
  },
)
