// Which addresses users may make the bank call.
import { beforeEach, describe, expect, it, vi } from 'vitest'

const names = new Map<string, string[]>()
const answers = (name: string) =>
  (names.get(name) ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
vi.mock('node:dns', () => ({
  lookup: (name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, answers(name)),
}))
vi.mock('node:dns/promises', () => ({
  lookup: (name: string) => Promise.resolve(answers(name)),
}))

const { makeOutbound } = await import('./outbound-http.ts')
const outbound = makeOutbound({ allowPrivate: false })
beforeEach(() => names.clear())

describe('findFault', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://017700000001/',
    'https://0177.0.0.1/',
    'https://１２７.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::808:808]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:53aa:64c:0:0:80ff:fffe]/',
    'https://[2a00:1450::5efe:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1%25eth0]/',
    'https://metadata/',
    'https://metadata.google.internal./',
    'http://example.com/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'nonsense',
  ])('finds one in %s', async (url) => {
    expect(await outbound.findFault(url)).toEqual(expect.any(String))
    await expect(outbound.post({ url, body: '', headers: {}, timeoutMs: 50 })).rejects.toThrow()
  })

  it('finds none in public addresses', async () => {
    names.set('hook.example', ['93.184.215.14', '2606:4700::1111'])
    for (const host of ['8.8.8.8', '[2606:4700::1111]', 'hook.example', 'hook.example.'])
      expect(await outbound.findFault(`https://${host}/hook`), host).toBeUndefined()
  })

  it.each([
    [['93.184.215.14', '10.0.0.1']],
    [['::ffff:127.0.0.1', '93.184.215.14']],
    [['93.184.215.14', '::127.0.0.1']],
    [['64:ff9b::10.0.0.1']],
  ])('and a connection refuse a name that leads to %j', async (found) => {
    names.set('hook.example', found)
    const url = 'https://hook.example/'
    expect(await outbound.findFault(url)).toMatch(/not public/)
    await expect(outbound.post({ url, body: '', headers: {}, timeoutMs: 60_000 })).rejects.toThrow(
      /not public/,
    )
  })
})
