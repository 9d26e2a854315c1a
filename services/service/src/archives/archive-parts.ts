// The parts of an archive, in their order. Each function goes on from its place until the step is full or the part ends.
import type { ArchiveState, Position } from '../formats/archive-state.ts'
import { maxListed, noteReferences } from '../formats/references-beyond.ts'
import type { At } from '../steps.ts'
import {
  bytesOf,
  endSnapshots,
  files,
  hasService,
  journal,
  openSources,
  pageOf,
  type Row,
  referencesBeyond,
} from './archive-sources.ts'
import { format, productVersion, readme } from './archive-text.ts'
import type { ArchiveWriter, HashedEntry } from './archive-writer.ts'
import { openApiText } from './openapi-document.ts'

export interface Making {
  readonly state: ArchiveState
  readonly writer: ArchiveWriter
  readonly ctx: At
  /** Committed entries after a number. */
  readonly entriesAfter: (number: number, most: number) => Promise<HashedEntry[]>
}

type PlaceIn<P extends Position['part']> = Extract<Position, { part: P }>

/** Goes on with the part of the present place, and returns the next one. */
export function goOn(making: Making): Promise<Position> | Position {
  const { place: position } = making.state
  switch (position.part) {
    case 'beginning':
      return begin(making)
    case 'rows':
      return addRows(position, making)
    case 'journal':
      return addJournal(position, making)
    case 'files':
      return addFiles(position, making)
    case 'manifest':
      return addManifest(position, making)
    case 'directory':
      return addDirectory(position, making)
    case 'end':
      return position
  }
}

async function begin({ state, writer, ctx }: Making): Promise<Position> {
  await openSources(state, ctx)
  writer.writeEntry('README.md', readme)
  writer.writeEntry('openapi.json', await openApiText())
  return { part: 'rows', source: 0, after: null, page: 1 }
}

const linesOf = (rows: readonly object[]) => rows.map(row => `${JSON.stringify(row)}\n`).join('')

function count(state: ArchiveState, name: string, more: number): void {
  state.counts[name] = (state.counts[name] ?? 0) + more
}

/** Each page of a table is an entry. */
async function addRows({ source, after, page }: PlaceIn<'rows'>, making: Making): Promise<Position> {
  const { state, writer } = making
  const of = state.sources[source]
  if (!of) return { part: 'journal', after: null, month: null }
  const { rows, next } = await pageOf(of, after, making)
  if (rows.length) {
    const name = `rows/${of.service}/${of.table}/${String(page).padStart(5, '0')}.jsonl`
    const lines = linesOf(rows)
    writer.writeEntry(name, lines)
    if (state.noted) noteReferences(state.noted, `${of.service}.${of.table}`, { rows, lines })
    count(state, `${of.service}.${of.table}`, rows.length)
  }
  return next
    ? { part: 'rows', source, after: next, page: page + 1 }
    : { part: 'rows', source: source + 1, after: null, page: 1 }
}

/** Each month is an entry. An event with an earlier time than one before it stays beside that one. */
async function addJournal({ after, month }: PlaceIn<'journal'>, making: Making): Promise<Position> {
  const { state, writer } = making
  const over = { part: 'files', after: null, offset: 0 } as const
  if (!hasService(state, journal.service)) return over
  const { rows, next } = await pageOf(journal, after, making)
  let open = month
  const monthOf = ({ created_at }: Row) => {
    const own = String(created_at).slice(0, 7)
    return open && open > own ? open : own
  }
  for (let at = 0; at < rows.length; ) {
    const own = monthOf(rows[at]!)
    if (own !== open) {
      if (open) writer.end()
      writer.begin(`journal/${own}.jsonl`)
      open = own
    }
    let end = at + 1
    while (end < rows.length && monthOf(rows[end]!) === own) end++
    writer.add(linesOf(rows.slice(at, end).map(eventOf)))
    at = end
  }
  count(state, 'events', rows.length)
  for (const { sequence } of rows) state.last_sequence = Math.max(state.last_sequence ?? 0, Number(sequence))
  if (next) return { part: 'journal', after: next, month: open }
  if (open) writer.end()
  return over
}
const eventOf = ({ payload, ...row }: Row) => ({ ...row, event: JSON.parse(payload as string) })

