// What the terminal shows: the help has a row for every command and every setting there is.
import { expect, it } from 'vitest'
import { listVariables } from './declarations.ts'
import { describeCommands } from './terminal.ts'

it('the help has a row for every command and every environment variable', () => {
  const variables = listVariables()
  const commands = { start: { summary: 'Start the bank.' }, help: { summary: 'Show this.' } }
  const rows = describeCommands(commands, variables).split('\n')
  for (const [name, { summary }] of Object.entries({ ...commands, ...variables })) {
    const row = rows.find((line) => line.startsWith(`  ${name} `))
    expect(row, name).toContain(summary)
  }
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(['PORT', 'SMS_PROVIDER']))
})
