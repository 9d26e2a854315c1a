// What a page names stays as long as the page has it, and a page begins to name only what is there.
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import type { Id } from '@lms/contract'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, commerceService] })
  gateway = await startTestGateway(system)
}, 300_000)
beforeEach(async () => {
  school = await newSchool(gateway)
})
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const site = () => gateway.client(siteContract.resources, school)
const sales = () => gateway.client(commerceContract.resources, school)

/** A picture, sent to the links of its upload. */
async function picture(): Promise<Id<'fil'>> {
  const { files } = site()
  const body = { name: 'lake.png', content_type: 'image/png', size: pixel.length }
  const { id, upload } = await files.start({ body })
  for (const { url, headers } of upload.parts) {
    const { pathname } = new URL(url)
    const sent = await gateway.call('PUT', pathname, { host: school.host, headers, body: pixel })
    expect(sent.status).toBe(204)
  }
  expect(await files.complete({ path: { id } })).toMatchObject({ status: 'ready' })
  return id
}

type Blocks = Parameters<ReturnType<typeof site>['pageContents']['save']>[0]['body']['blocks']
let pages = 0
async function page() {
  const { pages: api, pageContents, pageVersions } = site()
  const { id } = await api.create({ body: { path: `/page-${++pages}`, title: 'Page' } })
  const path = { id }
  return {
    id,
    path,
    save: (...blocks: Blocks) => pageContents.save({ path, body: { blocks } }),
    draft: () => pageContents.get({ path }),
    publish: () => api.publish({ path, body: { action: 'publish' } }),
    withdraw: () => api.publish({ path, body: { action: 'withdraw' } }),
    versions: async () => (await pageVersions.list({ path })).data,
    restore: (version_id: Id<'pgv'>) => pageVersions.restore({ path, body: { version_id } }),
  }
}
const words = { type: 'text', html: '<p>Words</p>' } as const

test('a picture is not deleted while the draft of a page or what visitors see has it', async () => {
  const file_id = await picture()
  const { id, save, publish, withdraw } = await page()
  const remove = () => site().files.delete({ path: { id: file_id } })
  const used = {
    status: 409,
    reason: 'file_in_use',
    details: [{ path: 'id', message: `${id} uses this file` }],
  }
  await save({ type: 'image', file_id })
  await expect(remove()).rejects.toMatchObject(used)
  await publish()
  await save(words)
  await expect(remove()).rejects.toMatchObject(used)
  await withdraw()
  expect(await remove()).toEqual({ id: file_id, deleted: true })
})

test('a picture is not deleted while a page shows it to those who share its address, or an offer has it', async () => {
  const file_id = await picture()
  const { id, path } = await page()
  const offer = await sales().offers.create({
    body: { name: 'Course', amount: 4900, currency: 'EUR', image_file_id: file_id },
  })
  const remove = () => site().files.delete({ path: { id: file_id } })
  await expect(remove()).rejects.toMatchObject({ status: 409, reason: 'still_named' })
  await site().pages.update({ path, body: { image_file_id: file_id } })
  await sales().offers.update({ path: { id: offer.id }, body: { image_file_id: null } })
  await expect(remove()).rejects.toMatchObject({
    status: 409,
    details: [{ message: `${id} uses this file` }],
  })
  await site().pages.update({ path, body: { image_file_id: null } })
  expect(await remove()).toEqual({ id: file_id, deleted: true })
})

test('a version whose offer is gone is not restored', async () => {
  const offer = () => sales().offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const [removed, remaining] = [await offer(), await offer()]
  const { save, draft, publish, versions, restore } = await page()
  for (const offer_id of [removed.id, remaining.id]) {
    await save(words, { type: 'offer', offer_id })
    await publish()
  }
  await save(words)
  await sales().offers.delete({ path: { id: removed.id } })
  const [second, first] = await versions()
  const missing = { path: 'body.blocks.1.offer_id', message: `this school has no offer ${removed.id}` }
  await expect(restore(first!.id)).rejects.toMatchObject({
    status: 422,
    reason: 'unknown_reference',
    details: [missing],
  })
  expect((await draft()).draft.blocks).toMatchObject([words])
  expect((await restore(second!.id)).draft.blocks).toMatchObject([words, { offer_id: remaining.id }])
})
