// The command line: reads the command, runs it, and exits with 0 or with one sentence that says what is wrong.
import { text as readAll } from 'node:stream/consumers'
import { readConfig } from './config.ts'
import { SOFTWARE_VERSION } from './kernel/version.ts'
import type { DatabaseAddress } from './platform/database.ts'
import { checkDatabase, checkMigrated, describeNewer, migrate } from './platform/migrations.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/postgres/embedded-postgres.ts'
import { checkSessions } from './platform/pooler.ts'
import { fileVariable } from './platform/settings.ts'
import { StartError } from './platform/start-error.ts'
import { describeCommands, listSecrets } from './terminal.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** A line of the log as a sentence for the terminal. */
const sentenceCase = (line: string): string => `${line.charAt(0).toUpperCase()}${line.slice(1)}.`

/** Runs work on the configured database; the embedded one is started for it and stopped afterwards. */
async function withDatabase(work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  if (config.DATABASE_URL !== '') {
    const address = { connectionString: config.DATABASE_URL }
    await checkDatabase(address)
    return work(await checkSessions(address))
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR })
  try {
    await work(embeddedAddress(postgres))
  } finally {
    await postgres.stop()
  }
}

/** The same for commands that a bank may run beside: if it has the embedded database, its server is used. */
async function withBank(work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
  if (DATABASE_URL !== '') return withDatabase(work)
  const { findRunningServer, hasDatabase } = await import('./platform/postgres/running-server.ts')
  const running = await findRunningServer(DATA_DIR)
  if (running) return work(embeddedAddress(running))
  if (!(await hasDatabase(DATA_DIR)))
    throw new StartError(`There is no database in ${DATA_DIR}; set DATABASE_URL or DATA_DIR.`)
  return withDatabase(work)
}

const embeddedAddress = (postgres: Omit<EmbeddedPostgres, 'stop'>): DatabaseAddress => ({
  host: postgres.socketDir,
  port: postgres.port,
  user: postgres.user,
  database: 'postgres',
})

/** The environment for programs that are not the bank's. */
async function withoutSecrets(): Promise<Record<string, string | undefined>> {
  const { listVariables } = await import('./declarations.ts')
  const secrets = listSecrets(listVariables()).flatMap((name) => [name, fileVariable(name)])
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !secrets.includes(name)))
}

interface Command {
  readonly summary: string
  /** Most commands take no arguments, because settings are environment variables. */
  readonly takesWords?: true
  /** More than the summary says. */
  help?(): Promise<string>
  run(words: readonly string[]): Promise<void>
}

