// `npm run mutations`: changes the code in one small place after the other and sees whether a test fails. Most of what
// survives shows a behaviour that no test asks for.
//
//   npm run mutations -- [--only services/webhooks/src/sending] [--share 0.2] [--seed N] [--near] [--again]
//
// A mutant meets the tests that speak for its folder first (`speakers` names those that stand elsewhere), and those of the
// whole package where it survives them; with `--near` only the first. Of a share of 0.2 every fifth mutant is tried, the
// same ones for the same seed. Survivors are told as they are found; Ctrl-C ends the run with a table of what was tried.
// The outcome of a whole run is kept in mutations.json: with `--again` only those are tried that were alive there, once
// more, while their code is the same.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Selection } from './selection.ts'
import { isAlive, type Mutant, runStryker } from './stryker.ts'
import { copyOfTree, filesOf, folders, isMutated, packageOf, root, testsOf } from './tree.ts'

/** What is kept of a run for the next one. */
interface SavedResult {
  sample: Pick<Selection, 'share' | 'seed'>
  folders: readonly string[]
  mutants: Mutant[]
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    near: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})

const file = join(root, 'mutations.json')
const before: SavedResult | null = values.again ? JSON.parse(readFileSync(file, 'utf8')) : null
const chosen = before?.folders ?? (values.only ? [values.only.replace(/\/$/, '')] : folders)
const wrong = chosen.filter(folder => !folders.includes(folder))
if (wrong.length)
  throw new Error(`Nothing is mutated in ${wrong}: --only takes one of ${folders.join(', ')}.`)
const sample = before?.sample ?? { share: Number(values.share), seed: values.seed }
const tree = copyOfTree()
const tried: Mutant[] = []
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => ended.abort())
for (const folder of chosen) if (!ended.signal.aborted) tried.push(...(await mutantsOf(folder)))
const fates = new Map(tried.map(mutant => [mutant.name, mutant]))
const mutants = before?.mutants.map(mutant => fates.get(mutant.name) ?? mutant) ?? tried
if (!ended.signal.aborted)
  writeFileSync(file, JSON.stringify({ sample, folders: chosen, mutants } satisfies SavedResult))
say(`\nOf all mutants a share of ${sample.share} by seed ${sample.seed}:\n`)
for (const row of tableOf(mutants)) say(row)
for (const mutant of mutants.filter(isAlive)) say(`\n${described(mutant)}`)

/** Every mutant of a folder, and what became of it. */
async function mutantsOf(folder: string): Promise<Mutant[]> {
  const isLast = folder === `${packageOf(folder)}/src` && packageOf(folder).startsWith('services/')
  const inside = isLast ? folder : `${folder}/**`
  const mutate = filesOf(tree, `${inside}/*.ts`).filter(isMutated)
  const near = testsOf(tree, folder, inside)
  const all = filesOf(tree, `${packageOf(folder)}/src/**/*.{test,spec}.ts`)
  const run = (tests: readonly string[], only: Selection['only']) =>
    runStryker({ tree, mutate, tests, selection: { ...sample, only } }, survived, ended.signal)
  const first = await run(near.length ? near : all, before && aliveIn(before.mutants))
  const survivors = aliveIn(first)
  if (values.near || near.length === 0 || near.length === all.length) return first
  if (survivors.length === 0 || ended.signal.aborted) return first
  const second = new Map((await run(all, survivors)).map(mutant => [mutant.name, mutant]))
  return first.map(mutant => second.get(mutant.name) ?? mutant)
}

function survived(mutant: Mutant): void {
  const soFar = values.near ? '' : ' (so far)'
  say(`\n${described(mutant)}${soFar}\n`)
}

function aliveIn(all: readonly Mutant[]): string[] {
  return all.filter(isAlive).map(({ name }) => name)
}

function tableOf(all: readonly Mutant[]): string[] {
  const count = (some: readonly Mutant[], ...statuses: Mutant['status'][]) =>
    some.filter(({ status }) => statuses.includes(status)).length
  const row = (name: string, some: readonly Mutant[]) => {
    // Where a file of tests cannot even be loaded they have noticed, too.
    const killed = count(some, 'Killed', 'Timeout', 'RuntimeError')
    const alive = count(some, 'Survived', 'NoCoverage')
    const cells = [name, killed + alive, killed, alive, `${((100 * killed) / (killed + alive)).toFixed(1)} %`]
    return `| ${cells.join(' | ')} |`
  }
  const files = Map.groupBy(all, ({ file }) => file)
  return [
    '| file | mutants | killed | alive | score |',
    '|---|---|---|---|---|',
    ...[...files].map(([file, some]) => row(file, some)),
    row('all', all),
  ]
}

function described({ file, line, mutator, was, becomes, status }: Mutant): string {
  const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ')
  return `${file}:${line} ${mutator}, ${status}\n  - ${oneLine(was)}\n  + ${oneLine(becomes)}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
