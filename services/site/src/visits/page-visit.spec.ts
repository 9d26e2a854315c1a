// Pages of a school as its visitors get them.

import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { invalidationSubject } from '@lms/events'
import { serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { asOwner, eventually, roundTrips, startSystem, type TestSystem } from '@lms/testing'
import { randomHex } from '@lms/testing/random'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'
import { registryOf } from '../testing/registry.ts'

let system: TestSystem
let now = Date.parse('2026-11-22T09:00:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [siteService, commerceService, serviceService],
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SITE_URL: 'https://{domain}', LMS_STORAGE: 'disk:/nowhere' } },
  })
}, 180_000)
afterAll(() => system?.stop())

async function newSchool() {
  const host = `${randomHex(12)}.example`
  const { id } = await registryOf(system).create({ body: { name: 'Harbour School', domains: [host] } })
  const caller = system.caller({ school: id })
  const { pages, pageContents, forms, files } = system.client('site', siteContract.resources, caller)
  const { offers, prices } = system.client('commerce', commerceContract.resources, caller)
  const { settings } = system.client('service', serviceContract.resources, caller)
  const { find } = system.internal('site', siteContract.internal, { school: id }).visiting
  const visit = (path: string, preview: string | null = null) => find({ body: { path, preview } })
  const draft = async (path: string, blocks: object[], more: object = {}) => {
    const page = await pages.create({ body: { path, title: `Page at ${path}`, ...more } })
    const content = await pageContents.save({ path: { id: page.id }, body: { blocks: blocks as never } })
    return { ...page, preview: content.preview_path.slice('/preview/'.length) }
  }
  const publish = async (path: string, blocks: object[], more: object = {}) => {
    const page = await draft(path, blocks, more)
    await pages.publish({ path: { id: page.id }, body: { action: 'publish' } })
    return page
  }
  const change = (values: object) =>
    settings.update({ body: { id: 'site', values: values as Record<string, unknown> } })
  return { id, host, pages, pageContents, forms, files, offers, prices, visit, draft, publish, change }
}

const words = (text: string) => ({ type: 'text', html: `<p>${text}</p>` })

describe('a visitor', () => {
  test('sees what was published, and no draft', async () => {
    const { visit, publish, pageContents, pages, host } = await newSchool()
    const { id } = await publish('/courses', [words('Published words')], { description: 'All courses' })
    await pageContents.save({ path: { id }, body: { blocks: [words('Draft words')] as never } })
    const page = await visit('/courses')
    expect(page).toMatchObject({ status: 200, keep_seconds: 60, interactive: false })
    expect(page.body).toContain('Published words')
    expect(page.body).not.toContain('Draft words')
    expect(page.body).toContain(`<link rel="canonical" href="https://${host}/courses">`)
    expect(page.body).toContain('<meta name="description" content="All courses">')
    await pages.publish({ path: { id }, body: { action: 'withdraw' } })
    expect(await visit('/courses')).toMatchObject({ status: 404 })
  })

  test('sees no page of another school', async () => {
    const [mine, other] = [await newSchool(), await newSchool()]
    await mine.publish('/mine', [words('Mine')])
    expect(await other.visit('/mine')).toMatchObject({ status: 404 })
  })

  test('who ends an address with a slash is led to the page', async () => {
    const { visit, publish, draft } = await newSchool()
    await publish('/courses', [])
    await draft('/hidden', [])
    expect(await visit('/courses/')).toMatchObject({ status: 308, location: '/courses' })
    expect(await visit('/hidden/')).toMatchObject({ status: 404 })
    expect(await visit('/')).toMatchObject({ status: 404 })
  })

  test.each(['//evil.example', '/\\evil.example', '//', '/\\', '/%', `/${'a'.repeat(8000)}`])(
    'gets a 404 page at %.20s',
    async path => {
      const { visit, publish } = await newSchool()
      await publish('/', [])
      expect(await visit(path)).toMatchObject({ status: 404, location: null })
    },
  )

  test('reads a page in the language and the colours of the school', async () => {
    const { visit, publish, change } = await newSchool()
    await publish('/', [])
    await change({
      language: 'de',
      colors: { primary: '#8a1f4d' },
      menu: [{ label: 'Kurse', target: '/kurse' }],
    })
    const { body } = await visit('/')
    expect(body).toContain('<html lang="de" dir="ltr">')
    expect(body).toContain('--button:#8a1f4d')
    expect(body).toContain('<a href="/kurse">Kurse</a>')
  })

  test('that is a search engine finds the pages that it may list', async () => {
    const { visit, publish, draft, change, host } = await newSchool()
    await publish('/a&b', [])
    await publish('/unlisted', [], { indexed: false })
    await draft('/draft', [])
    const { body } = await visit('/sitemap.xml')
    const listed = [...body.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)]
    expect(listed.map(([, address]) => address)).toEqual([`https://${host}/a&#38;b`])
    expect(listed[0]![2]).toBe('2026-11-22T09:00:00.000+00:00')
    expect((await visit('/unlisted')).headers).toMatchObject({ 'x-robots-tag': 'noindex' })
    await change({ search_engines: false })
    expect((await visit('/robots.txt')).body).toContain('Disallow: /\n')
    expect((await visit('/a&b')).headers).toMatchObject({ 'x-robots-tag': 'noindex' })
  })

  test('costs the service one round trip to Postgres, and another one for what the page names', async () => {
    const { visit, publish, forms } = await newSchool()
    await publish('/plain', [words('Words')])
    expect(await roundTrips(system, 'site', () => visit('/plain'))).toBe(1)
    const { id } = await forms.create({ body: { name: 'Ask', fields: [field] } })
    await publish('/form', [{ type: 'form', form_id: id }])
    expect(await roundTrips(system, 'site', () => visit('/form'))).toBe(2)
  })
})

