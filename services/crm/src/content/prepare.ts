// Before a content is stored it is checked, and its document becomes MJML: once, by the site service, which knows files and
// colours.
import { isDeepStrictEqual } from 'node:util'
import { common, Refused, withoutUndefined } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { blockMails, MailDocument } from '@lms/site/contract'
import { contentRefusals } from './content-refusals.ts'
import { fillIn } from './filler.ts'
import { type ContentWarning, type Piece, type RenderedSource, type Stored, sourceOf } from './source.ts'
import { withoutTags } from './tags.ts'

/** The context of a request that stores contents. */
export interface At extends Pick<Work, 'work' | 'runtime'> {
  charge: (milliseconds: number) => void
}
type Prepared = RenderedSource & Pick<Stored, 'document'> & { warnings: ContentWarning[] }

/**
 * What to store besides the body. Refuses what is no Liquid, or cannot be in an e-mail; `place` is where the request has it.
 * Asks the site service: before anything is locked.
 */
export async function prepared(content: Stored, ctx: At, rootPath = 'body'): Promise<Prepared> {
  if ((content.body === null) === (content.document === null))
    throw new Refused(contentRefusals.content_unclear)
  const renderedContent =
    content.document === null
      ? { document: null, mjml: null, named: [] }
      : await rendered(content.document, ctx, rootPath)
  const { removed } = await fillIn(
    { source: sourceOf({ ...content, ...renderedContent }), people: [], pieces: piecesOf(content, rootPath) },
    { school: ctx.work.school, charge: ctx.charge },
  )
  // What is made of a document has nothing that could be taken out.
  const warnings = content.document === null ? warningsOf(removed, rootPath) : []
  return { ...renderedContent, warnings }
}

/** What authors are told of what was taken out of the body; `rootPath` is where the request has the content. */
export const warningsOf = (removed: readonly string[], rootPath = 'body'): ContentWarning[] =>
  removed.map(name => ({
    path: [...rootPath.split('.').slice(1), 'body'].join('.'),
    message: `${name} was taken out: no e-mail can show it.`,
  }))

/** The content after a change of some of its fields. */
export const contentAfter = (seen: Stored, changes: Partial<Stored>): Stored => {
  const { subject, preheader, format, body, document } = { ...seen, ...withoutUndefined(changes) }
  return { subject, preheader, format, body, document }
}

/** Refuses a change whose content was prepared when the row, which is locked by now, had another one. */
export function refuseOther(locked: Stored, seen: Stored, changes: Partial<Stored>): void {
  if (!isDeepStrictEqual(contentAfter(locked, changes), contentAfter(seen, changes)))
    throw new Refused(common.version_mismatch)
}

/** What is stored beside the content of a row, or of a body to which `prepared` was added. */
export const renderedIn = (row: object): RenderedSource & Pick<Prepared, 'warnings'> => {
  const { mjml, named, warnings } = row as RenderedSource & Pick<Prepared, 'warnings'>
  return { mjml, named, warnings }
}

/** The texts of a content that are Liquid, with their places in a request. */
export const piecesOf = (
  { subject, preheader = '', body, document = null }: Pick<Stored, 'subject' | 'body'> & Partial<Stored>,
  rootPath = 'body',
): Piece[] =>
  textsIn({ subject, preheader, body, document }, rootPath).filter(({ text }) => /\{[{%]/.test(text))

async function rendered(
  document: MailDocument,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  rootPath: string,
) {
  const { bare, restored } = withoutTags(textsIn(document, '').map(({ text }) => text))
  const scope = { school: work.school, requestId: work.origin.requestId }
  const answer = await runtime
    .client('site', { blockMails }, scope)
    .blockMails.render({ body: { document: withTexts(document, bare.values()) as MailDocument } })
  if (answer.document === null) throw unfit(answer.faults, rootPath)
  const parsed = MailDocument.safeParse(mapped(answer.document, restored))
  if (parsed.success)
    return { document: parsed.data, mjml: restored(answer.mjml), named: namesIn(answer.document) }
  const faults = parsed.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  throw unfit(faults, rootPath)
}

const unfit = (faults: readonly { path: string; message: string }[], rootPath: string) =>
  new Refused(contentRefusals.content_invalid, undefined, {
    details: faults
      .slice(0, 50)
      .map(({ path, message }) => ({ path: `${rootPath}.document.${path}`, message })),
  })

/** Every text of a document, in its order. */
function textsIn(value: unknown, path: string): Piece[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`))
}

const withTexts = (value: unknown, texts: Iterator<string>) =>
  mapped(value, () => texts.next().value as string)

/** The document with other texts, made in its order. */
function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(each => mapped(each, change))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]))
}

/** The ids of the objects that it names. */
const namesIn = (document: unknown): string[] => [
  ...new Set(textsIn(document, '').flatMap(({ path, text }) => (/\.\w+_id$/.test(path) ? [text] : []))),
]
