// Settings of the MCP endpoint.
import { defineSettings, isOrigin, list } from '../../../platform/settings.ts'

export const settings = defineSettings({
  MCP_ALLOWED_ORIGINS: list(
    'Origins of other web pages that may call the MCP endpoint (/mcp).',
    'origins such as https://app.example.com',
    isOrigin,
  ),
})
