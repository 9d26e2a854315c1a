// A page with every kind of block, and what its blocks name: for the tests of what pages look like.
import type { OfferFacts } from '@lms/commerce/contract'
import { type Id, newId } from '@lms/contract'
import type { Form } from '../forms/form.object.ts'
import { formWords } from '../forms/form.words.ts'
import { formHtml } from '../forms/form-html.ts'
import type { Block } from '../pages/block.ts'
import { offerKey, type PageEnvironment, type PageObjects, type RenderedFile } from '../rendering/context.ts'
import type { PageHead, SiteFacts } from '../rendering/facts.ts'
import { SiteSettings } from '../settings/site-settings.ts'
import { variantSides } from '../storage/file.object.ts'

/** A picture of this size with the smaller ones that the platform makes of it. */
export function picture(width: number, height: number, alt = 'Boats in a harbour'): RenderedFile {
  const variants = Object.entries(variantSides)
    .filter(([, side]) => side < Math.max(width, height))
    .map(([name, side]) => {
      const scale = side / Math.max(width, height)
      return {
        name: name as 'small',
        width: Math.round(width * scale),
        height: Math.round(height * scale),
        size: 1000,
      }
    })
  return { id: newId('fil'), content_type: 'image/jpeg', width, height, alt, variants }
}

const bytes = (content_type: string): RenderedFile => ({
  id: newId('fil'),
  content_type,
  width: null,
  height: null,
  alt: '',
  variants: [],
})

export const files = {
  panorama: picture(2400, 1350),
  portrait: picture(900, 1200),
  small: picture(200, 150),
  logo: picture(400, 120, ''),
  video: bytes('video/mp4'),
  captions: bytes('text/vtt'),
}

const offerId = newId('off')
const priceId = newId('prc')
const paidOnce = {
  offer_id: offerId,
  price_id: null,
  name: 'Watercolour from zero',
  description: 'Eight weeks, two live lessons a week.\nFeedback on every picture.',
  image_file_id: files.portrait.id as Id<'fil'>,
  variant: '',
  amount: 14_900,
  struck_amount: 19_900,
  currency: 'EUR',
  interval: null,
  instalments: 3,
  available: true,
  changes_at: null,
} as OfferFacts
const monthly = {
  ...paidOnce,
  price_id: priceId,
  name: 'Studio club',
  variant: 'Monthly',
  description: '',
  image_file_id: null,
  amount: 1950,
  struck_amount: null,
  interval: { unit: 'month', count: 1 },
  instalments: null,
} as OfferFacts
const soldOut: OfferFacts = { ...paidOnce, offer_id: newId('off'), available: false }
export const offers = { paidOnce, monthly, soldOut }

const field = { hint: '', required: true, options: [], max_length: null, person_field: null }
export const form: Form = {
  id: newId('frm'),
  name: 'Questions',
  title: 'Ask us anything',
  fields: [
    { ...field, key: 'name', label: 'Name', kind: 'text', person_field: 'first_name' },
    {
      ...field,
      key: 'email',
      label: 'E-mail',
      kind: 'email',
      hint: 'We answer within a day.',
      person_field: 'email',
    },
    {
      ...field,
      key: 'course',
      label: 'Course',
      kind: 'select',
      options: ['Basics', 'Portraits'],
      required: false,
    },
    {
      ...field,
      key: 'days',
      label: 'Days',
      kind: 'multi_select',
      options: ['Monday', 'Friday'],
      required: false,
    },
    { ...field, key: 'question', label: 'Your question', kind: 'long_text' },
    { ...field, key: 'begun', label: 'I have painted before', kind: 'checkbox', required: false },
  ],
  consents: [
    {
      key: 'answers',
      text: 'I agree that the school answers me by e-mail.',
      required: true,
      channel: null,
      version: 1,
    },
  ],
  submit_label: null,
  thanks_text: '',
  redirect_path: null,
  tag_ids: [],
  mapping: {},
  allowed_origins: [],
  active: true,
  submissions_count: 0,
  version: 1,
  created_at: '2026-11-22T09:00:00.000+00:00',
  updated_at: '2026-11-22T09:00:00.000+00:00',
}

