import { jest } from '@jest/globals'
import { resealRows, Vault } from '@lms/service-host'
import { eventually, randomBytes } from '@lms/testing'
import { isSigned } from '../testing/receiver.ts'
import { webhooksWorld } from '../testing/world.ts'
import { sealedSubscriptions } from './sealed-secrets.ts'

describe('encrypted secrets of subscriptions', () => {
  const world = webhooksWorld()
  const runtime = () => world.system.services.webhooks!.runtime
  const subscribe = async () => {
    const { made: webhook, ...subscribed } = await world.subscribe()
    return { ...subscribed, id: webhook.id, secret: webhook.secret }
  }
  const readSecrets = async (id: string) =>
    (await world.facts.rows('select secret, next_secret from webhooks.subscriptions where id = $1', [id]))[0]
  const keep = (id: string, secret: string, next: string | null = null) =>
    world.facts.rows(
      `update webhooks.subscriptions set secret = $2, next_secret = $3,
         rotation_ends_at = case when $3::text is null then null else now() + interval '1 day' end where id = $1`,
      [id, secret, next],
    )

  test('are encrypted again, for their row, by the present key; undecryptable ones are reported and left', async () => {
    const log = jest.spyOn(runtime().log, 'error')
    const [old, rotated, lost, fresh] = [
      await subscribe(),
      await subscribe(),
      await subscribe(),
      await subscribe(),
    ]
    const { vault } = runtime()
    await keep(old.id, vault.seal(old.secret))
    await keep(rotated.id, (await readSecrets(rotated.id)).secret, vault.seal('the new secret of it'))
    const another = new Vault(`gone:${randomBytes(32).toString('base64')}`).seal('never to be read')
    await keep(lost.id, another)
    const before = await readSecrets(fresh.id)
    await resealRows(runtime(), sealedSubscriptions)
    for (const { id } of [old, rotated]) {
      const { secret, next_secret } = await readSecrets(id)
      for (const text of [secret, next_secret].filter(text => text !== null)) {
        expect(text.startsWith(vault.present.begins)).toBe(true)
        expect(text.endsWith(vault.present.ends)).toBe(true)
      }
    }
    expect(await readSecrets(fresh.id)).toEqual(before)
    expect((await readSecrets(lost.id)).secret).toBe(another)
    expect(log.mock.calls.map(([about]) => (about as { id?: string }).id)).toContain(lost.id)
    const [emitted] = await old.emit({})
    const arrived = await eventually('the delivery', () =>
      world.receiver.received.find(({ envelope }) => envelope.id === emitted!.id),
    )
    expect(isSigned(arrived, old.secret)).toBe(true)
    log.mockRestore()
  })

  test('that are changed while they are encrypted again stay as they were changed', async () => {
    const { id, secret } = await subscribe()
    const { vault, system } = runtime()
    await keep(id, vault.seal(secret))
    const changed = vault.seal('the changed one')
    const run = system.run.bind(system)
    const writing = jest.spyOn(system, 'run').mockImplementation(async steps => {
      const isIts = steps.some(
        ({ statement, values }) =>
          statement.text.startsWith('update webhooks.subscriptions') && values[1] === id,
      )
      if (isIts) await keep(id, changed)
      return run(steps)
    })
    await resealRows(runtime(), sealedSubscriptions)
    writing.mockRestore()
    expect((await readSecrets(id)).secret).toBe(changed)
  })

  test('of another row are not decrypted: neither sent with nor tested with', async () => {
    const [one, other] = [await subscribe(), await subscribe()]
    await keep(other.id, (await readSecrets(one.id)).secret)
    const tested = other.webhooks.test({ path: other.path, body: {} })
    await expect(tested).rejects.toMatchObject({ code: 'conflict', reason: 'secret_unreadable' })
    const alarms = jest.spyOn(runtime().log, 'error')
    await other.emit({})
    const reportedOf = () => alarms.mock.calls.map(([about]) => (about as { webhook?: string }).webhook)
    await eventually('the alarm', () => reportedOf().includes(other.id))
    const [emitted] = await one.emit({})
    await eventually('the delivery of the other', () => world.receiver.received.length > 0)
    expect(world.receiver.received.map(({ envelope }) => envelope.id)).toEqual([emitted!.id])
    alarms.mockRestore()
  })
})
