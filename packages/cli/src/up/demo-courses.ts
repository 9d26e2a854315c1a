// The courses of the demo school, with their modules, lessons and texts.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'

interface DemoLesson {
  title: string
  html: string
  minutes: number
}
interface DemoCourse {
  title: string
  description: string
  authors: string[]
  modules: { title: string; lessons: DemoLesson[] }[]
}

const lesson = (title: string, minutes: number, html: string): DemoLesson => ({ title, minutes, html })

export const demoCourses: readonly DemoCourse[] = [
  {
    title: 'Watercolour for beginners',
    description: 'From the first wash to a finished landscape.',
    authors: ['Clara Bauer'],
    modules: [
      {
        title: 'Water and paper',
        lessons: [
          lesson(
            'Paper, brushes, water',
            15,
            '<p>You need <strong>three brushes</strong>, two jars of water, and paper of at least 300 g/m².</p><ul><li>a round brush, size 8</li><li>a round brush, size 2</li><li>a flat brush</li></ul>',
          ),
          lesson(
            'The first wash',
            25,
            '<p>Wet the paper, tilt the board, and draw the colour down in one row after the other.</p>',
          ),
        ],
      },
      {
        title: 'Light',
        lessons: [
          lesson(
            'Light and shade',
            30,
            '<p>White is the paper that you leave free. Begin with the lightest tone, and wait until it is dry.</p>',
          ),
          lesson(
            'A landscape',
            45,
            '<p>Sky first, then the distance, then what is near: each layer warmer and darker than the one behind it.</p>',
          ),
        ],
      },
    ],
  },
  {
    title: 'Drawing people',
    description: 'Proportions, gestures and faces, with a pencil and half an hour a day.',
    authors: ['Omar Haddad', 'Clara Bauer'],
    modules: [
      {
        title: 'The figure',
        lessons: [
          lesson(
            'Proportions',
            20,
            '<p>A figure is about seven and a half heads tall. Mark the heads before you draw a line.</p>',
          ),
          lesson(
            'Gestures of thirty seconds',
            30,
            '<p>Draw the line of movement first. Thirty seconds leave no time for details, and that is the point.</p>',
          ),
        ],
      },
      {
        title: 'The face',
        lessons: [
          lesson(
            'Eyes, nose, mouth',
            40,
            '<p>The eyes lie halfway down the head. Everything else is measured from them.</p>',
          ),
        ],
      },
    ],
  },
]

/** The course that members of a flow study, by the names of both; other flows have none. */
/** The group that is a flow in progress: its course opens a lesson a week. */
export const demoFlow = 'Drawing people'

export const courseOfGroup: Readonly<Record<string, string>> = {
  'Watercolour for beginners': 'Watercolour for beginners',
  'Autumn flow with homework': 'Watercolour for beginners',
  'Drawing people': 'Drawing people',
}

/** Creates and publishes a course; returns its id. */
export async function seedCourse(
  client: LmsClient,
  { modules, ...course }: DemoCourse,
  index: number,
): Promise<Id<'crs'>> {
  const at = `demo-course-${index + 1}`
  const { id } = await client.courses.create({ body: course, idempotencyKey: at })
  for (const [moduleIndex, { title, lessons }] of modules.entries()) {
    const atModule = `${at}-module-${moduleIndex + 1}`
    const module = await client.modules.create({ body: { course_id: id, title }, idempotencyKey: atModule })
    for (const [number, each] of lessons.entries())
      await seedLesson(client, module.id, each, `${atModule}-lesson-${number + 1}`)
  }
  await client.publications.publish({
    path: { id },
    body: { action: 'publish' },
    idempotencyKey: `${at}-published`,
  })
  return id
}

async function seedLesson(client: LmsClient, module_id: Id<'mod'>, demoLesson: DemoLesson, at: string) {
  const { title, html, minutes } = demoLesson
  const { id } = await client.lessons.create({
    body: { module_id, title, status: 'published', duration_seconds: minutes * 60 },
    idempotencyKey: at,
  })
  await client.lessonBlocks.create({
    path: { id },
    body: { content: { kind: 'text', html } },
    idempotencyKey: `${at}-text`,
  })
}
