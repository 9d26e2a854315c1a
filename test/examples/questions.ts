// Lists that show something of one person only: whom to ask for, after making what the list shows.
import { entryOf, exampleOf, type School } from '@lms/testing/contract-suite'
import { studiedLesson } from '../../services/learning/src/testing/published-lesson.ts'

interface Question {
  path?: Record<string, string>
  query: string
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** By the id of the operation. */
export const questions: Readonly<Record<string, (school: School) => Promise<Question>>> = {
  'calendar.list': async school => {
    const { id, user_id } = await studiedLesson(school)
    await school.done('lessonAccessRules.set', {
      path: { id },
      body: {
        conditions: [{ kind: 'date', at: inDays(10) }],
        deadline: { kind: 'date', at: inDays(20) },
      },
    })
    return { query: `?user_id=${user_id}` }
  },
  'transfers.preview': async school => {
    const { path, body } = await exampleOf(entryOf('transfers.move'), school)
    return { ...(path ? { path } : {}), query: `?userId=${(body as { user_id: string }).user_id}` }
  },
}
