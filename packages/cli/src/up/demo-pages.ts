// The pages of the demo school: a home page, the page of a course, and a draft. They show the picture, an offer and the
// form of the school.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { demoCourses } from './demo-courses.ts'

type Blocks = Parameters<LmsClient['pageContents']['save']>[0]['body']['blocks']

interface DemoPage {
  path: string
  title: string
  description: string
  blocks: Blocks
  published: boolean
}

/** What pages show that has an id. */
export interface PageContent {
  offer: string
  picture: string
  form: string
  logo: Id<'fil'>
  /** The course of the first page. */
  course: string
}

/** Creates and publishes the pages. Returns what there is as text. */
export async function seedPages(client: LmsClient, content: PageContent): Promise<string> {
  const pages = demoPages(content)
  await client.settings.update({ body: { id: 'site', values: lookOf(content) }, idempotencyKey: 'demo-look' })
  for (const [index, page] of pages.entries()) await seedPage(client, page, index)
  return `${pages.length} pages`
}

/** The look of all pages: what visitors see at the head and the end of each, by day and by night. */
const lookOf = ({ logo }: PageContent) => ({
  logo_file_id: logo,
  colors: { dark_mode: true },
  menu: [
    { label: 'Home', target: '/' },
    { label: 'Watercolour', target: '/watercolour' },
  ],
  footer: 'Demo school of painting\nMalerweg 1, 10115 Berlin',
})

/** The lessons of the first course, as it has them. */
const programme = demoCourses[0]!.modules.flatMap(({ title: text, lessons }) =>
  lessons.map(({ title }) => ({ title, text })),
)

/** What students say of the school. */
const voices = [
  ['I had not held a brush since school. After the third lesson a lake hung above my sofa.', 'Maria, Bremen'],
  ['Each picture came back with one thing to try next. That is what I had missed in films.', 'Jonas, Graz'],
] as const

async function seedPage(client: LmsClient, { blocks, published, ...page }: DemoPage, index: number) {
  const { id } = await client.pages.create({ body: page, idempotencyKey: `demo-page-${index + 1}` })
  const path = { id }
  await client.pageContents.save({ path, body: { blocks } })
  if (published) await client.pages.publish({ path, body: { action: 'publish' } })
}

const demoPages = ({ offer, picture, form, course }: PageContent): DemoPage[] => [
  {
    path: '/',
    title: 'School of painting',
    description: 'Courses in watercolour and drawing, online and in small groups.',
    published: true,
    blocks: [
      { type: 'image', file_id: picture },
      {
        type: 'text',
        html: '<p>We teach <strong>watercolour</strong> and drawing: in small groups, with a teacher who looks at each picture.</p>',
      },
      { type: 'button', label: 'See the course', target: '/watercolour' },
      {
        type: 'columns',
        columns: [
          {
            blocks: [
              { type: 'heading', level: 3, text: 'Small groups' },
              { type: 'text', html: '<p>At most twelve people in a group.</p>' },
            ],
          },
          {
            blocks: [
              { type: 'heading', level: 3, text: 'At your pace' },
              { type: 'text', html: '<p>Each lesson stays open for a year.</p>' },
            ],
          },
        ],
      },
      { type: 'heading', level: 2, text: 'What our students say' },
      {
        type: 'columns',
        columns: voices.map(([said, who]) => ({
          blocks: [{ type: 'text', html: `<blockquote><p>${said}</p></blockquote><p>${who}</p>` }],
        })),
      },
    ] as Blocks,
  },
  {
    path: '/watercolour',
    title: 'Watercolour for beginners',
    description: 'Four lessons from the first wash to a finished landscape.',
    published: true,
    blocks: [
      { type: 'image', file_id: picture },
      { type: 'text', html: '<p>Four lessons, from the first wash to a finished landscape.</p>' },
      {
        type: 'lessons',
        title: 'Programme',
        course_id: course,
        items: programme,
      },
      { type: 'offer', offer_id: offer },
      { type: 'form', form_id: form },
    ] as Blocks,
  },
  {
    path: '/summer-school',
    title: 'Summer school',
    description: 'A week of painting outdoors.',
    published: false,
    blocks: [{ type: 'text', html: '<p>A week of painting outdoors. Dates follow.</p>' }] as Blocks,
  },
]
