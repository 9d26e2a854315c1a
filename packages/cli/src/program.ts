// All commands of `lms`.
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { actionsCommand } from './commands/actions.ts'
import { analyticsCommand } from './commands/analytics.ts'
import { apiChangesCommand } from './commands/api-changes.ts'
import { backupCommand } from './commands/backup.ts'
import { badgeKeyCommand } from './commands/badge-key.ts'
import { crmCommand } from './commands/crm.ts'
import { documentCommands } from './commands/documents.ts'
import { installationCommand } from './commands/installation.ts'
import { stateCommands } from './commands/installation-state.ts'
import { keyCommand } from './commands/key.ts'
import { listenCommand } from './commands/listen.ts'
import { logsCommand } from './commands/logs.ts'
import { migrateCommand } from './commands/migrate.ts'
import { schoolCommand } from './commands/school.ts'
import { domainCommand } from './commands/school-domain.ts'
import { topCommand } from './commands/top.ts'
import { traceCommand } from './commands/trace.ts'
import { usageCommand } from './commands/usage.ts'
import { upCommand } from './up/command.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export function makeProgram(): Command {
  const program = new Command('lms')
    .description('A learning-platform backend for many schools: run it, look after it')
    .version(version, '--version', 'the version of the project')
    // An option after the name of a command belongs to that command, even if its parent has the same option.
    .enablePositionalOptions()
  upCommand(program)
  domainCommand(schoolCommand(program))
  keyCommand(program)
  crmCommand(program)
  analyticsCommand(program)
  badgeKeyCommand(program)
  usageCommand(program)
  topCommand(program)
  stateCommands(program)
  traceCommand(program)
  actionsCommand(program)
  logsCommand(program)
  listenCommand(program)
  documentCommands(program)
  apiChangesCommand(program)
  migrateCommand(program)
  backupCommand(program)
  installationCommand(program)
  pointToHelp(program)
  return program
}

/** After an error each command points to its own help. */
function pointToHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(`(${path} --help says more)`)
  for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`)
}
