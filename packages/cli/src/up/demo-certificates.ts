// What those have who studied in the demo school: a certificate, and an opinion.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { nothingMissing } from './demo-settled.ts'

const graduates = 2
const reviews = [
  { rating: 5, text: 'Clear, calm, and at last I dare to leave paper white.', status: 'published' },
  { rating: 4, text: 'I would have liked one more lesson about skies.', status: 'published' },
  { rating: 5, text: 'The homework made the difference.', status: null },
] as const

const line = (y: number, height: number, text: string, size: number, bold = false) => ({
  ...({ kind: 'text', x: 121, y, width: 600, height, text, size, bold } as const),
  ...({ align: 'center', colour: '#1f3a5f' } as const),
})

/** A template, certificates of people who have completed a course, and reviews; returns the last review. */
export async function seedCertificates(client: LmsClient, courses: readonly Id<'crs'>[]): Promise<Id<'rev'>> {
  await client.certificateTemplates.create({
    body: {
      name: 'Certificate of completion',
      course_ids: [...courses],
      boxes: [
        line(110, 50, 'Certificate', 40, true),
        line(190, 24, '{{school}} confirms that', 14),
        line(225, 70, '{{name}}', 36, true),
        line(305, 24, 'has completed the course', 14),
        line(335, 50, '{{course}}', 24, true),
        line(400, 24, '{{completed_on}}', 14),
        { ...line(540, 20, '{{url}}', 9), x: 60, width: 560, align: 'left' },
        { kind: 'qr', x: 690, y: 445, width: 110, height: 110 },
      ],
    },
    idempotencyKey: 'demo-certificate-template',
  })
  const course_id = courses[0]!
  const { data: lessons } = await client.lessons.list({ query: { course_id, limit: 100 } })
  const { data: studies } = await client.enrollments.list({
    query: { course_id, sort: 'created_at', limit: 10 },
  })
  const people = studies.map(({ user_id }) => user_id)
  for (const [index, user_id] of people.slice(0, graduates).entries()) {
    for (const { id } of lessons)
      await client.lessonCompletions.complete({
        path: { id },
        body: { user_id },
        idempotencyKey: `demo-completed-${index + 1}-${id}`,
      })
    await issued(client, { user_id, course_id })
  }
  let last: Id<'rev'> | null = null
  for (const [index, { status, ...review }] of reviews.entries()) {
    const at = `demo-review-${index + 1}`
    const body = { user_id: people[index]!, course_id, ...review }
    last = (await client.reviews.create({ body, idempotencyKey: at })).id
    if (!status) continue
    const change = index === 0 ? { status, answer: 'Thank you! The sky is in the next course.' } : { status }
    await client.reviews.update({ path: { id: last }, body: change, idempotencyKey: `${at}-published` })
  }
  return last!
}

/** Waits for a certificate that follows from a completion. */
const issued = (client: LmsClient, query: { user_id: Id<'usr'>; course_id: Id<'crs'> }): Promise<void> =>
  nothingMissing(async () => {
    const { data } = await client.certificates.list({ query })
    return data.length > 0 ? null : `the certificate of ${query.user_id}`
  })
