// What deploy/Dockerfile does, to be done without an engine.
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { root, trackedFiles } from '../architecture/sources.ts'

const text = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8').replace(/\\\n\s*/g, '')

/** The commands of `RUN` in one stage, in their order. */
export const commandsOf = (stage: string): string[] => {
  const [, body] = new RegExp(`^FROM \\S+ AS ${stage}\\n((?:(?!FROM ).*\\n)*)`, 'm').exec(text)!
  return [...body!.matchAll(/^RUN (.*)$/gm)].map(([, command]) => command!)
}

/** `ENTRYPOINT`, which a command of Compose follows. */
export const entrypoint: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(text)![1]!)
/** The check of `HEALTHCHECK`. */
export const healthCommand: string[] = JSON.parse(/^HEALTHCHECK .*? CMD (.*)$/m.exec(text)![1]!)
/** The default of `ARG BASE`. */
export const base = /^ARG BASE=(.*)$/m.exec(text)![1]!

const rules = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')
  .split('\n')
  .filter(line => line && !line.startsWith('#'))

/** Whether .dockerignore leaves a file to the build: its last rule that fits decides. */
export function isSent(path: string): boolean {
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  let sent = true
  for (const rule of rules) {
    const pattern = rule.replace(/^!/, '')
    if (folders.some(folder => matchesGlob(folder, pattern))) sent = rule.startsWith('!')
  }
  return sent
}

/** Copies what the build gets of this tree. */
export function copyContext(to: string): void {
  for (const path of trackedFiles().filter(isSent)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(root, path), join(to, path))
  }
}
