// The pages of the demo school: a home page, the page of a course, and a draft. They show the picture, an offer and the
// form of the school.
import type { LmsClient } from '@lms/api'

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
}

/** Creates and publishes the pages. Returns what there is as text. */
export async function seedPages(client: LmsClient, content: PageContent): Promise<string> {
  const pages = demoPages(content)
  for (const [index, page] of pages.entries()) await seedPage(client, page, index)
  return `${pages.length} pages`
}

async function seedPage(client: LmsClient, { blocks, published, ...page }: DemoPage, index: number) {
  const { id } = await client.pages.create({ body: page, idempotencyKey: `demo-page-${index + 1}` })
  const path = { id }
  await client.pageContents.save({ path, body: { blocks } })
  if (published) await client.pages.publish({ path, body: { action: 'publish' } })
}

const demoPages = ({ offer, picture, form }: PageContent): DemoPage[] => [
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
    ] as Blocks,
  },
  {
    path: '/watercolour',
    title: 'Watercolour for beginners',
    description: 'Eight lessons from the first wash to a finished landscape.',
    published: true,
    blocks: [
      { type: 'image', file_id: picture },
      { type: 'text', html: '<p>Eight lessons, from the first wash to a finished landscape.</p>' },
      {
        type: 'lessons',
        title: 'Programme',
        items: [
          { title: 'Paper, brushes, water', text: 'What you need, and what you do not.' },
          { title: 'The first wash', text: 'An even surface, and one that fades.' },
          { title: 'Light and shade' },
          { title: 'A landscape' },
        ],
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
