// Mail leaves through a job: written in the transaction that wants it, sent later, retried. Where no
// mail server is configured, sandbox writes it to a folder instead; production says mail is off.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { uuidv7 } from '../kernel/uuid.ts'
import type { Db } from './database.ts'
import type { JobDef, Jobs } from './jobs.ts'
import type { Sealer } from './secrets.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The outside world: something that delivers one mail, or throws so that it is tried again. */
export interface MailProvider {
  deliver(mail: Mail): Promise<void>
}

export interface Mailer {
  /** False when no provider is configured: whoever needs mail says so to the caller. */
  readonly isOn: boolean
  send(tx: Db, mail: Mail): Promise<void>
  readonly job: JobDef
}

export function makeMailer(provider: MailProvider | undefined, jobs: Jobs, sealer: Sealer): Mailer {
  const name = 'mail.send'
  return {
    isOn: provider !== undefined,
    // Sealed: a mail may carry a secret link, and the job's row outlives the sending.
    send: (tx, mail) =>
      jobs.send(tx, name, { sealed: sealer.seal(JSON.stringify(mail)).toString('base64') }),
    job: {
      name,
      retries: 5,
      async run(payload) {
        const { sealed } = payload as { sealed: string }
        const mail = JSON.parse(sealer.open(Buffer.from(sealed, 'base64'))) as Mail
        await provider?.deliver(mail)
      },
    },
  }
}

export function smtpMail(url: string, from: string): MailProvider {
  const transport = createTransport(url)
  return {
    async deliver(mail) {
      await transport.sendMail({ from, ...mail })
    },
  }
}

/** Simulated: real messages in a folder, one file each, newest last; nobody receives them. */
export function folderMail(folder: string, from: string): MailProvider {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${uuidv7(new Date())}.eml`)
      await writeFile(file, unfold(message as Buffer), { mode: 0o600 })
    },
  }
}

const QUOTED = 'Content-Transfer-Encoding: quoted-printable'

/** A link is copied from the file by hand: it must not be broken into lines, as mail programs mend it. */
function unfold(message: Buffer): Buffer {
  const [head = '', ...rest] = message.toString('latin1').split('\r\n\r\n')
  if (!head.includes(QUOTED)) return message
  const body = rest
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  const readable = head.replace(QUOTED, 'Content-Transfer-Encoding: 8bit')
  return Buffer.from(`${readable}\r\n\r\n${body}`, 'latin1')
}
