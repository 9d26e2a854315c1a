// Test values for requests about messages, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

const message = async (school: School) => ({
  body: { user_id: (await school.make('users.create')).id as string },
})

export const examples: Examples = { 'messages.create': message }

export const references: Examples = {
  'messages.create template_id': async school => {
    const [{ body }, template] = await Promise.all([message(school), school.make('messageTemplates.create')])
    return { body: { ...body, body: null, template_id: template.id } }
  },
  'messages.create cancel_id': async school => {
    const { body } = await message(school)
    const send_at = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = await school.done('messages.create', {
      body: { ...body, topic: 'study', subject: 'Later', body: 'Later', send_at },
    })
    return { body: { ...body, body: null, cancel_id: id } }
  },
}
