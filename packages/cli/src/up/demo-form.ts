// The form of the demo school, which the page of its course shows, and what people have submitted with it.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { demoPeople } from './demo-data.ts'

type FormBody = Parameters<LmsClient['forms']['create']>[0]['body']
type Submission = Omit<Parameters<LmsClient['submissions']['create']>[0]['body'], 'form_id'>

const demoForm = (tag: Id<'tag'>): FormBody => ({
  name: 'Questions about the course',
  title: 'Do you have a question?',
  fields: [
    { key: 'name', label: 'First name', kind: 'text', person_field: 'first_name' },
    { key: 'email', label: 'E-mail', kind: 'email', required: true, person_field: 'email' },
    { key: 'phone', label: 'Phone', kind: 'phone', hint: 'With the country code.', person_field: 'phone' },
    {
      key: 'level',
      label: 'Have you painted before?',
      kind: 'select',
      options: ['Never', 'A little', 'Often'],
    },
    { key: 'question', label: 'Your question', kind: 'long_text' },
  ],
  consents: [{ key: 'news', text: 'Send me news about courses.', channel: 'email' }],
  mapping: { Email: 'email', Name: 'name' },
  tag_ids: [tag],
})

/** New people, two whom the school knows, one from an outside landing page, and an advertisement. */
const demoSubmissions: Submission[] = [
  newSubmission('Hanna', 'Never', 'Which paper do I need for the first lesson?', 'newsletter'),
  newSubmission('Mateo', 'A little', 'May I watch the lessons a second time?', 'search'),
  newSubmission('Priya', 'Often', 'Is there a group in the evening?', 'search'),
  ...[20, 33].map(index => studentSubmission(index, 'Can I change to another group?')),
  {
    answers: {},
    fields: { Email: 'oskar@example.org', Name: 'Oskar', campaign_page: 'Autumn' },
    utm: { source: 'partner', campaign: 'autumn' },
  },
  newSubmission('Winner', 'Never', 'You have won! Visit our shop for cheap watches.', ''),
]
const spam = demoSubmissions.length - 1

function newSubmission(name: string, level: string, question: string, source: string): Submission {
  const email = `${name.toLowerCase()}@example.org`
  return { answers: { name, email, level, question }, consents: source ? ['news'] : [], utm: { source } }
}

function studentSubmission(index: number, question: string): Submission {
  const { first_name, email } = demoPeople[index]!
  return { answers: { name: first_name, email, question } }
}

/** Creates the form, and the tag that it gives. */
export async function seedForm(client: LmsClient): Promise<Id<'frm'>> {
  const tag = await client.tags.create({
    body: { name: 'Asked a question' },
    idempotencyKey: 'demo-form-tag',
  })
  return (await client.forms.create({ body: demoForm(tag.id), idempotencyKey: 'demo-form' })).id
}

/** Submits the form, and marks the last submission as spam. Returns the id of the last one that is none. */
export async function seedSubmissions(client: LmsClient, form_id: Id<'frm'>): Promise<Id<'fsb'>> {
  const ids: Id<'fsb'>[] = []
  for (const [index, submission] of demoSubmissions.entries()) {
    const idempotencyKey = `demo-submission-${index + 1}`
    const { id } = await client.submissions.create({ body: { form_id, ...submission }, idempotencyKey })
    ids.push(id)
  }
  await client.submissions.update({ path: { id: ids[spam]! }, body: { spam: true } })
  return ids[spam - 1]!
}