const maxMissing = 1000
const noteMissing = ({ missing_files }: ArchiveState, id: string) => {
  if (missing_files.length < maxMissing) missing_files.push(id)
}
const fileFolder = 'files/'
/** Media types that become smaller when they are packed. */
const isPlain = (type: string) => /^text\/|[/+](json|xml)$/.test(type)

async function addFiles(position: PlaceIn<'files'>, making: Making): Promise<Position> {
  const { state, writer, ctx } = making
  const over = { part: 'manifest', after: null } as const
  if (!hasService(state, files.service)) return over
  let { after, offset } = position
  const { rows, next } = await pageOf(files, after, making)
  // The file whose bytes were being written was deleted since: what is left of it ends here, and is no part of the next one.
  const open = writer.openName?.slice(fileFolder.length)
  if (open !== undefined && open !== rows[0]?.id) {
    noteMissing(state, open)
    endFile(making)
    offset = 0
  }
  for (const { id, status, content_type, size } of rows as { [name: string]: string }[]) {
    while (status === 'ready' && offset < Number(size)) {
      if (writer.isFull) return { part: 'files', after, offset }
      const bytes = await bytesOf(id!, offset, ctx)
      if (!bytes?.length) {
        noteMissing(state, id!)
        break
      }
      if (offset === 0) writer.begin(`${fileFolder}${id}`)
      writer.add(bytes, { pack: isPlain(content_type!) })
      offset += bytes.length
    }
    if (writer.isOpen) endFile(making)
    after = [id!]
    offset = 0
  }
  return next ? { part: 'files', after: next, offset: 0 } : over
}

function endFile({ state, writer }: Making): void {
  writer.end()
  count(state, 'files', 1)
}

/** Entries of one query. */
const maxEntries = 2000

async function addManifest({ after }: PlaceIn<'manifest'>, making: Making): Promise<Position> {
  const { state, writer, ctx, entriesAfter } = making
  if (after === null) {
    await endSnapshots(state, ctx)
    writer.begin('manifest.json')
    const { sequence, counts, last_sequence, beyond_snapshot, missing_files } = state
    const snapshots = state.snapshots.map(({ service, at }) => ({ service, sequence, at }))
    const references_beyond = await referencesBeyond(state, ctx)
    const more_references_beyond = state.noted?.more === true || references_beyond.length === maxListed
    state.noted = null
    const head = {
      ...{ format, product: productVersion, school_id: ctx.work.school, made_at: ctx.work.now },
      ...{ snapshots, last_sequence, counts, beyond_snapshot },
      ...{ references_beyond, more_references_beyond, missing_files },
    }
    writer.add(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "entries": [`)
  }
  const entries = await entriesAfter(after ?? 0, maxEntries)
  const lines = entries.map(({ number, name, size, sha256 }) => {
    const separator = number === 1 ? '\n' : ',\n'
    return `${separator}    ${JSON.stringify({ name, size, sha256 })}`
  })
  writer.add(lines.join(''))
  if (entries.length === maxEntries) return { part: 'manifest', after: entries.at(-1)!.number }
  writer.add('\n  ]\n}\n')
  writer.end()
  return { part: 'directory', after: 0, start: state.zip.offset }
}

async function addDirectory({ after, start }: PlaceIn<'directory'>, making: Making): Promise<Position> {
  const entries = await making.entriesAfter(after, maxEntries)
  making.writer.directory(entries)
  if (entries.length === maxEntries) return { part: 'directory', after: entries.at(-1)!.number, start }
  making.writer.finish(start)
  return { part: 'end' }
}
