// `lms openapi` and `lms generate`: output from the declarations.
import { execFileSync } from 'node:child_process'
import type { Command } from 'commander'
import { say, sayJson } from '../terminal.ts'
import { newMigrationCommand } from './new-migration.ts'
import { newReleaseCommand } from './new-release.ts'
import { newResourceCommand } from './new-resource.ts'
import { newServiceCommand } from './new-service.ts'

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
    .description('write the generated files of the repository')
    .enablePositionalOptions()
    .option('--json', 'answer with JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { writeDeployment, writeRegistry } = await import('../generated/files.ts')
      const registry = writeRegistry()
      // This process has already loaded the old list of contracts.
      if (registry.length) return report([...registry, ...generateAnew()], json)
      const { writeGenerated } = await import('@lms/api')
      report([...writeGenerated(), ...(await writeDeployment())], json)
    })
  newMigrationCommand(generate)
  newServiceCommand(generate)
  newResourceCommand(generate)
  newReleaseCommand(generate)
}

/** Generates in a process of its own; returns the paths of written files. */
function generateAnew(): string[] {
  const answer = execFileSync(process.execPath, [process.argv[1]!, 'generate', '--json'], {
    encoding: 'utf8',
  })
  return JSON.parse(answer).written
}

function report(written: readonly string[], json = false): void {
  if (json) sayJson({ written })
  else say(written.length ? `Written: ${written.join(', ')}` : 'Everything generated is up to date.')
}
