// What the bank declares, for tests that loop over it before any bank is started.
import { pino } from 'pino'
import { describeBank } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { TestClock } from './bank.ts'

export const describeForTests = () =>
  describeBank(readConfig({}), pino({ level: 'silent' }), new TestClock())
