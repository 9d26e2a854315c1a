import { newId } from '@lms/contract'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmContract } from '../contract.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService, crmService] })
})
afterAll(() => system.stop())

const body =
  'Hello **{{ user.first_name }}** of {{ school.name }}: {{ lesson }}, {{ user.custom_fields.city }}'

test('a preview fills in person, school and variables, and names what is missing', async () => {
  const { api, person } = await schoolOf(system)
  const { id } = await person({ first_name: 'Ann <3' })
  const template = await api.messageTemplates.create({ body: { name: 'Welcome', subject: 'Hi', body } })
  const path = { id: template.id }
  const seen = await api.messageTemplates.preview({
    path,
    body: { user_id: id, variables: { lesson: 'One' } },
  })
  expect(seen).toMatchObject({ subject: 'Hi', missing: ['user.custom_fields.city'] })
  expect(seen.html).toContain('<strong>Ann &lt;3</strong> of Painting school: One,')
  expect(seen.text).toContain('Hello Ann <3 of Painting school')
  const bare = await api.messageTemplates.preview({ path, body: {} })
  expect(bare.missing).toEqual(['user.first_name', 'lesson', 'user.custom_fields.city'])
})

test('a preview for a person needs the permission to read people', async () => {
  const { api, caller, person } = await schoolOf(system)
  const { id: user_id } = await person({ first_name: 'Ann' })
  const { id } = await api.messageTemplates.create({ body: { name: 'Welcome', body } })
  const writer = { ...caller, rights: [['message-templates:*']] }
  const { messageTemplates } = system.client('crm', crmContract.resources, writer)
  const path = { id }
  await expect(messageTemplates.preview({ path, body: { user_id } })).rejects.toMatchObject({
    status: 403,
    reason: 'permission_missing',
    details: [{ path: 'body.user_id' }],
  })
  expect((await messageTemplates.preview({ path, body: {} })).missing).toContain('user.first_name')
})

test('what is no Liquid is not stored, and says where', async () => {
  const { api } = await schoolOf(system)
  const create = (body: string) => api.messageTemplates.create({ body: { name: 'Welcome', body } })
  await expect(create('Hello {{ user')).rejects.toMatchObject({
    status: 422,
    reason: 'content_invalid',
    details: [{ path: 'body.body', message: expect.stringContaining('line 1, column') }],
  })
  const { id } = await create('Hello')
  await expect(
    api.messageTemplates.update({ path: { id }, body: { subject: '{% if %}' } }),
  ).rejects.toMatchObject({ reason: 'content_invalid', details: [{ path: 'body.subject' }] })
})

test.each(['include', 'render', 'layout'])(
  'a template with the tag %s of another one is not stored',
  async tag => {
    const { api } = await schoolOf(system)
    const body = `Hello {% ${tag} "footer" %}`
    await expect(api.messageTemplates.create({ body: { name: 'Welcome', body } })).rejects.toMatchObject({
      status: 422,
      reason: 'content_invalid',
      details: [{ path: 'body.body', message: expect.stringContaining(`cannot use the tag "${tag}"`) }],
    })
  },
)

test('a content that never ends is given up', async () => {
  const { api } = await schoolOf(system)
  const loop = '{% for a in (1..90000) %}{% for b in (1..90000) %}{% endfor %}{% endfor %}'
  const { id } = await api.messageTemplates.create({ body: { name: 'Loop', body: loop } })
  await expect(api.messageTemplates.preview({ path: { id }, body: {} })).rejects.toMatchObject({
    status: 422,
    reason: 'content_invalid',
  })
})

