// What a page names exists, and may be shown where it stands. It cannot be deleted while the page is saved, and the
// page's uses keep it from then on.
import { prefixOf, type RefusalDetail, Refused } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { lockReadyFiles } from '../files/ready-files.ts'
import type { FileKind, ObjectReference } from './block-references.ts'
import { refusals } from './page.contract.ts'

const shownImages = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

const kinds: Record<FileKind, { is: (type: string) => boolean; word: string }> = {
  image: {
    is: type => shownImages.has(type),
    word: 'an image that browsers show: JPEG, PNG, WebP, GIF or AVIF',
  },
  video: { is: type => type.startsWith('video/'), word: 'a video' },
  captions: { is: type => type === 'text/vtt', word: 'of the type text/vtt' },
}

/** Refuses references to files and forms that the school does not have, or that cannot be shown; locks the others. */
export async function lockReferences(references: readonly ObjectReference[], stores: Stores): Promise<void> {
  const ofFiles = references.filter(({ kind }) => kind !== null)
  const ofForms = references.filter(({ id }) => prefixOf(id) === 'frm')
  const [files, forms] = await Promise.all([
    lockReadyFiles(idsOf(ofFiles), stores),
    stores.forms.lockPresent(idsOf(ofForms)),
  ])
  const details = unshowable(references, files, new Set(forms))
  if (details.length)
    throw new Refused(refusals.page_reference_invalid, undefined, { details: details.slice(0, 50) })
}

/** The places that name a file or form that cannot be shown there; `files` are ready, and `forms` there. */
export function unshowable(
  references: readonly ObjectReference[],
  files: ReadonlyMap<string, { content_type: string }>,
  forms: { has(id: string): boolean },
): RefusalDetail[] {
  return references.flatMap(({ path, id, kind }) => {
    if (prefixOf(id) === 'frm')
      return forms.has(id) ? [] : [{ path, message: `this school has no form ${id}` }]
    if (kind === null) return []
    const file = files.get(id)
    if (!file) return [{ path, message: `this school has no ready file ${id}` }]
    const { is, word } = kinds[kind]
    return is(file.content_type)
      ? []
      : [{ path, message: `${id} is ${file.content_type}: it must be ${word}` }]
  })
}

const idsOf = (references: readonly ObjectReference[]) => [...new Set(references.map(({ id }) => id))]
