import { eventually } from '@lms/testing'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'
import { mailViews } from './mail-view.contract.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world.stop())

const body =
  '<body bgcolor="#eeeeee"><h1>Hello {{ user.first_name }}, {{ lesson | default: "you" }}</h1><a href="{{ view_url }}">In a browser</a></body>'

/** A school whose person gets a mail that leads to itself, and the page at that link. */
async function school() {
  const base = await schoolOf(world.system)
  const person = await base.person({ first_name: 'Ann' })
  const { mailViews: views } = world.system.internal(
    'crm',
    { mailViews },
    { as: 'gateway', school: base.caller.school },
  )
  const show = (token: string) => views.show({ body: { token } })
  const came = async () => {
    await eventually('the mail', async () => world.mail.mails.some(({ to }) => to.includes(person.email!)))
    const { text } = world.mail.mails.findLast(({ to }) => to.includes(person.email!))!
    return /\/mails\/([\w.=\r\n-]+?)"/.exec(text)![1]!.replace(/=\r?\n/g, '')
  }
  return { ...base, person, show, came }
}

test('a mail of a mailing is read in a browser, with the link to unsubscribe', async () => {
  const { api, person, show, came, users } = await school()
  const { id } = await api.mailings.create({
    body: {
      name: 'Autumn',
      topic: 'study',
      subject: 'Hi',
      format: 'html',
      body,
      audience: { user_ids: [person.id] },
    },
  })
  await api.mailings.start({ path: { id }, body: {} })
  const token = await came()
  const { html } = await show(token)
  expect(html).toContain('<title>Hi</title>')
  expect(html).toContain('<h1>Hello Ann, you</h1>')
  expect(html).toMatch(/href="https?:\/\/[^"]+\/mails\/[^"]+">In a browser/)
  expect(html).not.toMatch(/\/(links|opens)\//)
  await expect(show(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).rejects.toMatchObject({
    status: 404,
  })
  const other = await school()
  await expect(other.show(token)).rejects.toMatchObject({ status: 404 })
  await users.delete({ path: { id: person.id } })
  await eventually('nothing of who has left', () =>
    show(token).then(
      () => false,
      ({ status }) => status === 404,
    ),
  )
})

test('a single mail that leads to itself keeps its values, and others keep nothing', async () => {
  const { api, person, show, came } = await school()
  const message = { user_id: person.id, topic: 'study', subject: 'Hi', format: 'html' as const }
  await api.messages.create({ body: { ...message, body, variables: { lesson: 'One' } } })
  const { html } = await show(await came())
  expect(html).toContain('<h1>Hello Ann, One</h1>')
})
