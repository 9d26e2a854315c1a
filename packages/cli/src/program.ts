// All commands of `lms`.
import { Command } from 'commander'
import { documentCommands } from './commands/documents.ts'
import { installationCommand } from './commands/installation.ts'
import { keyCommand } from './commands/key.ts'
import { listenCommand } from './commands/listen.ts'
import { logsCommand } from './commands/logs.ts'
import { migrateCommand } from './commands/migrate.ts'
import { schoolCommand } from './commands/school.ts'
import { domainCommand } from './commands/school-domain.ts'
import { traceCommand } from './commands/trace.ts'
import { upCommand } from './up/command.ts'

export function makeProgram(): Command {
  const program = new Command('lms')
    .description('A learning-platform backend for many schools: run it, look after it')
    .showHelpAfterError('(lms --help shows the commands)')
    // An option after the name of a command belongs to that command, even if its parent has the same option.
    .enablePositionalOptions()
  upCommand(program)
  domainCommand(schoolCommand(program))
  keyCommand(program)
  traceCommand(program)
  logsCommand(program)
  listenCommand(program)
  documentCommands(program)
  migrateCommand(program)
  installationCommand(program)
  return program
}
