// What the people of the demo school do in the first course: lessons that open one after the other, a quiz, homework that
// waits for its review, comments.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { nothingMissing } from './demo-settled.ts'

type Enrollment = Awaited<ReturnType<LmsClient['enrollments']['get']>>
interface Course {
  lessons: Id<'les'>[]
  quiz_id: Id<'quz'>
  assignment_id: Id<'asg'>
}

/** Students who have begun. */
const studentCount = 4

/** Fills the course, and lets the first students study it; returns the last comment, whose event is the last one. */
export async function seedStudy(client: LmsClient, course_id: Id<'crs'>): Promise<Id<'cmt'>> {
  const course = await seedContent(client, course_id)
  const studies = await firstStudies(client, course_id)
  for (const [index, study] of studies.entries()) await seedProgress(client, course, study, index)
  return seedComments(client, course, studies)
}

/** Opens the lessons of a course one week after the other, from the start of the flow. */
export async function seedDrip(client: LmsClient, course_id: Id<'crs'>): Promise<void> {
  const { modules } = await client.courseStructures.get({ path: { id: course_id } })
  const lessons = modules.flatMap(module => module.lessons.map(({ id }) => id))
  for (const [index, id] of lessons.entries())
    await client.lessonAccessRules.set({
      path: { id },
      body: {
        conditions: [{ kind: 'days_after', from: 'flow_start', days: 7 * index }],
        deadline: { kind: 'days_after', from: 'opening', days: 14 },
      },
      idempotencyKey: `demo-drip-${index + 1}`,
    })
}

async function seedContent(client: LmsClient, course_id: Id<'crs'>): Promise<Course> {
  const { modules } = await client.courseStructures.get({ path: { id: course_id } })
  const lessons = modules.flatMap(module => module.lessons.map(({ id }) => id))
  const quiz = await client.quizzes.create({
    body: { lesson_id: lessons[0]!, title: 'Paper and brushes', attempts_allowed: 3, show: 'after_finish' },
    idempotencyKey: 'demo-quiz',
  })
  const path = { id: quiz.id }
  await client.questions.create({
    path,
    body: {
      content: {
        kind: 'single',
        prompt: 'Which paper takes the most water?',
        options: [
          { text: 'Cotton paper of 300 g/m²', correct: true },
          { text: 'Copy paper of 80 g/m²', correct: false },
        ],
      },
      explanation: 'Heavy cotton paper stays flat while it is wet.',
    },
    idempotencyKey: 'demo-question-paper',
  })
  await client.questions.create({
    path,
    body: { content: { kind: 'number', prompt: 'How many jars of water do you need?', value: '2' } },
    idempotencyKey: 'demo-question-jars',
  })
  const assignment = await client.assignments.create({
    body: {
      lesson_id: lessons[1]!,
      title: 'A sky of three washes',
      text: 'Paint a sky of three washes, and tell what was difficult.',
      max_score: 1000,
    },
    idempotencyKey: 'demo-assignment',
  })
  for (const [index, id] of lessons.slice(1).entries())
    await client.lessonAccessRules.set({
      path: { id },
      body: { conditions: [{ kind: 'after_lesson', lesson_id: lessons[index]! }] },
      idempotencyKey: `demo-rule-${index + 1}`,
    })
  return { lessons, quiz_id: quiz.id, assignment_id: assignment.id }
}

/** The first people who study the course: their accesses follow from their groups a moment later. */
async function firstStudies(client: LmsClient, course_id: Id<'crs'>): Promise<Enrollment[]> {
  let enrollments: Enrollment[] = []
  await nothingMissing(async () => {
    const query = { course_id, status: 'active', sort: 'created_at', limit: studentCount }
    enrollments = (await client.enrollments.list({ query })).data
    return enrollments.length === studentCount
      ? null
      : `only ${enrollments.length} people study the first course`
  })
  return enrollments
}

async function seedProgress(
  client: LmsClient,
  course: Course,
  study: Enrollment,
  index: number,
): Promise<void> {
  const { id: enrollment_id, user_id } = study
  const at = (what: string) => `demo-study-${index + 1}-${what}`
  const attempt = await client.quizAttempts.start({
    body: { quiz_id: course.quiz_id, enrollment_id },
    idempotencyKey: at('attempt'),
  })
  await client.quizAttempts.save({
    path: { id: attempt.id },
    body: {
      answers: attempt.questions.flatMap(({ question_id, asked: question }) =>
        question.kind === 'number'
          ? { question_id, revision: 1, answer: { kind: 'number' as const, number: index === 3 ? '1' : '2' } }
          : [],
      ),
    },
    idempotencyKey: at('answers'),
  })
  await client.quizAttempts.finish({ path: { id: attempt.id }, idempotencyKey: at('finish') })
  await client.lessonCompletions.complete({
    path: { id: course.lessons[0]! },
    body: { user_id },
    idempotencyKey: at('complete'),
  })
  if (index === 3) return
  const { id } = await client.homework.create({
    body: { assignment_id: course.assignment_id, enrollment_id, text: answers[index]! },
    idempotencyKey: at('homework'),
  })
  // The others wait.
  if (index === 0)
    await client.homework.accept({
      path: { id },
      body: { score: 900, comment: 'A calm sky. Leave more white at the horizon.' },
      idempotencyKey: at('accept'),
    })
}

const answers = [
  'The first two washes went well. The third one began to bloom, because the paper was still wet.',
  'I tilted the board too far, and the colour gathered at the edge.',
  'The clouds: I lifted the colour with a cloth, but too late.',
]

async function seedComments(
  client: LmsClient,
  course: Course,
  studies: readonly Enrollment[],
): Promise<Id<'cmt'>> {
  const [first, second] = studies
  const questionComment = await client.comments.create({
    body: {
      lesson_id: course.lessons[0]!,
      author_id: first!.user_id,
      text: 'Is paper of 200 g/m² enough for a beginning?',
    },
    idempotencyKey: 'demo-comment-1',
  })
  const reply = await client.comments.create({
    body: {
      parent_id: questionComment.id,
      author_id: second!.user_id,
      text: 'Mine buckled. With 300 g/m² it stays flat.',
      mention_ids: [first!.user_id],
    },
    idempotencyKey: 'demo-comment-2',
  })
  return reply.id
}
