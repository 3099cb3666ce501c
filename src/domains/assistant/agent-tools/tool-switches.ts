// The switch that operators have for each tool. A tool is enabled unless its row says otherwise.
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AnyTool } from '../../../operation/tool.ts'
import { disableTool, enableTool, listDisabled } from './store.ts'

export async function listTools(tools: readonly AnyTool[], { tx }: Context) {
  const disabled = await listDisabled(tx)
  return tools.map((tool) => toState(tool, !disabled.has(tool.name)))
}

export interface SwitchRequest {
  readonly tool: string
  readonly enabled: boolean
  readonly reason?: string
}

export async function setEnabled(
  { tool: name, enabled, reason }: SwitchRequest,
  tools: readonly AnyTool[],
  { tx, now }: Context,
) {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw NotFound({ what: 'tool', id: name })
  if (enabled) await enableTool(tx, name)
  else await disableTool(tx, { tool: name, reason: reason ?? null, created_at: now })
  return toState(tool, enabled)
}

const toState = ({ name, title, scope }: AnyTool, enabled: boolean) => ({
  name,
  title,
  scope,
  enabled,
})
