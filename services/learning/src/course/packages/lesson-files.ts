import { withQuestionFiles } from '../../assessment/questions/question-media.ts'
import { type PackedFile, withFiles } from './packed-files.ts'
import type { ReadLesson } from './read-package.ts'

/**
 * The lesson with files of the school; blocks whose file could not be made are left out, and such pictures of questions, as
 * the course tells.
 */
export const withSchoolFiles = (
  read: ReadLesson,
  copiedFiles: ReadonlyMap<string, PackedFile>,
): ReadLesson => ({
  ...read,
  blocks: read.blocks.flatMap(content => withFiles(content, copiedFiles) ?? []),
  quizzes: read.quizzes.map(quiz => ({
    ...quiz,
    questions: quiz.questions.map(question => ({
      ...question,
      content: withQuestionFiles(question.content, id => {
        const file = copiedFiles.get(id)
        return file ? (file.status === 'ready' ? file.to : null) : id
      }),
    })),
  })),
})
