// Nothing that people type into a form of these pages is left out: each field of each form is in what comes of it, or the
// form is shown again. The fields are those of the pages as they are; one that nobody has thought of here fails.
import { commerceService } from '@lms/commerce/service'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webinarsService } from '@lms/webinars/service'

describe('the fields of forms', () => {
  let system: TestSystem
  let gateway: TestGateway
  let school: GatewaySchool
  let later = 0
  const startedAt = Date.parse('2027-01-15T10:00:00Z')
  beforeAll(async () => {
    system = await startSystem({
      services: [usersService, siteService, commerceService, serviceService, webinarsService],
      clock: { now: () => new Date(startedAt + later) },
      settings: { settings: { LMS_SITE_URL: 'http://{domain}' } },
    })
    gateway = await startTestGateway(system)
  }, 120_000)
  beforeEach(async () => {
    school = await newSchool(gateway)
  })
  afterAll(async () => {
    await gateway?.stop()
    await system?.stop()
  })

  /** Of a page, before it is compressed. */
  const maxBytes = 31 * 1024
  type Fields = Record<string, string>
  const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
  const get = async (path: string) => String((await gateway.call('GET', path, { host: school.host })).body)
  const send = (path: string, fields: Fields) => gateway.sendForm(school.host, path, fields)

  /** The fields that people see in a form, and those that it carries. */
  function formIn(body: string): { seen: string[]; carried: Fields } {
    const form = /<main[\s\S]*<\/main>/.exec(body)![0]
    const tags = [...form.matchAll(/<(input|select|textarea|button)\b[^>]*\bname="([^"]+)"[^>]*>/g)]
    const textOf = (tag: string) => /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''
    const typeOf = (tag: string) => /\btype="([^"]*)"/.exec(tag)?.[1] ?? 'text'
    const carried: Fields = {}
    for (const [tag, kind, name] of tags) {
      const isChoice = ['radio', 'checkbox'].includes(typeOf(tag))
      if (kind === 'input' && (!isChoice || /\schecked/.test(tag))) carried[name!] = textOf(tag)
      // As browsers do: the first one, where none is selected.
      const choice =
        /<option value="([^"]*)"[^>]* selected/.exec(form) ?? /<option value="([^"]*)"/.exec(form)
      if (kind === 'select') carried[name!] = choice?.[1] ?? ''
    }
    const seen = tags.filter(([tag]) => typeOf(tag) !== 'hidden').map(([, , name]) => name!)
    return { seen: [...new Set(seen)].filter(name => name !== 'website'), carried }
  }

  /** Each field by a value that is not what the form has, and what must be told by where it ends. */
  type Cases = Readonly<Record<string, { value: string; ends: 'again' | 'kept' }>>

  /**
   * Sends the form once for each of its fields, changed. `again`: nothing is done, and the page comes anew. `kept`: what
   * comes of it has the value, as `outcome` says it.
   */
  async function holds(
    path: string,
    cases: Cases,
    { filled, outcome }: { filled: Fields; outcome: () => Promise<string> },
  ): Promise<void> {
    const body = await get(path)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBytes)
    const { seen } = formIn(body)
    expect(seen.toSorted()).toEqual(Object.keys(cases).toSorted())
    for (const [name, { value, ends }] of Object.entries(cases)) {
      const { carried } = formIn(await get(path))
      // As long as a person reads.
      later += 60_000
      const before = await outcome()
      const answer = await send(path, { ...carried, ...filled, [name]: value })
      const after = await outcome()
      const told = { name, status: answer.status, done: after !== before }
      if (ends === 'again') expect(told).toEqual({ name, status: 200, done: false })
      else {
        expect(told).toEqual({ name, status: 303, done: true })
        expect(after).toContain(value)
      }
    }
  }

  test('of the till', async () => {
    const rate = { name: 'VAT', included: false }
    await done('PUT', '/tax-rates', {
      rates: ['DE', 'FR'].map((country, index) => ({ ...rate, country, basis_points: 1900 + 100 * index })),
    })
    await done('POST', '/promo-codes', { code: 'HALF', kind: 'percent', percent: 50 })
    const legal = Object.fromEntries(
      ['terms', 'privacy', 'withdrawal'].map(name => [`${name}_url`, `https://school.example/${name}`]),
    )
    await done('PATCH', '/settings', {
      id: 'commerce',
      values: { taxes: { country: 'DE' }, legal: { ...legal, agree_to_terms: true } },
    })
    const offer = await done('POST', '/offers', { name: 'Course', amount: 4900, currency: 'EUR' })
    const price = await done('POST', `/offers/${offer.id}/prices`, { amount: 900, currency: 'EUR' })
    const orders = async () => {
      const { data } = await done('GET', '/orders?sort=created_at&limit=200')
      const people = await done('GET', '/users?role=student&limit=200')
      return JSON.stringify([data, people.data])
    }
    const filled = { email: 'ann@school.example', agree_terms: '1', agree_withdrawal: '1' }
    const again = (value: string) => ({ value, ends: 'again' as const })
    const kept = (value: string) => ({ value, ends: 'kept' as const })
    const contact = {
      email: kept('dan@school.example'),
      first_name: again('x'.repeat(101)),
      last_name: again('x'.repeat(101)),
      company: kept('Example GmbH'),
      company_address: again('Street 1'),
      vat_id: again('DE123456789'),
    }
    const priced = {
      price: again(price.id),
      promo_code: again('half'),
      country: again('FR'),
      update: again('1'),
    }
    const agreed = { agree_terms: again(''), agree_withdrawal: again('') }
    await holds(
      `/buy/${offer.id}`,
      { ...priced, ...contact, ...agreed, gift: again('1') },
      { filled, outcome: orders },
    )
    const gift = {
      gift: again(''),
      quantity: again('2'),
      gift_email: again('dan'),
      gift_day: again('2027-02-01'),
      gift_message: again('x'.repeat(301)),
    }
    await holds(
      `/buy/${offer.id}?gift=1`,
      { ...priced, ...contact, agree_terms: again(''), ...gift },
      { filled, outcome: orders },
    )
  }, 120_000)

  test('of a payment, and of a gift', async () => {
    const offer = await done('POST', '/offers', { name: 'Course', amount: 4900, currency: 'EUR' })
    const person = await done('POST', '/users', { email: 'ann@school.example' })
    const order = await done('POST', '/orders', {
      ...{ user_id: person.id, as_gift: true, items: [{ offer_id: offer.id }] },
    })
    const { url } = await done('POST', `/orders/${order.id}/payment-link`, {})
    const { pathname } = new URL(url)
    const payments = async () => JSON.stringify((await done('GET', '/payments')).data)
    await holds(
      pathname,
      { test_card: { value: 'no card', ends: 'again' }, amount: { value: '1', ends: 'again' } },
      { filled: { test_card: '4242424242424242' }, outcome: payments },
    )
    await done('POST', `/orders/${order.id}/mark-paid`, {})
    const [{ code }] = (await done('GET', '/gifts')).data
    const people = async () => JSON.stringify((await done('GET', '/users?role=student&limit=200')).data)
    await holds(
      `/gifts/${code}`,
      {
        first_name: { value: 'x'.repeat(101), ends: 'again' },
        last_name: { value: 'x'.repeat(101), ends: 'again' },
        email: { value: 'zoe@school.example', ends: 'kept' },
      },
      { filled: { email: 'zoe@school.example' }, outcome: people },
    )
  })

  test('of a registration', async () => {
    const webinar = await done('POST', '/webinars', { title: 'Talk' })
    for (const starts_at of ['2027-02-01T18:00:00Z', '2027-02-08T18:00:00Z'])
      await done('POST', '/webinar-sessions', { webinar_id: webinar.id, starts_at })
    const registrations = async () =>
      JSON.stringify([
        (await done('GET', '/webinar-registrations?sort=created_at')).data,
        (await done('GET', '/users?role=student&limit=200')).data,
      ])
    await holds(
      `/webinars/${webinar.id}`,
      {
        session_id: { value: 'wbs_01h455vb4pex5vsknk084sn02q', ends: 'again' },
        first_name: { value: 'x'.repeat(101), ends: 'again' },
        last_name: { value: 'x'.repeat(101), ends: 'again' },
        email: { value: 'zoe@school.example', ends: 'kept' },
      },
      { filled: { email: 'ann@school.example' }, outcome: registrations },
    )
  })
})
