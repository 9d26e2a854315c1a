// Sell a course
//
// An offer contains the course, an order of a person is for the offer, and the payment came by transfer. Nothing has to be
// called for the access: it follows from the payment, and the feed of events tells when it is there.
import type { OpenSchool } from '@open-school/client'

/** Publishes a course with one lesson and offers it; gives the id of the offer. */
export async function offerCourse(lms: OpenSchool): Promise<string> {
  const course = await lms.courses.create({ title: 'Watercolour for beginners' })
  const module = await lms.modules.create({ course_id: course.id, title: 'Water and paper' })
  const lesson = await lms.lessons.create({
    module_id: module.id,
    title: 'The first wash',
    status: 'published',
  })
  await lms.lessonBlocks.create(lesson.id, {
    content: { kind: 'text', html: '<p>Wet the paper, tilt the board, draw the colour down.</p>' },
  })
  await lms.publications.publish(course.id, { action: 'publish' })
  const offer = await lms.offers.create({ name: course.title, amount: 4900, currency: 'EUR' })
  await lms.offerItems.create(offer.id, { kind: 'course', resource_id: course.id, name: 'All lessons' })
  return offer.id
}

/** Sells the offer to the person with this e-mail address; gives their access to the course. */
export async function sell(lms: OpenSchool, offerId: string, email: string) {
  const found = await lms.users.byEmail(email).result()
  if (!found.ok && found.error.reason !== 'not_found') throw found.error
  const person = found.ok ? found.data : await lms.users.create({ email })
  const [last] = await lms.events.list({ sort: '-sequence', limit: 1 }).first(1)

  const order = await lms.orders.create({ user_id: person.id, items: [{ offer_id: offerId }] })
  await lms.orders.markPaid(order.id)

  const feed = lms.events.follow({
    after: last?.sequence ?? 0,
    types: ['course.access_granted'],
    interval: 200,
  })
  for await (const event of feed)
    if (event.type === 'course.access_granted' && event.data.object.user_id === person.id)
      return event.data.object
  throw new Error('The feed of events has ended.')
}
