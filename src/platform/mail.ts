// Sends mail through a job: it is created in the transaction that needs it, and sent and retried later. Without
// a mail server, sandbox writes mail to a folder instead, and in production mail is off.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { uuidv7 } from '../kernel/uuid.ts'
import type { Db } from './database.ts'
import type { JobDef, Jobs } from './jobs.ts'
import type { MailText } from './mail-text.ts'
import type { Sealer } from './key-ring.ts'
import { within } from './within.ts'

export interface Mail {
  readonly to: string
  readonly subject: MailText
  readonly text: MailText
}

/** Delivers one mail, or throws so that the job is retried. */
export interface MailProvider {
  deliver(mail: Mail): Promise<void>
}

export interface Mailer {
  /** False when no provider is configured; operations that need mail then refuse. */
  readonly isOn: boolean
  send(tx: Db, mail: Mail): Promise<void>
  readonly job: JobDef
}

export function makeMailer(provider: MailProvider | undefined, jobs: Jobs, sealer: Sealer): Mailer {
  const name = 'mail.send'
  return {
    isOn: provider !== undefined,
    // The mail is sealed, because it may hold a secret link and the job's row stays after the sending.
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

function smtpMail(url: string, from: string): MailProvider {
  const transport = createTransport(url)
  return {
    async deliver(mail) {
      await transport.sendMail({ from, ...mail })
    },
  }
}

/** Connects and signs in as for a mail, and sends none; throws where that fails. */
export async function checkMailServer(url: string, answerMs: number): Promise<void> {
  const transport = createTransport(url)
  try {
    await within(answerMs, transport.verify())
  } finally {
    transport.close()
  }
}

export interface MailSettings {
  readonly SMTP_URL: string
  readonly MAIL_FROM: string
  readonly DATA_DIR: string
  readonly production: boolean
}

/** Undefined when mail is off: in production without a mail server. */
export function chooseMail({
  SMTP_URL,
  MAIL_FROM,
  DATA_DIR,
  production,
}: MailSettings): MailProvider | undefined {
  if (SMTP_URL !== '') return smtpMail(SMTP_URL, MAIL_FROM)
  return production ? undefined : folderMail(`${DATA_DIR}/outbox`, MAIL_FROM)
}

/** Simulates a mail server: writes each message to a file in a folder, named in order of time. */
function folderMail(folder: string, from: string): MailProvider {
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

/** Joins wrapped lines, because developers copy links from the file without a mail program. */
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