/** A ready picture of a school, without its bytes. */
async function readyPicture(school: string, alt = 'Boats') {
  const id = newId('fil')
  const variants = [{ name: 'small', width: 640, height: 360, size: 1000 }]
  await asOwner(system.ownerUrl, client =>
    client.query(
      `insert into site.files (school_id, id, name, folder, alt, content_type, size, status, width, height, variants,
         version, created_at, updated_at)
       values ($1, $2, 'boats.jpg', '', $3, 'image/jpeg', 9000, 'ready', 1600, 900, $4, 1, now(), now())`,
      [school, id, alt, JSON.stringify(variants)],
    ),
  )
  return id
}

describe('pictures of a school', () => {
  test('stand on its pages, in previews of their links, and in the header', async () => {
    const { id, host, visit, publish, change } = await newSchool()
    const [picture, preview, logo] = [
      await readyPicture(id),
      await readyPicture(id, 'Preview'),
      await readyPicture(id, 'Logo'),
    ]
    await change({ logo_file_id: logo })
    await publish('/', [{ type: 'image', file_id: picture }], { image_file_id: preview })
    const { body, headers } = await visit('/')
    const claims = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()).key
    const mediaClaims = [...body.matchAll(/\/media\/([\w-]+)\.[\w-]+/g)].map(([, text]) => claims(text!))
    const small = (file: string) => `${id}/${file}/small`
    expect(new Set(mediaClaims)).toEqual(new Set([small(logo), small(picture), small(preview)]))
    expect(body).toContain(`<meta property="og:image" content="https://${host}/media/`)
    expect(body).toMatch(
      /<a class="brand" href="\/"><img src="\/media\/\S+" width="640" height="360" alt="Harbour School">/,
    )
    expect(headers['content-security-policy']).toContain("img-src 'self' data:")
    expect((await visit('/nowhere')).body).toContain('<a class="brand" href="/"><img')
  })

  test('a logo is a picture of the school, and is not deleted while it is one', async () => {
    const [mine, other] = [await newSchool(), await newSchool()]
    const unfit = { status: 422, reason: 'settings_invalid', details: [{ path: 'body.values.logo_file_id' }] }
    await expect(mine.change({ logo_file_id: await readyPicture(other.id) })).rejects.toMatchObject(unfit)
    await expect(mine.change({ logo_file_id: newId('fil') })).rejects.toMatchObject(unfit)
    const logo = await readyPicture(mine.id)
    await mine.change({ logo_file_id: logo })
    const used = { status: 409, details: [{ message: 'logo_file_id of the settings uses this file' }] }
    await expect(mine.files.delete({ path: { id: logo } })).rejects.toMatchObject(used)
    await mine.change({ logo_file_id: null })
    expect(await mine.files.delete({ path: { id: logo } })).toMatchObject({ deleted: true })
  })
})

test('a change of the look reaches the gateways, which have cached the pages; its repetition does not', async () => {
  const { id, change } = await newSchool()
  let noticeCount = 0
  const heard = system.bus.nats.subscribe(invalidationSubject(id, 'site'), {
    callback: (_, message) => {
      if (message.json<{ kind: string }>().kind === 'site') noticeCount++
    },
  })
  await system.bus.nats.flush()
  await change({ language: 'fr' })
  await change({ language: 'fr' })
  await change({ language: 'de' })
  await eventually('both messages', () => noticeCount >= 2)
  expect(noticeCount).toBe(2)
  heard.unsubscribe()
})

