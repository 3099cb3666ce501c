// Loads the demo data into the bank that is running: opens it a second time at the time of the story, and tells the story
// through its public API.
import type { App, AppOptions } from './app.ts'
import type { OpenBank } from './bank.ts'
import { openBankAt } from './bank-at.ts'
import type { DemoRequest } from './operation/demo-load.ts'
import { randomText } from './platform/secrets.ts'

export async function loadDemoInto(
  open: OpenBank,
  options: AppOptions,
  request: DemoRequest,
  make: (options: AppOptions) => App,
): Promise<string | undefined> {
  // Loaded on demand: most banks never need it.
  const [{ loadDemo }, { StoryClock }, { makeReceiver }, { explain }] = await Promise.all([
    import('../demo/load.ts'),
    import('../demo/clock.ts'),
    import('../demo/receiver.ts'),
    import('../demo/person.ts'),
  ])
  const { clock: clockOfFirst, baseUrl } = open.bank
  const clock = new StoryClock(new Date(`${request.first}T00:00:00.000Z`), clockOfFirst.now())
  const outbound = makeReceiver(clock, request.until)
  const bank = await openBankAt({ clock, outbound }, open, options, make)
  try {
    await loadDemo({
      ...request,
      bank,
      clock,
      baseUrl: baseUrl(),
      deskPassword: `${randomText(24)}-aA1`,
    })
    return undefined
  } catch (error) {
    const sentence = explain(error)
    if (sentence === undefined) throw error
    return sentence
  } finally {
    await bank.close()
  }
}