const commands: Record<string, Command> = {
  start: {
    summary: 'Start the bank: database, migrations, API, docs.',
    async run() {
      // Settings are checked before the bank is loaded, so that a wrong one is reported at once.
      const config = readConfig(process.env)
      if (config.WORKERS > 1) {
        const { serveWithWorkers } = await import('./worker-pool.ts')
        return serveWithWorkers(config, embeddedAddress)
      }
      const { serve } = await import('./server.ts')
      await serve(config, embeddedAddress)
    },
  },
  migrate: {
    summary: 'Bring the database to the schema of this version, and stop.',
    run: () =>
      withDatabase(async (address) => {
        const report = (sentence: string): void => say(sentenceCase(sentence))
        const { applied, newer } = await migrate(address, { report })
        const note = describeNewer(newer)
        if (note !== undefined) say(sentenceCase(note))
        say(applied.length === 0 ? 'Nothing to migrate.' : `Applied ${applied.join(', ')}.`)
      }),
  },
  verify: {
    summary: 'Check the database and its schema, and prove the ledger from its first move on.',
    run: () =>
      withDatabase(async (address) => {
        const note = describeNewer(await checkMigrated(address))
        if (note !== undefined) say(sentenceCase(note))
        else say('The database is reachable and its schema is the one of this version.')
        const { verifyLedger } = await import('./ledger-verification.ts')
        await verifyLedger(address, process.stdout)
      }),
  },
  operator: {
    summary:
      'List, add, reset, remove or restore operators: operator list | add EMAIL | reset EMAIL | … [--password-stdin].',
    takesWords: true,
    async run(words) {
      const { readOperatorCommand, runOperatorCommand } = await import('./operators.ts')
      const { chooseMail } = await import('./platform/mail.ts')
      const request = readOperatorCommand(words)
      await withDatabase(async (address) => {
        await checkMigrated(address)
        const mail = chooseMail(readConfig(process.env))
        say(await runOperatorCommand(request, address, process.stdin, mail))
      })
    },
  },
  keys: {
    summary:
      'Show or renew the keys of the bank: keys status | add | retire | renew | renew-signing | revoke-signing.',
    takesWords: true,
    help: async () => (await import('./keys.ts')).KEYS_HELP,
    async run(words) {
      const { readKeysCommand, runKeysCommand } = await import('./keys.ts')
      const { loadSecret } = await import('./platform/secret-key.ts')
      const request = readKeysCommand(words)
      const { FLORIN_SECRET, FLORIN_SECRET_PREVIOUS, DATA_DIR } = readConfig(process.env)
      await withBank(async (address) => {
        await checkMigrated(address)
        const secret = await loadSecret(FLORIN_SECRET, DATA_DIR)
        say(await runKeysCommand(request, address, { secret, previous: FLORIN_SECRET_PREVIOUS }))
      })
    },
  },
  archive: {
    summary:
      'Write old moves to files with their proofs, or check them: archive --before DATE --to FOLDER | --check FOLDER.',
    takesWords: true,
    help: async () => (await import('./archive.ts')).ARCHIVE_HELP,
    async run(words) {
      const { describeCheck, readArchiveCommand, runArchiveCommand } = await import('./archive.ts')
      const command = readArchiveCommand(words)
      if (command.action === 'check') return say(await describeCheck(command.folder))
      await withBank(async (address) => {
        await checkMigrated(address)
        say(await runArchiveCommand(command, address))
      })
    },
  },
  erasures: {
    summary:
      'List the erasures of persons, or repeat them after a restore: erasures list | replay FILE.',
    takesWords: true,
    help: async () => (await import('./erasures.ts')).ERASURES_HELP,
    async run(words) {
      const { readErasuresCommand, runErasuresCommand } = await import('./erasures.ts')
      const command = readErasuresCommand(words)
      await withBank(async (address) => {
        await checkMigrated(address)
        say(await runErasuresCommand(command, address))
      })
    },
  },
  epoch: {
    summary:
      'Start a new epoch of event ids after the files of a database were copied back: epoch REASON.',
    takesWords: true,
    help: async () => (await import('./epoch.ts')).EPOCH_HELP,
    async run(words) {
      const { readEpochCommand, runEpochCommand } = await import('./epoch.ts')
      const reason = readEpochCommand(words)
      await withDatabase(async (address) => {
        await checkMigrated(address)
        say(await runEpochCommand(reason, address))
      })
    },
  },
  backup: {
    summary:
      'Back up the running bank to a sealed file: backup --to FOLDER | --command COMMAND | --check FILE | --list FOLDER.',
    takesWords: true,
    help: async () => (await import('./backup.ts')).BACKUP_HELP,
    async run(words) {
      const { readBackupCommand, runBackupCommand } = await import('./backup.ts')
      await runBackupCommand(readBackupCommand(words), {
        config: readConfig(process.env),
        env: withoutSecrets,
        screen: process.stdout,
        withBank,
      })
    },
  },
  restore: {
    summary: 'Restore a backup into an empty database: restore FILE --into-empty.',
    takesWords: true,
    help: async () => (await import('./restore.ts')).RESTORE_HELP,
    async run(words) {
      const { readRestoreCommand, runRestoreCommand } = await import('./restore.ts')
      const command = readRestoreCommand(words)
      await runRestoreCommand(command, readConfig(process.env), process.stdout, withDatabase)
    },
  },
  hold: {
    summary:
      'Keep a restored bank from sending anything by itself, and end that: hold REASON | --end.',
    takesWords: true,
    help: async () => (await import('./hold.ts')).HOLD_HELP,
    async run(words) {
      const { readHoldCommand, runHoldCommand } = await import('./hold.ts')
      const reason = readHoldCommand(words)
      await withBank(async (address) => {
        await checkMigrated(address)
        say(await runHoldCommand(reason, address))
      })
    },
  },
  demo: {
    summary:
      'Load five customers with three months of activity into a running sandbox bank [--url URL].',
    takesWords: true,
    help: async () => (await import('./demo.ts')).DEMO_HELP,
    async run(words) {
      const { readDemoCommand, runDemoCommand } = await import('./demo.ts')
      const { PORT } = readConfig(process.env)
      await runDemoCommand(readDemoCommand(words, `http://localhost:${PORT}`), say)
    },
  },
  listen: {
    summary:
      'Post the events of an API key to a program on this machine: listen --forward URL [--replay EVENT].',
    takesWords: true,
    help: async () => (await import('./listen.ts')).LISTEN_HELP,
    async run(words) {
      const { listen, readListenCommand } = await import('./listen.ts')
      const { PORT } = readConfig(process.env)
      await listen(readListenCommand(words, process.env, `http://localhost:${PORT}`), { say })
    },
  },
  api: {
    summary:
      'Call the API of a running bank: api list | help OPERATION | METHOD PATH [field=value …].',
    takesWords: true,
    help: async () => (await import('./api-call/command.ts')).API_HELP,
    async run(words) {
      const { readApiCommand, runApiCommand } = await import('./api-call/command.ts')
      const { PORT } = readConfig(process.env)
      const request = readApiCommand(words, process.env, `http://localhost:${PORT}`)
      process.exitCode = await runApiCommand(request, {
        isTerminal: process.stdout.isTTY,
        write: (chunk) => void process.stdout.write(chunk),
        complain: (text) => void process.stderr.write(`${text}\n`),
        readInput: () => readAll(process.stdin),
      })
    },
  },
  doctor: {
    summary:
      'Say what is wrong with this set-up and what to do; changes nothing [--json] [--outbound].',
    takesWords: true,
    help: async () => (await import('./doctor/command.ts')).DOCTOR_HELP,
    async run(words) {
      const { readDoctorCommand, runDoctor } = await import('./doctor/command.ts')
      if (!(await runDoctor(readDoctorCommand(words), process.env, say))) process.exitCode = 1
    },
  },
  help: {
    summary: 'Show the commands and the environment variables.',
    async run() {
      const { listVariables } = await import('./declarations.ts')
      say(describeCommands(commands, listVariables()))
    },
  },
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

async function main(): Promise<void> {
  const [first = 'help', ...words] = process.argv.slice(2)
  if (first === '--version' || first === '-v') return say(`florin ${SOFTWARE_VERSION}`)
  const name = isHelp(first) ? 'help' : first
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new StartError(`There is no command "${name}"; "florin help" lists all commands.`)
  if (words.some(isHelp))
    return say(
      (await command.help?.()) ??
        `florin ${name}: ${command.summary}\n"florin help" lists the settings.`,
    )
  if (words.length > 0 && !command.takesWords)
    throw new StartError(
      `"florin ${name}" takes no "${words[0]}"; settings are environment variables, see "florin help".`,
    )
  await command.run(words)
}

// The terminal or pipe may close before the process ends; that must not crash it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  await main()
  // Everything is closed by now; the exit is explicit, because a library may still hold something open.
  process.exit()
} catch (thrown) {
  const { explainLostConnection } = await import('./lost-connection.ts')
  const error = explainLostConnection(thrown)
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`florin: ${error.message}\n`)
  process.exit(error.exitCode)
}
