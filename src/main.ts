// The process: reads the command, starts or checks the bank, and ends with 0 or one clear sentence.
import { readConfig, variables } from './config.ts'
import type { DatabaseAddress } from './platform/database.ts'
import { checkMigrated, migrate } from './platform/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { StartError } from './platform/start-error.ts'
import { describeCommands } from './screen.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Runs work against the configured database; an embedded one is started for it and stopped after. */
async function withDatabase(work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  if (config.DATABASE_URL !== '') return work({ connectionString: config.DATABASE_URL })
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR })
  try {
    await work(embeddedAddress(postgres))
  } finally {
    await postgres.stop()
  }
}

const embeddedAddress = (postgres: EmbeddedPostgres): DatabaseAddress => ({
  host: postgres.socketDir,
  port: postgres.port,
  user: postgres.user,
  database: 'postgres',
})

const commands: Record<string, { readonly summary: string; run(): Promise<void> }> = {
  start: {
    summary: 'Start the bank: database, migrations, API, docs.',
    async run() {
      // A wrong setting is told at once; only then is the bank loaded.
      const config = readConfig(process.env)
      const { serve } = await import('./serve.ts')
      await serve(config, embeddedAddress)
    },
  },
  migrate: {
    summary: 'Bring the database to the schema of this version, and stop.',
    run: () =>
      withDatabase(async (address) => {
        const applied = await migrate(address)
        say(applied.length === 0 ? 'Nothing to migrate.' : `Applied ${applied.join(', ')}.`)
      }),
  },
  verify: {
    summary: 'Check the database and its schema, and prove the ledger from its first move on.',
    run: () =>
      withDatabase(async (address) => {
        await checkMigrated(address)
        say('The database is reachable and its schema is the one of this version.')
        const { verifyLedger } = await import('./verify.ts')
        await verifyLedger(address, process.stdout)
      }),
  },
  operator: {
    summary:
      'List, add or reset operators: operator list | add EMAIL | reset EMAIL [--password-stdin].',
    async run() {
      const { readOperatorCommand, runOperatorCommand } = await import('./operators.ts')
      const request = readOperatorCommand(process.argv.slice(3))
      await withDatabase(async (address) => {
        await checkMigrated(address)
        say(await runOperatorCommand(request, address, process.stdin))
      })
    },
  },
  help: {
    summary: 'Show the commands and the environment variables.',
    run: async () => say(describeCommands(commands, variables)),
  },
}

async function main(): Promise<void> {
  const name = process.argv[2] ?? 'help'
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new StartError(`There is no command "${name}"; "florin help" lists what there is.`)
  await command.run()
}

// A terminal or a pipe may go away before we do; that is no reason to fall over.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  await main()
  // By now all is closed; what a library may still hold open does not keep the process.
  process.exit(0)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`florin: ${error.message}\n`)
  process.exit(1)
}
