import { newId, Refused } from '@lms/contract'
import { mapPage } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { bound, paymentProviders, refusals } from './provider.contract.ts'
import { secretsOf, visibleProvider, withoutAbsent } from './provider.rules.ts'
import { restoreProviders } from './restore-providers.ts'
import { newSecret, openedSecrets, sealedColumns, sealedPayments } from './sealed-secrets.ts'
import { stripeSetting } from './stripe/stripe-client.ts'

const providerHandlers = builder.implement(paymentProviders, {
  list: async ({ query }, { providers }) => {
    const page = await providers.page(query)
    const health = await providers.healthOf(page.rows.map(({ id }) => id))
    return mapPage(page, row => visibleProvider(row, health))
  },

  get: async ({ path: { id } }, { providers }) => {
    // Requested together, they share a round trip.
    const [row, health] = await Promise.all([providers.get(id), providers.healthOf([id])])
    return visibleProvider(row, health)
  },

  create: async ({ body: { secrets: sentSecrets, ...body }, work, runtime }, { providers }) => {
    const secrets = secretsOf(body.kind, { present: {}, sent: sentSecrets }, newSecret)
    await providers.refuseBeyond(bound)
    const id = newId('pvd')
    const sealed = sealedColumns(body.kind, secrets, { school: work.school, id, vault: runtime.vault })
    return visibleProvider(providers.insert({ ...providers.fresh(id), ...body, ...sealed }))
  },

  update: async ({ path: { id }, body: { secrets: sentSecrets, ...body }, work, runtime }, { providers }) => {
    const [row, health] = await Promise.all([providers.lock(id), providers.healthOf([id])])
    const changes = withoutAbsent(body)
    if (!sentSecrets) return visibleProvider(providers.save(row, changes), health)
    const present = openedSecrets(row, runtime.vault)
    const secrets = secretsOf(row.kind, { present, sent: sentSecrets }, newSecret)
    const sealed = sealedColumns(row.kind, secrets, { school: work.school, id, vault: runtime.vault })
    return visibleProvider(providers.save(row, { ...changes, ...sealed }), health)
  },

  delete: async ({ path }, { providers }) => {
    const row = await providers.lock(path.id)
    if (await providers.isUsed(row.id)) throw new Refused(refusals.provider_used)
    providers.remove(row)
    return { id: row.id, deleted: true as const }
  },
})

export const providerResource = builder.resource({
  handlers: [providerHandlers],
  sealed: sealedPayments,
  used: { payment_providers_limit_reached: ({ providers }, most) => providers.standing(most) },
  restored: restoreProviders,
  settings: [stripeSetting],
})
