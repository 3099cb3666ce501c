// From where the tool door may be called.
import { defineSettings, isOrigin, list } from '../../../platform/settings.ts'

export const settings = defineSettings({
  MCP_ALLOWED_ORIGINS: list(
    'Web pages of other origins that may call the tool door (/mcp).',
    'origins such as https://app.example.com',
    isOrigin,
  ),
})