export const pageObjects: PageObjects = {
  files: new Map(Object.values(files).map(file => [file.id, file])),
  forms: new Map([[form.id, form]]),
  offers: new Map(Object.values(offers).map(each => [offerKey(each.offer_id, each.price_id), each])),
}

export const environment: PageEnvironment = {
  path: '/courses',
  media: (file, variant) => `/media/${file.id}.${variant ?? 'original'}`,
  form: (form, position) => formHtml(form, { words: formWords('en'), page: '/courses', position }),
}

export const head: PageHead = {
  title: 'Paint what the harbour looks like at six in the morning',
  description: 'Watercolour courses for beginners.',
  path: '/courses',
  image: null,
  indexed: true,
}

/** A school with a menu of five places. */
export function siteOf(values: object = {}, more: Partial<SiteFacts> = {}): SiteFacts {
  const settings = SiteSettings.parse({
    menu: ['Courses', 'Teachers', 'Studio', 'Dates', 'Contact'].map(label => ({
      label,
      target: `/${label.toLowerCase()}`,
    })),
    footer: 'Harbour School\nQuay 4, 20457 Hamburg',
    ...values,
  })
  return {
    name: 'Harbour School',
    url: 'https://harbour.example',
    settings,
    logo: null,
    mediaSources: ["'self'"],
    ...more,
  }
}

const text = (content: string): Block => ({ type: 'text', html: content, align: 'start' })
const heading = (level: number, words: string, anchor: string | null = null): Block => ({
  type: 'heading',
  level,
  text: words,
  anchor,
  align: level === 3 ? 'center' : 'start',
})
const image = (file: RenderedFile, more: object = {}): Block => ({
  type: 'image',
  file_id: file.id as Id<'fil'>,
  alt: null,
  caption: '',
  link: null,
  ...more,
})
const offer = ({ offer_id, price_id }: OfferFacts, label: string | null = null): Block =>
  ({ type: 'offer', offer_id, price_id, label }) as Block

export const everyBlock: Block[] = [
  text(
    '<p>Learn to paint <strong>light</strong> and <a href="/about">weather</a>.</p><ul><li>Wet on wet</li></ul>',
  ),
  { type: 'button', label: 'See the courses', target: '#courses', align: 'start' },
  image(files.panorama, { caption: 'The bay, wet on wet.' }),
  heading(4, 'A level that is too deep'),
  heading(2, 'What you will learn', 'courses'),
  {
    type: 'columns',
    columns: [
      {
        blocks: [
          heading(3, 'Colour'),
          image(files.portrait, { link: '/studio', alt: 'The studio' }),
        ] as never,
      },
      { blocks: [heading(3, 'Light'), image(files.small, { alt: '' }), offer(monthly, 'Try it')] as never },
    ],
  },
  {
    type: 'lessons',
    course_id: null,
    title: 'The programme',
    items: [
      { title: 'Water, pigment, paper', text: 'What you need.' },
      { title: 'A sky in ten minutes', text: '' },
    ],
  },
  { type: 'lessons', course_id: null, title: '', items: [{ title: 'A sky', text: '' }] },
  offer(paidOnce),
  offer(soldOut),
  {
    type: 'video',
    file_id: files.video.id as Id<'fil'>,
    poster_file_id: files.panorama.id as Id<'fil'>,
    captions_file_id: files.captions.id as Id<'fil'>,
    title: 'A lesson',
  },
  { type: 'embed', url: 'https://youtu.be/aqz-KE-bpKQ', title: 'A film about the school' },
  { type: 'divider' },
  {
    type: 'html',
    html: '<h5>Dates</h5><table><thead><tr><th scope="col">Course</th><th scope="col">Begins</th></tr></thead><tbody><tr><td>Basics</td><td>4 March</td></tr></tbody></table><h2>More</h2><details><summary>Where</summary><p>At the quay.</p></details>',
  },
  { type: 'form', form_id: form.id },
  { type: 'form', form_id: form.id },
]
