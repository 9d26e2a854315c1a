// `lms api-changes`: what the interface has become since a commit, as lines for CHANGELOG.md.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { say, sayJson } from '../terminal.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

export function apiChangesCommand(program: Command): void {
  program
    .command('api-changes')
    .description('compare the API with that of an earlier commit, by docs/api')
    .requiredOption('--since <commit>', 'a commit or tag of this repository that has docs/api')
    .option('--check', 'end with 1 if CHANGELOG.md does not name a breaking change')
    .option('--json', 'answer with JSON')
    .action(async ({ since, check, json }: { since: string; check?: boolean; json?: boolean }) => {
      const { changeLines, compactForms, compareForms, unannounced } = await import('@lms/api')
      const changes = compareForms(formsAt(since), Object.values(compactForms()).join('\n'))
      const missing = unannounced(changes, unreleasedText())
      if (json) sayJson({ changes, unannounced: missing })
      else say(changeLines(check ? missing : changes).join('\n') || 'There is nothing to say.')
      if (check && missing.length) process.exitCode = 1
    })
}

/** The compact forms of all services at a commit. */
function formsAt(commit: string): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  const files = git('ls-tree', '--name-only', commit, 'docs/api/').split('\n').filter(Boolean)
  if (!files.length) throw new Error(`${commit} has no docs/api: it is older than the compact forms.`)
  return files.map(file => git('show', `${commit}:${file}`)).join('\n')
}

/** The part of the changelog about what no version has yet. */
const unreleasedText = () =>
  /## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(readFileSync(`${root}/CHANGELOG.md`, 'utf8'))?.[1] ?? ''
