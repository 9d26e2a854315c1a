// The content of a lesson of a package becomes that of a lesson here.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { nameParts } from '../../assessment/questions/part-ids.rules.ts'
import type { Stores } from '../../builder.ts'
import type { ReadLesson } from './read-package.ts'
import { byPlace, withWork } from './work-places.ts'

/** Adds what a lesson of a package has; gives its parts as `ImportSourceStore.contentOf` reads them. */
export function addContent(
  read: ReadLesson,
  parent: { lesson_id: `les_${string}`; course_id: `crs_${string}` },
  { work }: Pick<Work, 'work'>,
  { assignments, blocks, questions, quizzes }: Stores,
): string[] {
  const parts: string[] = []
  const school_id = work.school as `sch_${string}`
  const quizIds = read.quizzes.map(() => newId('quz'))
  const assignmentIds = read.assignments.map(() => newId('asg'))
  const places = byPlace(quizIds, assignmentIds)
  const rows = read.blocks
    .flatMap(content => withWork(content, id => places.get(id) ?? null) ?? [])
    .map((content, index) => ({
      ...{ ...blocks.fresh(newId('lbk')), ...parent, school_id, content, position: index + 1 },
    }))
  blocks.insertCopies(rows)
  parts.push(...rows.map(({ id, version, position }) => `${id}:${version}:${position}`))
  for (const [index, { questions: questionInputs, ...quiz }] of read.quizzes.entries()) {
    const createdQuiz = quizzes.insert({ ...quizzes.fresh(quizIds[index]!), ...quiz, ...parent })
    parts.push(partOf(createdQuiz))
    for (const [index, question] of questionInputs.entries()) {
      const row = questions.insert({
        ...questions.fresh(newId('qst')),
        ...question,
        ...{ quiz_id: createdQuiz.id, content: nameParts(question.content) },
        ...{ position: index + 1, number: 1, named_since: 1 },
      })
      questions.keepVersion(row)
      parts.push(partOf(row))
    }
  }
  for (const [index, assignment] of read.assignments.entries())
    parts.push(
      partOf(assignments.insert({ ...assignments.fresh(assignmentIds[index]!), ...assignment, ...parent })),
    )
  return parts
}

const partOf = ({ id, version }: { id: string; version: number }) => `${id}:${version}`
