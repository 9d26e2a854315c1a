// `lms openapi` and `lms generate`: what is written from the declarations.
import type { Command } from 'commander'
import { say, sayJson } from '../terminal.ts'
import { newMigrationCommand } from './new-migration.ts'

export function documentCommands(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the whole API')
    .option('--json', 'as JSON, which it always is')
    .action(async () => {
      const { openApiDocument } = await import('@lms/api')
      sayJson(openApiDocument())
    })
  const generate = program
    .command('generate')
    .description('write the generated documents of the repository anew')
    .option('--json', 'answer with JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { writeGenerated } = await import('@lms/api')
      const { writeBusUsers } = await import('../bus-users.ts')
      const written = [...writeGenerated(), ...(await writeBusUsers())]
      if (json) return sayJson({ written })
      say(written.length ? `Written: ${written.join(', ')}` : 'Everything generated is up to date.')
    })
  newMigrationCommand(generate)
}
