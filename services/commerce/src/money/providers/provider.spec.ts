import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { resealRows, Vault } from '@lms/service-host'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { randomBytes } from '@lms/testing/random'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'
import { openedSecrets, sealedPayments } from './sealed-secrets.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [commerceService] })
})
afterAll(() => system.stop())

const keys = { api_key: 'sk_test_0123456789abcdef', webhook_secret: 'whsec_0123456789abcdef' }

function school() {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller).paymentProviders
  type New = Parameters<typeof api.create>[0]['body']
  const create = (body: Partial<New> = {}) => api.create({ body: { kind: 'test', name: 'Cards', ...body } })
  const change = (id: string, body: Parameters<typeof api.update>[0]['body']) =>
    api.update({ path: { id }, body })
  return { caller, api, create, change }
}
const runtime = () => system.services.commerce!.runtime
const rows = (text: string, values: unknown[] = []) =>
  asOwner(system.ownerUrl, async client => (await client.query(text, values)).rows)
const stored = async (id: string) =>
  (await rows('select id, school_id, sealed from commerce.payment_providers where id = $1', [id]))[0]
const secretsOf = async (id: string) => openedSecrets(await stored(id), runtime().vault)

test('a connection shows which secrets it has, and never their values', async () => {
  const { api, caller, create } = school()
  const sent = { kind: 'stripe' as const, name: 'Cards', currencies: ['EUR', 'EUR'], secrets: keys }
  const createdProvider = await create(sent)
  expect(createdProvider).toMatchObject({
    kind: 'stripe',
    mode: 'test',
    active: true,
    position: 1,
    currencies: ['EUR'],
    secret_names: ['api_key', 'webhook_secret'],
    callback_path: `/hooks/payments/${createdProvider.id}`,
    health: { status: 'unused', last_payment_at: null, last_failure: null },
  })
  const path = `/v1/payment-providers/${createdProvider.id}`
  const answers = [
    await system.request('commerce', { method: 'GET', path, caller }),
    await system.request('commerce', { method: 'GET', path: '/v1/payment-providers', caller }),
    await system.request('commerce', { method: 'PATCH', path, caller, body: { secrets: keys } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const secret of [keys.api_key, keys.webhook_secret]) {
    expect(JSON.stringify([createdProvider, answers])).not.toContain(secret)
    const dump = await rows('select t::text as row from commerce.payment_providers t')
    expect(JSON.stringify(dump)).not.toContain(secret)
  }
  expect(await secretsOf(createdProvider.id)).toEqual(keys)
  expect((await api.list({ query: { kind: 'stripe', mode: 'live' } })).data).toEqual([])
})

test('a change replaces the secrets that it has, and the mode follows the key', async () => {
  const { create, change } = school()
  const { id } = await create({ kind: 'stripe', secrets: keys })
  const live = 'rk_live_0123456789abcdef'
  expect(await change(id, { secrets: { api_key: live }, name: 'Live' })).toMatchObject({
    name: 'Live',
    mode: 'live',
    version: 2,
  })
  expect(await secretsOf(id)).toEqual({ ...keys, api_key: live })
  expect(await change(id, { active: false })).toMatchObject({ active: false, mode: 'live' })
  expect(await secretsOf(id)).toEqual({ ...keys, api_key: live })
})

test('secrets match the kind; a test connection makes its own', async () => {
  const { create, change } = school()
  const unfit = (path: string) => ({ status: 422, reason: 'provider_secrets_invalid', details: [{ path }] })
  for (const [body, path] of [
    [{ kind: 'stripe', secrets: { api_key: keys.api_key } }, 'body.secrets.webhook_secret'],
    [{ kind: 'stripe', secrets: { ...keys, api_key: 'pk_test_0123456789' } }, 'body.secrets.api_key'],
    [{ kind: 'stripe', secrets: { ...keys, webhook_secret: 'secret' } }, 'body.secrets.webhook_secret'],
    [{ kind: 'manual', secrets: { api_key: keys.api_key } }, 'body.secrets.api_key'],
    [{ kind: 'test', secrets: { webhook_secret: 'short' } }, 'body.secrets.webhook_secret'],
  ] as const)
    await expect(create(body)).rejects.toMatchObject(unfit(path))
  const createdProvider = await create()
  expect(createdProvider.secret_names).toEqual(['webhook_secret'])
  expect((await secretsOf(createdProvider.id)).webhook_secret).toMatch(/^\S{32}$/)
  await expect(change(createdProvider.id, { secrets: { api_key: 'x' } })).rejects.toMatchObject(
    unfit('body.secrets.api_key'),
  )
  const manual = await create({ kind: 'manual', instructions: 'To the account DE00.' })
  expect(manual).toMatchObject({ mode: 'live', secret_names: [], callback_path: null })
  await expect(change(manual.id, { kind: 'test' } as never)).rejects.toMatchObject({ status: 400 })
})

test('secrets are encrypted again for their row by the present key; those of another row are not decrypted', async () => {
  const { create } = school()
  const log = jest.spyOn(runtime().log, 'error')
  const [old, lost, swapped] = [await create(), await create(), await create()]
  const before = await secretsOf(old.id)
  const { vault } = runtime()
  const put = (id: string, sealed: string) =>
    rows('update commerce.payment_providers set sealed = $2 where id = $1', [id, sealed])
  await put(old.id, vault.seal(JSON.stringify(before)))
  const never = new Vault(`gone:${randomBytes(32).toString('base64')}`).seal('{}')
  await put(lost.id, never)
  await put(swapped.id, (await stored((await create()).id)).sealed)
  for (const sealed of sealedPayments) await resealRows(runtime(), sealed)
  const { sealed } = await stored(old.id)
  expect(sealed.startsWith(vault.present.begins) && sealed.endsWith(vault.present.ends)).toBe(true)
  expect(await secretsOf(old.id)).toEqual(before)
  expect((await stored(lost.id)).sealed).toBe(never)
  expect(log.mock.calls.map(([about]) => (about as { id?: string }).id)).toContain(lost.id)
  await expect(secretsOf(swapped.id)).rejects.toThrow()
  log.mockRestore()
})

test('a connection that was used is not deleted; its health is that of its last payment', async () => {
  const { api, caller, create } = school()
  const { id } = await create()
  const other = await create()
  const pay = (status: string, failure: object | null, paid_at: string | null = null) =>
    rows(
      `insert into commerce.payments (school_id, id, order_id, user_id, provider_id, status, method, amount, currency,
         refunded_amount, failure, comment, test, version, created_at, updated_at, paid_at)
       values ($1, $2, $3, $4, $5, $6, 'card', 100, 'EUR', 0, $7, '', false, 1, now(), '2026-11-21T09:30:00Z', $8)`,
      [caller.school, newId('pay'), newId('ord'), newId('usr'), id, status, failure, paid_at],
    )
  const health = async () => (await api.get({ path: { id } })).health
  const last_payment_at = '2026-11-21T09:30:00.000+00:00'
  await pay('pending', null)
  expect(await health()).toMatchObject({ status: 'unused' })
  await pay('failed', { class: 'declined', message: 'No.' })
  expect(await health()).toEqual({ status: 'ok', last_payment_at, last_failure: null })
  await pay('failed', { class: 'unavailable', message: 'The key is refused.' })
  await pay('pending', null)
  const failing = { status: 'failing', last_payment_at, last_failure: 'The key is refused.' }
  expect(await health()).toEqual(failing)
  expect((await api.list({})).data.find(one => one.id === id)!.health).toEqual(failing)
  // It was refunded since, or passed to another person.
  await pay('succeeded', null, '2026-11-20T09:30:00Z')
  expect(await health()).toMatchObject({
    status: 'ok',
    last_payment_at: '2026-11-20T09:30:00.000+00:00',
  })
  await expect(api.delete({ path: { id } })).rejects.toMatchObject({ status: 409, reason: 'provider_used' })
  expect(await api.delete({ path: { id: other.id } })).toEqual({ id: other.id, deleted: true })
})
