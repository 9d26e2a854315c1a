import { jest } from '@jest/globals'
import { Vault } from '@lms/service-host'
import { eventually, randomBytes, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import {
  isSigned,
  type Receiver,
  startReceiver,
  startWebhooks,
  tell,
  webhooksOf,
} from '../testing/receiver.ts'
import { resealSecrets } from './sealed.ts'

describe('secrets of subscriptions at rest', () => {
  let system: TestSystem
  let facts: Facts
  let receiver: Receiver
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
  })
  const runtime = () => system.services.webhooks!.runtime
  const subscribe = async () => {
    const caller = system.caller()
    const made = await webhooksOf(system, caller).webhooks.create({
      body: { url: receiver.url, events: ['*'] },
    })
    return { caller, ...made }
  }
  const kept = async (id: string) =>
    (await facts.rows('select secret, next_secret from webhooks.subscriptions where id = $1', [id]))[0]
  const keep = (id: string, secret: string, next: string | null = null) =>
    facts.rows(
      `update webhooks.subscriptions set secret = $2, next_secret = $3,
         rotation_ends_at = case when $3::text is null then null else now() + interval '1 day' end where id = $1`,
      [id, secret, next],
    )

  test('are sealed anew, to their row, by the present key; what cannot be opened is told and left', async () => {
    const log = jest.spyOn(runtime().log, 'error')
    const [old, rotated, lost, fresh] = [
      await subscribe(),
      await subscribe(),
      await subscribe(),
      await subscribe(),
    ]
    const { vault } = runtime()
    await keep(old.id, vault.seal(old.secret))
    await keep(rotated.id, (await kept(rotated.id)).secret, vault.seal('the new secret of it'))
    const another = new Vault(`gone:${randomBytes(32).toString('base64')}`).seal('never to be read')
    await keep(lost.id, another)
    const before = await kept(fresh.id)
    await resealSecrets(runtime())
    for (const { id } of [old, rotated]) {
      const { secret, next_secret } = await kept(id)
      for (const text of [secret, next_secret].filter(text => text !== null)) {
        expect(text.startsWith(vault.present.begins)).toBe(true)
        expect(text.endsWith(vault.present.ends)).toBe(true)
      }
    }
    expect(await kept(fresh.id)).toEqual(before)
    expect((await kept(lost.id)).secret).toBe(another)
    expect(log.mock.calls.map(([about]) => (about as { webhook?: string }).webhook)).toContain(lost.id)
    const [told] = await tell(system, old.caller.school, [{}])
    const arrived = await eventually('the delivery', () =>
      receiver.received.find(({ envelope }) => envelope.id === told!.id),
    )
    expect(isSigned(arrived, old.secret)).toBe(true)
    log.mockRestore()
  })

  test('of another row are not opened: neither sent with nor tested with', async () => {
    const [one, other] = [await subscribe(), await subscribe()]
    await keep(other.id, (await kept(one.id)).secret)
    const tested = webhooksOf(system, other.caller).webhooks.test({ path: { id: other.id }, body: {} })
    await expect(tested).rejects.toMatchObject({ code: 'conflict', reason: 'secret_unreadable' })
    const [told] = await tell(system, other.caller.school, [{}])
    await tell(system, one.caller.school, [{}])
    await eventually('the other one', () => receiver.received.length > 0)
    expect(receiver.received.filter(({ envelope }) => envelope.id === told!.id)).toEqual([])
  })
})
