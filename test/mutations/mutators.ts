// Loaded into Stryker before it begins (node --import). Its mutators take no plugins, so these are put into its list:
// one of our own for SQL, and a selection from all of them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { nameOf, type Position, type Selection, type Span, selectionFile } from './selection.ts'
import { isSql, sqlMutants } from './sql.ts'

/** Of Babel's, as far as it is used here. */
interface Node {
  type: string
  loc: Span
  value?: unknown
  quasis?: { value: { raw: string } }[]
  expressions?: Node[]
  callee?: { name?: string }
}
interface Path {
  node: Node
  hub: { file: { opts: { filename: string } } }
  parentPath: Path | null
  findParent(matches: (path: Path) => boolean): Path | null
}
interface Mutator {
  name: string
  mutate(path: Path, options: unknown): Iterable<Node>
}

const selection: Selection = JSON.parse(readFileSync(selectionFile, 'utf8'))

const sqlMutator: Mutator = {
  name: 'Sql',
  *mutate(path) {
    const { node } = path
    const text = textOf(node)
    if (text === null || !isSql(text) || isInError(path)) return
    for (const mutant of sqlMutants(text)) yield withText(node, mutant)
  },
}

/** The text of a literal, with a sign in place of each expression in it; null of anything else. */
function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type !== 'TemplateLiteral') return null
  return node.quasis!.map(({ value }, index) => (index ? sign(index - 1) : '') + value.raw).join('')
}

const sign = (index: number) => `⟦${index}⟧`

function withText(node: Node, text: string): Node {
  if (node.type === 'StringLiteral') return { ...node, value: text, extra: undefined } as Node
  const parts = text.split(/⟦(\d+)⟧/)
  const quasis = parts.filter((_, index) => index % 2 === 0)
  return {
    ...node,
    quasis: quasis.map((raw, index) => ({
      type: 'TemplateElement',
      value: { raw, cooked: raw },
      tail: index === quasis.length - 1,
    })),
    expressions: parts.filter((_, index) => index % 2).map(index => node.expressions![Number(index)]!),
  } as Node
}

// SQL without a text at all is noticed by any test, and the words of an error by none that is worth having.
const isSpared = (path: Path): boolean => {
  const text = textOf(path.node)
  return (text !== null && isSql(text)) || isInError(path)
}

const isInError = (path: Path): boolean =>
  path.findParent(({ node }) => node.type === 'NewExpression' && /Error$/.test(node.callee?.name ?? '')) !==
  null

const isInSample = (name: string) =>
  createHash('sha256').update(`${selection.seed} ${name}`).digest().readUInt32BE() / 2 ** 32 < selection.share

const fromOne = ({ line, column }: Position): Position => ({ line, column: column + 1 })

const list = new URL(
  '../../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js',
  import.meta.url,
)
const { allMutators }: { allMutators: Mutator[] } = await import(list.href)
allMutators.push(sqlMutator)
for (const mutator of allMutators) {
  const all = mutator.mutate.bind(mutator)
  mutator.mutate = function* (path, options) {
    if (mutator.name === 'StringLiteral' && isSpared(path)) return
    const { start, end } = path.node.loc
    const location = { start: fromOne(start), end: fromOne(end) }
    const file = relative(process.cwd(), path.hub.file.opts.filename)
    let [mutantCount, chosen] = [0, 0]
    for (const mutant of all(path, options)) {
      if (!isInSample(nameOf(file, location, mutator.name, mutantCount++))) continue
      if (selection.only?.includes(nameOf(file, location, mutator.name, chosen++)) ?? true) yield mutant
    }
  }
}
