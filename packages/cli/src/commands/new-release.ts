// `lms generate release`: names the last commit as a release, and writes down what its processes read.
import { relative } from 'node:path'
import type { Command } from 'commander'
import { say, sayJson } from '../terminal.ts'

export function newReleaseCommand(generate: Command): void {
  generate
    .command('release')
    .description('name the last commit as a release, and write down what its processes read')
    .argument('<version>', 'as in package.json: 0.2.0')
    .option('--json', 'answer with JSON')
    .action(async (version: string, { json }: { json?: boolean }) => {
      if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version: write it as 0.2.0.`)
      const { releaseEntries, writeRelease } = await import('../migrations/releases.ts')
      if (releaseEntries().some(entry => entry.version === version))
        throw new Error(`${version} is released already.`)
      const files = await writeRelease(version, new Date().toISOString().slice(0, 10))
      const written = files.map(file => relative(process.cwd(), file))
      if (json) sayJson({ written })
      else say(`Written: ${written.join(', ')}`)
    })
}