const field = { key: 'email', label: 'E-mail', kind: 'email', person_field: 'email', required: true } as const

describe('a preview link', () => {
  test('shows the draft to whoever has it, for a day', async () => {
    const { visit, draft } = await newSchool()
    const { preview } = await draft('/soon', [words('Draft words')])
    const page = await visit('/', preview)
    expect(page).toMatchObject({ status: 200, keep_seconds: 0, headers: { 'x-robots-tag': 'noindex' } })
    expect(page.body).toContain('Draft words')
    expect(page.body).toContain('visitors do not see this page')
    expect(page.body).not.toContain('rel="canonical"')
    now += 24 * 3_600_000
    expect(await visit('/', preview)).toMatchObject({ status: 404 })
  })

  test('works for its page and its school only', async () => {
    const [mine, other] = [await newSchool(), await newSchool()]
    const [one, two] = [await mine.draft('/one', [words('One')]), await mine.draft('/two', [words('Two')])]
    const forged = one.preview.replace(one.id, two.id)
    for (const [school, token] of [
      [other, one.preview],
      [mine, forged],
      [mine, `${one.preview}x`],
      [mine, ''],
      [mine, 'x.y.z'],
    ] as const)
      expect(await school.visit('/', token)).toMatchObject({ status: 404 })
  })
})

describe('a form on a page', () => {
  test('is shown while it takes submissions', async () => {
    const { visit, publish, forms } = await newSchool()
    const form = await forms.create({ body: { name: 'Ask', title: 'Ask us', fields: [field] } })
    await publish('/ask', [{ type: 'form', form_id: form.id }])
    const page = await visit('/ask')
    expect(page.interactive).toBe(true)
    expect(page.body).toContain(`action="/forms/${form.id}"`)
    await forms.update({ path: { id: form.id }, body: { active: false } })
    expect(await visit('/ask')).toMatchObject({ interactive: false })
  })
})

describe('an offer on a page', () => {
  const course = { name: 'Watercolour', amount: 4900, currency: 'EUR' }

  test('shows its present price, and leads to its checkout', async () => {
    const { visit, publish, offers } = await newSchool()
    const offer = await offers.create({ body: course })
    await publish('/buy-it', [{ type: 'offer', offer_id: offer.id }])
    const page = await visit('/buy-it')
    expect(page).toMatchObject({ interactive: true, keep_seconds: 60 })
    expect(page.body).toContain(`href="/buy/${offer.id}"`)
    expect(page.body).toContain('€49')
    await offers.update({ path: { id: offer.id }, body: { amount: 5900 } })
    expect((await visit('/buy-it')).body).toContain('€59')
  })

  test('is kept until its price changes', async () => {
    const { visit, publish, offers, prices } = await newSchool()
    const offer = await offers.create({ body: course })
    const price = await prices.create({
      path: { id: offer.id },
      body: {
        name: 'Early',
        amount: 4900,
        currency: 'EUR',
        early_amount: 3900,
        early_ends_at: new Date(now + 20_000).toISOString(),
      },
    })
    await publish('/early', [{ type: 'offer', offer_id: offer.id, price_id: price.id }])
    const early = await visit('/early')
    expect(early.keep_seconds).toBe(20)
    expect(early.body).toContain('€39')
    now += 20_000
    const late = await visit('/early')
    expect(late.keep_seconds).toBe(60)
    expect(late.body).not.toContain('€39')
  })

  test('keeps its last known price while commerce is away; one that was never known is left out', async () => {
    const { visit, publish, offers } = await newSchool()
    const [cachedOffer, fresh] = [
      await offers.create({ body: course }),
      await offers.create({ body: course }),
    ]
    await publish('/known', [{ type: 'offer', offer_id: cachedOffer.id }])
    await publish('/fresh', [words('Before'), { type: 'offer', offer_id: fresh.id }, words('After')])
    await visit('/known')
    const { serviceAddresses } = system.services.site!.runtime.config as {
      serviceAddresses: Record<string, string>
    }
    const { commerce } = serviceAddresses
    serviceAddresses.commerce = 'http://127.0.0.1:1'
    try {
      const page = await visit('/known')
      expect(page.body).toContain('€49')
      expect(page.keep_seconds).toBe(5)
      const without = await visit('/fresh')
      expect(without).toMatchObject({ status: 200, keep_seconds: 5, interactive: false })
      expect(without.body).not.toContain('/buy/')
      expect(without.body).toMatch(/Before.*After/s)
    } finally {
      serviceAddresses.commerce = commerce!
    }
  })
})
