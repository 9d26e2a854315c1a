import type { Id } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { randomHex } from '@lms/testing/random'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'
import { registryOf } from '../testing/registry.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService] })
})
afterAll(() => system.stop())

function school(id?: Id<'sch'>) {
  const caller = system.caller(id ? { school: id } : {})
  const { redirects, pages } = system.client('site', siteContract.resources, caller)
  const redirect = (from_path: string, target: string) => redirects.create({ body: { from_path, target } })
  return { redirects, redirect, pages }
}

test('an old address is redirected, found and deleted', async () => {
  const { redirects, redirect } = school()
  const createdRedirect = await redirect('/old', '/new')
  expect(createdRedirect).toMatchObject({ from_path: '/old', target: '/new', permanent: true, version: 1 })
  expect((await redirects.list({ query: { from_path: '/old' } })).data).toEqual([createdRedirect])
  expect((await redirects.list({ query: { target: '/other' } })).data).toEqual([])
  expect(await redirects.delete({ body: { id: createdRedirect.id } })).toEqual({
    id: createdRedirect.id,
    deleted: true,
  })
  expect((await redirects.list()).data).toEqual([])
  await expect(redirects.delete({ body: { id: createdRedirect.id } })).rejects.toMatchObject({
    status: 422,
    reason: 'redirect_unknown',
  })
})

test('an address is kept as browsers send it, and redirected once', async () => {
  const { redirect, redirects } = school()
  const createdRedirect = await redirect('/kurs/../Über-uns', '/a')
  expect(createdRedirect.from_path).toBe('/%C3%9Cber-uns')
  expect((await redirects.list({ query: { from_path: '/Über-uns' } })).data).toEqual([createdRedirect])
  await expect(redirect('/%C3%9Cber-uns', '/b')).rejects.toMatchObject({
    status: 409,
    reason: 'redirect_taken',
  })
  await school().redirect('/%C3%9Cber-uns', '/b')
})

test('no redirect leads to another, in any order of creation', async () => {
  const { redirect } = school()
  const chained = (path: string) => ({ status: 422, reason: 'redirect_chained', details: [{ path }] })
  await redirect('/b', '/c')
  await expect(redirect('/a', '/b')).rejects.toMatchObject(chained('body.target'))
  await expect(redirect('/c', '/d')).rejects.toMatchObject(chained('body.from_path'))
  await expect(redirect('/x', '/x')).rejects.toMatchObject(chained('body.target'))
  for (let round = 0; round < 4; round++) {
    const both = await Promise.allSettled([
      redirect(`/one${round}`, `/two${round}`),
      redirect(`/two${round}`, `/one${round}`),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test.each([
  ['/old', '/old/'],
  ['/old', '/old?from=mail'],
  ['/old', '/old#top'],
  ['/old', '/a/../old'],
  ['/%C3%BCber', '/über'],
])('no redirect from %s leads back to its own address as %s', async (from_path, target) => {
  await expect(school().redirect(from_path, target)).rejects.toMatchObject({
    status: 422,
    reason: 'redirect_chained',
    details: [{ path: 'body.target' }],
  })
})

test('no redirect leads to another by an address with a slash, a query or other spelling', async () => {
  const { redirect } = school()
  const chained = (path: string) => ({ status: 422, reason: 'redirect_chained', details: [{ path }] })
  await redirect('/über', '/c?from=mail')
  await expect(redirect('/a', '/über/')).rejects.toMatchObject(chained('body.target'))
  await expect(redirect('/a', '/über?x#y')).rejects.toMatchObject(chained('body.target'))
  await expect(redirect('/c', '/d')).rejects.toMatchObject(chained('body.from_path'))
  await redirect('/c/', '/d')
})

test('a redirect leads to a page whose address has a slash at its end', async () => {
  const { redirect, pages } = school()
  await pages.create({ body: { path: '/courses/', title: 'Courses' } })
  await redirect('/courses', '/courses/')
})

test('no redirect leads to itself by a domain of the school', async () => {
  const host = `${randomHex(12)}.example`
  const { id } = await registryOf(system).create({ body: { name: 'School', domains: [host] } })
  const { redirect } = school(id)
  await expect(redirect('/old', `https://${host}/old`)).rejects.toMatchObject({ reason: 'redirect_chained' })
  await redirect('/old', `https://${host}/new`)
  await expect(redirect('/new', '/newer')).rejects.toMatchObject({ reason: 'redirect_chained' })
  await redirect('/other', 'https://elsewhere.example/other')
})

test.each([
  '/docs',
  '/Docs',
  '/docs/old',
  '/api',
  '/api/v1/users',
  '/forms/old',
  '/console',
  '/certificates/2024-17',
  '/.well-known/apple-app-site-association',
  '/hooks/payments/old',
  '/robots.txt',
])('no visitor would be led from %s, where the system itself answers', async from_path => {
  await expect(school().redirect(from_path, '/new')).rejects.toMatchObject({
    status: 422,
    reason: 'redirect_reserved',
  })
})

test.each([
  ['/old?a=1', '/new'],
  ['old', '/new'],
  ['/old course', '/new'],
  [`/${'ä'.repeat(100)}`, '/new'],
  ['//evil.example', '/new'],
  ['/old#here', '/new'],
  ['/old', '//evil.example'],
  ['/old', '/\\evil.example'],
  ['/old', 'http://plain.example'],
  ['/old', 'javascript:alert(1)'],
  ['/old', 'https://'],
  ['/old', '/new\r\nset-cookie: a=b'],
])('%s to %s is not a redirect', async (from_path, target) => {
  await expect(school().redirect(from_path, target)).rejects.toMatchObject({ status: 400 })
})
