// The rows that a page of people reads, in a large school beside others: never more than necessary.
import { type Caller, newId } from '@lms/contract'
import {
  asOwner,
  connectAs,
  listSteps,
  type Plan,
  planNodes,
  planOf,
  rowsRead,
  startSystem,
  type TestSystem,
} from '@lms/testing'
import type pg from 'pg'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

const people = 25_000
const otherSchools = 10
/** A page has 50; further rows are due to deleted people, rare values and a recheck of trigrams. */
const maxRows = 600

describe('pages of people at size', () => {
  let system: TestSystem
  let caller: Caller
  let client: pg.Client
  let tag: string
  const api = () => system.client('users', usersContract.resources, caller)

  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
    caller = system.caller()
    await api().customFields.create({ body: { name: 'city', type: 'text' } })
    tag = (await api().tags.create({ body: { name: 'VIP' } })).id
    await fill()
    client = await connectAs(system, 'users')
  }, 120_000)
  afterAll(async () => {
    await client?.end()
    await system.stop()
  })
  const owner = (text: string, values: unknown[] = []) =>
    asOwner(system.ownerUrl, one => one.query(text, values))

  async function fill() {
    // Letters that no searched text or beginning of a name has: a digest's own digits sometimes contain a phone.
    const email = `translate(md5(s || n), '0123456789abcdef', 'abcdehijkmnpqstu') || '@x.org'`
    const insert = (many: number) => `
      insert into users.users (school_id, id, email, email_key, phone, first_name, last_name, search_text, role, locale,
        time_zone, status, custom_fields, version, created_at, updated_at)
      select s, 'usr_' || lpad(n::text, 26, '0'), ${email}, ${email}, '+49' || 1000000 + n,
        'F' || n % 500, 'L' || n, ' f' || n % 500 || ' l' || n || ' ' || ${email} || ' x.org org 49' || 1000000 + n || ' ' || 1000000 + n,
        case when n % 1000 = 0 then 'curator' else 'student' end, 'en', 'UTC',
        case when n % 2000 = 7 then 'blocked' else 'active' end, '{}', 1, now() - n * interval '1 minute', now()
      from unnest($1::text[]) s, generate_series(1, ${many}) n`
    await owner(insert(people), [[caller.school]])
    await owner(insert(people / otherSchools), [Array.from({ length: otherSchools }, () => newId('sch'))])
    const rare = `from users.users where school_id = $1 and last_name like '%777'`
    await owner(`insert into users.user_tags select school_id, $2, id, now() ${rare}`, [caller.school, tag])
    await owner(
      `insert into users.custom_field_values select u.school_id, f.id, 'Bonn', u.id from users.users u
       join users.custom_fields f using (school_id) where school_id = $1 and last_name like '%777'`,
      [caller.school],
    )
    await owner('vacuum analyze users.users')
    await owner('analyze users.user_tags')
    await owner('analyze users.custom_field_values')
  }

  const explain = (statement: { text: string; values: readonly (string | null)[] }) =>
    planOf(client, statement, { mode: 'force_custom_plan', school: caller.school })

  test.each<[string, () => Record<string, string>]>([
    ['the newest', () => ({})],
    ['by name', () => ({ sort: 'last_name' })],
    ['a rare role', () => ({ role: 'curator' })],
    ['a rare state', () => ({ status: 'blocked' })],
    ['a phone', () => ({ phone: '+491000777' })],
    ['a tag', () => ({ tag_id: tag })],
    ['a custom field', () => ({ 'custom_fields.city': 'Bonn' })],
    ['a search for one', () => ({ q: 'l19777' })],
    ['a search for some', () => ({ q: 'f77', sort: 'last_name' })],
  ])('%s', async (_, query) => {
    const steps = await listSteps(system, 'users', async () => {
      const { data } = await api().users.list({ query: query() })
      expect(data.length).toBeGreaterThan(0)
    })
    expect(steps).toHaveLength(1)
    const { statement, values } = steps[0]!
    expect(rowsRead(await explain({ text: statement.text, values }))).toBeLessThan(maxRows)
  })

  /** The plans of the search function, from auto_explain, and its results. */
  async function searched(words: string[], insides: string[]) {
    return asOwner(system.ownerUrl, async superuser => {
      const plans: Plan[] = []
      await superuser.query(`load 'auto_explain'`)
      for (const setting of ['log_analyze = on', 'log_nested_statements = on', 'log_min_duration = 0'])
        await superuser.query(`set auto_explain.${setting}`)
      await superuser.query(`select set_config('app.school_id', $1, false)`, [caller.school])
      await superuser.query('set auto_explain.log_format = json')
      superuser.on('notice', ({ message }) => {
        const { Plan: plan } = JSON.parse(message!.slice(message!.indexOf('plan:\n') + 'plan:\n'.length))
        plans.push(plan)
      })
      await superuser.query('set auto_explain.log_level = notice')
      const { rows } = await superuser.query('select * from users.search_people($1, $2, false, 2000)', [
        words,
        insides,
      ])
      // Plans that were not executed, only estimated, have no rows.
      return { found: rows[0], plans: plans.filter(plan => plan['Actual Rows'] !== undefined) }
    })
  }
  const indexesOf = (plan: Plan) => planNodes(plan).flatMap(node => node['Index Name'] ?? [])

  test.each([
    ['a word', ['l19777'], [], 'words', 1],
    ['a phone', ['1010777'], [], 'words', 1],
    ['two words', ['f27', 'l777'], [], 'words', 11],
    ['a rare word beside one that all have', ['f', 'l1977'], [], 'words', 11],
    ['a text inside', ['010777'], ['010777'], 'insides', 1],
    ['two texts inside', ['010777', 'rg'], ['010777', '.org'], 'insides', 1],
    ['nobody', ['nobody'], ['nobody'], 'insides', 0],
  ])('the search finds %s by the right index', async (_, words, insides, tier, count) => {
    const { plans, found: searchResult } = await searched(words, insides)
    expect(searchResult).toMatchObject({ tier, ids: { length: count } })
    const indexes = new Set(plans.flatMap(indexesOf))
    expect(indexes).toContain('users_search_words')
    expect(indexes.has('users_search')).toBe(tier === 'insides')
    expect(plans.map(rowsRead).reduce((sum, rows) => sum + rows, 0)).toBeLessThan(maxRows)
  })

  test('a word of all people is not gathered by the index', async () => {
    const { plans, found: searchResult } = await searched(['f'], [])
    expect(searchResult).toEqual({ tier: 'words', ids: null })
    expect(plans.flatMap(indexesOf)).toEqual([])
  })

  test('a walk through the whole school would be noticed', async () => {
    const text = `select id from users.users where school_id = $1 and locale = 'de'`
    expect(rowsRead(await explain({ text, values: [caller.school] }))).toBeGreaterThanOrEqual(people)
  })
})
