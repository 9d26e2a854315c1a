import { serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { eventually } from '@lms/testing'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld([serviceService])
})
afterAll(() => world.stop())

test('where law asks for a postal address, no advertising mailing starts without one, and it stands under each', async () => {
  const { api, caller, person, consents } = await schoolOf(world.system)
  const { settings } = world.system.client('service', serviceContract.resources, caller)
  const ann = await person()
  await consents.record({
    path: { id: ann.id },
    body: { channel: 'email', text_version: '1', source: 'form' },
  })
  const content = { subject: 'Hi', body: 'Hello', audience: { user_ids: [ann.id] } }
  const { id } = await api.mailings.create({ body: { name: 'News', topic: 'news', ...content } })
  const variants = [{ subject: 'Hi', body: 'Hello' }]
  const campaign = await api.campaigns.create({
    body: { name: 'News', topic: 'news', audience: content.audience, messages: [{ variants }] },
  })
  const start = () => api.mailings.start({ path: { id }, body: {} })
  const missing = { status: 409, reason: 'postal_address_missing' }
  await settings.update({ body: { id: 'site', values: { country: 'US' } } })
  await expect(start()).rejects.toMatchObject(missing)
  await expect(api.campaigns.send({ path: { id: campaign.id }, body: {} })).rejects.toMatchObject(missing)

  const postal_address = '1 Main St\nSpringfield'
  await settings.update({ body: { id: 'crm', values: { email: { postal_address } } } })
  await start()
  await eventually('the end', async () => (await api.mailings.get({ path: { id } })).status === 'finished')
  const { text } = world.mail.mails.findLast(({ to }) => to.includes(ann.email!))!
  expect(text).toContain('Painting school\r\n1 Main St\r\nSpringfield\r\n')
  expect(text.replace(/=\r\n/g, '')).toMatch(/Painting school<br>\s+1 Main St<br>\s+Springfield<br>/)
})

test('a mailing about what people have bought starts without one', async () => {
  const { api, caller, person } = await schoolOf(world.system)
  const { settings } = world.system.client('service', serviceContract.resources, caller)
  await settings.update({ body: { id: 'site', values: { country: 'DE' } } })
  const { id } = await api.mailings.create({
    body: {
      ...{ name: 'Study', topic: 'study', subject: 'Hi', body: 'Hello' },
      audience: { user_ids: [(await person()).id] },
    },
  })
  expect(await api.mailings.start({ path: { id }, body: {} })).toMatchObject({ status: 'running' })
})
