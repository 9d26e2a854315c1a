import { missing, type Work } from '@lms/service-host'
import { messengerDirectory } from '@lms/users/contract'
import { addressHashes } from '../addresses/address.ts'
import { messageOfReturn } from '../addresses/return-path.ts'
import { builder, type Stores } from '../builder.ts'
import { unsubscribe } from '../dispatch/unsubscribe.ts'
import { maxReceived, messageReceived, type ReceivedMessage } from '../messages/received-event.ts'
import { crmSecrets } from '../settings/secrets.ts'
import { type ProviderEvents, readCallback, readUpdate } from './callback.ts'
import { connectBotTask } from './connect.run.ts'
import { inbound } from './inbound.contract.ts'
import { readMailInThread } from './read-mail.ts'
import { type Reported, report } from './report.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now' | 'emit'>
const acceptance = { taken: true as const }

const inboundHandlers = builder.implement(inbound, {
  mail: async ({ body: { token, mail }, ...ctx }, stores) => {
    const id = messageOfReturn(token, ctx.work.school, ctx.runtime.vault)
    const row = id ? await stores.messages.find(id) : null
    if (!row) return missing()
    const read = await readMailInThread(Buffer.from(mail, 'base64'), ctx.work.school)
    if (read.kind === 'none') return acceptance
    if (read.kind === 'unsubscribe') {
      await unsubscribe(row.id, 'topic', ctx, stores)
      return acceptance
    }
    if (read.kind !== 'reply') {
      await report([{ id: row.id, ...read }], ctx, stores)
      return acceptance
    }
    const { from, subject, text, key } = read
    const reply = { user_id: row.user_id, transport: row.transport, from, subject, text, message_id: row.id }
    await receive([{ key: `mail ${key}`, ...reply }], ctx, stores)
    return acceptance
  },

  callback: async ({ body: { transport, headers, body }, ...ctx }, stores) => {
    const { work, runtime, now } = ctx
    const request = { headers, body: Buffer.from(body, 'base64') }
    if (transport === 'telegram') {
      const update = readUpdate(request, { school: work.school, vault: runtime.vault })
      if (!update) return acceptance
      const { key, from, text } = update
      const scope = { school: work.school, requestId: work.origin.requestId }
      const { user_id } = await runtime
        .client('users', { messengerDirectory }, scope)
        .messengerDirectory.person({ body: { subject: from } })
      await receive(
        [{ key: `telegram ${key}`, user_id, transport, from, subject: '', text, message_id: null }],
        ctx,
        stores,
      )
      return acceptance
    }
    const vaultScope = { school: work.school, vault: runtime.vault }
    const secret = crmSecrets.open(await crmSecrets.read(work), `${transport}.secret`, vaultScope)
    const providerEvents = readCallback(request, { secret, now })
    await report(providerEvents.flatMap(reportedBy), ctx, stores)
    const written = providerEvents.filter(each => each.type === 'received')
    const last = await Promise.all(
      written.map(({ from }) => stores.messages.lastTo(addressHashes(from, transport, vaultScope))),
    )
    await receive(
      written.map(({ id, from, text }, index) => ({
        key: `${transport} ${id}`,
        user_id: last[index]?.user_id ?? null,
        ...{ transport, from, subject: '', text },
        message_id: last[index]?.id ?? null,
      })),
      ctx,
      stores,
    )
    return acceptance
  },
})

function reportedBy(event: ProviderEvents): Reported[] {
  switch (event.type) {
    case 'delivered':
      return [{ id: event.id, kind: 'delivered', answer: '' }]
    case 'bounced':
      return [{ id: event.id, kind: event.permanent ? 'hard' : 'soft', answer: event.message }]
    case 'complained':
      return [{ id: event.id, kind: 'complaint', answer: event.message }]
    default:
      return []
  }
}

type Received = Omit<ReceivedMessage, 'received_at'> & { key: string }

/** Tells what people wrote, each once. */
async function receive(written: readonly Received[], { emit, now }: At, { actions }: Stores): Promise<void> {
  const fresh = new Map(written.map(({ key, ...each }) => [`inbound ${key}`.slice(0, 200), each]))
  const knownResults = await actions.take([...fresh.keys()])
  for (const key of knownResults.keys()) fresh.delete(key)
  actions.keep([...fresh.keys()].map(key => ({ key, outcome: 'done', reason: null, id: null, events: [] })))
  for (const each of fresh.values())
    emit(messageReceived, { ...each, text: each.text.slice(0, maxReceived), received_at: now })
}

export const inboundResource = builder.resource({
  handlers: [inboundHandlers],
  tasks: [connectBotTask],
})
