// A design with its values: pure functions.
import { dayOf } from '@lms/contract/language'
import type { PlacedBox, PlacedDocument } from '@lms/pdf'
import { type Box, type Design, pageSizes, type Variable, variables } from './design-schema.ts'

/** What a certificate says. */
export interface CertificateData {
  readonly name: string
  readonly course: string
  readonly school: string
  /** RFC 3339 */
  readonly issued_at: string
  readonly completed_at: string | null
  /** That of the course, in which these times have their days. */
  readonly zone: string
  readonly number: string
  /** Of the public check. */
  readonly url: string
}

const variablePattern = /\{\{\s*(\w*)\s*\}\}/g
const isVariable = (name: string): name is Variable => (variables as readonly string[]).includes(name)

/** The boxes with names of variables that do not exist. */
export const unknownVariables = (boxes: readonly Box[]): { index: number; name: string }[] =>
  boxes.flatMap((box, index) =>
    box.kind === 'text'
      ? [...box.text.matchAll(variablePattern)]
          .map(([, name]) => name!)
          .filter(name => !isVariable(name))
          .map(name => ({ index, name }))
      : [],
  )

/** The files that a design shows, each once. */
export const filesOf = ({ background_file_id, boxes }: Design): string[] => [
  ...new Set([
    ...(background_file_id ? [background_file_id] : []),
    ...boxes.flatMap(box => (box.kind === 'image' ? [box.file_id] : [])),
  ]),
]

/** The page of a certificate. A box without its image stays empty. */
export function documentOf(
  design: Design,
  data: CertificateData,
  images: ReadonlyMap<string, Uint8Array>,
): PlacedDocument {
  const [short, long] = pageSizes[design.page.size]
  const page =
    design.page.orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long }
  const background = design.background_file_id && images.get(design.background_file_id)
  const boxes = design.boxes.flatMap(box => placed(box, data, design.language, images))
  return {
    title: data.course,
    author: data.school,
    language: design.language,
    created_at: data.issued_at,
    page,
    boxes: [
      ...(background
        ? [{ kind: 'image' as const, x: 0, y: 0, ...page, bytes: background, fit: 'cover' as const }]
        : []),
      ...boxes,
    ],
  }
}

function placed(
  box: Box,
  data: CertificateData,
  language: string,
  images: ReadonlyMap<string, Uint8Array>,
): PlacedBox[] {
  if (box.kind === 'text') return [{ ...box, text: filled(box.text, data, language) }]
  if (box.kind === 'qr') return [{ ...box, text: data.url }]
  const { file_id, ...frame } = box
  const bytes = images.get(file_id)
  return bytes ? [{ ...frame, bytes }] : []
}

/** The text with the values of its variables; a value is never read for variables of its own. */
function filled(text: string, data: CertificateData, language: string): string {
  const values: Record<Variable, string> = {
    name: data.name,
    course: data.course,
    school: data.school,
    issued_on: dayOf(data.issued_at, language, data.zone),
    completed_on: data.completed_at ? dayOf(data.completed_at, language, data.zone) : '',
    number: data.number,
    url: data.url,
  }
  return text.replace(variablePattern, (match, name: string) => (isVariable(name) ? values[name] : match))
}