test('a template keeps its look, and says what was taken out when it is saved and in a preview', async () => {
  const { api } = await schoolOf(system)
  const body = `<style>.lead{color:#c00}</style><table bgcolor="#eeeeee" style="width:100%"><tr><td align="center">
<h1 class="lead">Hello</h1><img src="https://a.example/a.png" alt="" onerror="alert(1)"><script>alert(1)</script></td></tr></table>`
  const create = { name: 'Look', format: 'html', body, preheader: 'For {{ user.first_name }}' } as const
  const template = await api.messageTemplates.create({ body: create })
  const warnings = [
    { path: 'body', message: expect.stringContaining('onerror') },
    { path: 'body', message: expect.stringContaining('<script>') },
  ]
  const path = { id: template.id }
  expect(template).toMatchObject({ warnings, preheader: 'For {{ user.first_name }}' })
  expect(await api.messageTemplates.get({ path })).toMatchObject({ warnings })
  const seen = await api.messageTemplates.preview({ path, body: {} })
  expect(seen).toMatchObject({ warnings, missing: ['user.first_name'] })
  for (const part of [
    '.lead{color:#c00}',
    'bgcolor="#eeeeee"',
    '<h1 class="lead">',
    'src="https://a.example/a.png"',
  ])
    expect(seen.html).toContain(part)
  expect(seen.html).toMatch(/<body><div style="display:none[^>]*>For &#847;/)
  expect(seen.text.trim()).toBe('Hello')
  expect(await api.messageTemplates.update({ path, body: { body: 'Hi' } })).toMatchObject({ warnings: [] })
})

test('an unfit preheader is refused with its place', async () => {
  const { api } = await schoolOf(system)
  await expect(
    api.messageTemplates.create({ body: { name: 'Look', body: 'Hi', preheader: '{{ a' } }),
  ).rejects.toMatchObject({ reason: 'content_invalid', details: [{ path: 'body.preheader' }] })
})

describe('a document of blocks', () => {
  const words = (html: string) => ({ type: 'text', html })

  /** A ready picture of a school, without its bytes. */
  async function picture(school: string) {
    const id = newId('fil')
    await asOwner(system.ownerUrl, client =>
      client.query(
        `insert into site.files (school_id, id, name, folder, alt, content_type, size, status, width, height, variants,
           version, created_at, updated_at)
         values ($1, $2, 'boats.jpg', '', 'Boats', 'image/jpeg', 9000, 'ready', 1600, 900, '[]', 1, now(), now())`,
        [school, id],
      ),
    )
    return id
  }

  test('becomes an e-mail in the colours of the school, with whole addresses and the values of a person', async () => {
    const { api, caller, person } = await schoolOf(system)
    const { id } = await person({ first_name: 'Ann <3' })
    const file_id = await picture(caller.school)
    const blocks = [
      { type: 'heading', text: 'Dear {{ user.first_name | default: "friend" }}' },
      words('<p>See <a href="/courses">our courses</a>.<script>alert(1)</script></p>'),
      { type: 'image', file_id, caption: 'The bay' },
      { type: 'columns', columns: [{ blocks: [words('<p>Left</p>')] }, { blocks: [words('<p>Right</p>')] }] },
      { type: 'button', label: 'Begin', target: 'https://a.example/?of={{ lesson }}' },
    ]
    const { id: template, document } = await api.messageTemplates.create({
      body: { name: 'Blocks', document: { blocks } as never },
    })
    expect(document!.blocks[1]).toMatchObject({ html: '<p>See <a href="/courses">our courses</a>.</p>' })
    expect(document!.blocks[0]).toMatchObject({ text: 'Dear {{ user.first_name | default: "friend" }}' })
    const seen = await api.messageTemplates.preview({
      path: { id: template },
      body: { user_id: id, variables: { lesson: 'one' } },
    })
    for (const part of [
      /<h2>Dear Ann &lt;3<\/h2>/,
      /<a href="https?:\/\/[^"/]+\/courses">our courses<\/a>/,
      /<img [^>]*alt="Boats"[^>]* src="https?:\/\/[^"/]+\/media\/[^"]+"/,
      /<a href="https:\/\/a\.example\/\?of=one"/,
      /background(-color)?:\s?#/,
    ])
      expect(seen.html).toMatch(part)
    expect(seen.missing).toEqual([])
    expect(seen.text).toContain('Left')
    const { files } = system.client('site', siteContract.resources, caller)
    await expect(files.delete({ path: { id: file_id } })).rejects.toMatchObject({ status: 409 })
    await api.messageTemplates.update({ path: { id: template }, body: { document: null, body: 'Plain' } })
    expect(await files.delete({ path: { id: file_id } })).toMatchObject({ deleted: true })
  })

  test.each([
    ['blocks.1.html', [words('One'), words('{% if a %}')]],
    ['blocks.0.target', [{ type: 'button', label: 'Go', target: '#there' }]],
    ['blocks.0.html', [words('<script>1</script>')]],
    [
      'blocks.0.columns.1.blocks.0.text',
      [{ type: 'columns', columns: [{ blocks: [] }, { blocks: [{ type: 'heading', text: '{{ a' }] }] }],
    ],
  ])('is refused with the place %s', async (path, blocks) => {
    const { api } = await schoolOf(system)
    await expect(
      api.messageTemplates.create({ body: { name: 'Blocks', document: { blocks } as never } }),
    ).rejects.toMatchObject({ reason: 'content_invalid', details: [{ path: `body.document.${path}` }] })
  })

  test('has its errors with a person named by their place in a preview', async () => {
    const { api } = await schoolOf(system)
    const blocks = [words('One'), words('{% for i in (1..most) %}{% endfor %}')]
    const { id } = await api.messageTemplates.create({
      body: { name: 'Blocks', document: { blocks } as never },
    })
    await expect(
      api.messageTemplates.preview({ path: { id }, body: { variables: { most: 9_000_000 } } }),
    ).rejects.toMatchObject({ reason: 'content_invalid', details: [{ path: 'body.document.blocks.1.html' }] })
  })

  test('stands in place of a body, and has no form', async () => {
    const { api } = await schoolOf(system)
    const create = (body: object) =>
      api.messageTemplates.create({ body: { name: 'Blocks', ...body } as never })
    const document = { blocks: [words('One')] }
    for (const body of [{}, { document, body: 'Two' }])
      await expect(create(body)).rejects.toMatchObject({ reason: 'content_unclear' })
    await expect(
      create({ document: { blocks: [{ type: 'form', form_id: newId('frm') }] } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('two changes at once leave one content, and none of them is an error', async () => {
    const { api } = await schoolOf(system)
    const document = { blocks: [words('One')] } as never
    const { id: template } = await api.messageTemplates.create({ body: { name: 'Blocks', document } })
    const { id: mailing } = await api.mailings.create({ body: { name: 'Blocks', document } })
    for (const [{ update: change }, id] of [
      [api.messageTemplates, template],
      [api.mailings, mailing],
    ] as const)
      for (let round = 0; round < 5; round++) {
        const path = { id: id as never }
        const changes = [{ subject: `Two ${round}` }, { document: null, body: 'Three' }]
        const ends = await Promise.allSettled(changes.map(body => change({ path, body: body as never })))
        for (const { status, reason } of ends as PromiseRejectedResult[])
          if (status === 'rejected') expect(reason).toMatchObject({ status: 409, reason: 'version_mismatch' })
        await change({ path, body: { document, body: null } as never })
      }
  })
})
