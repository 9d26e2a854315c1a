import { withQuestionFiles } from '../../assessment/questions/question-media.ts'
import type { ParsedItem } from '../formats/parsed-quiz.ts'
import type { PackageReading } from './part-content.ts'

/** The item with files of the package in its media; tells those that are not there. */
export function withItemFiles(item: ParsedItem, base: string, at: PackageReading): ParsedItem {
  if (!item.question) return item
  const notes = [...item.notes]
  const content = withQuestionFiles(item.question.content, href => {
    const path = at.find(base, href)
    const id = path && at.idOf.get(path)
    if (!id) notes.push(`it shows ${href.slice(0, 120)}, which is not in the package`)
    return (id as `fil_${string}` | undefined) ?? null
  })
  return { ...item, notes, question: { ...item.question, content } }
}
