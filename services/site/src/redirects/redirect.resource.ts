import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { redirects, refusals } from './redirect.contract.ts'
import { refuseChain } from './redirect-chains.ts'
import { isReserved } from './reserved-paths.ts'

const { list, create } = redirects

const redirectHandlers = builder.implement(redirects, {
  ...crudHandlers({ list, create }, ({ redirects }: Stores) => redirects, {
    // Nobody else adds one meanwhile: their number is bounded. A page takes a path under the same lock.
    check: async (redirect, { stores }) => {
      if (isReserved(redirect.from_path)) throw new Refused(refusals.redirect_reserved)
      const [isPage] = await Promise.all([
        stores.pages.isAt(redirect.from_path),
        refuseChain(redirect, stores),
      ])
      if (isPage) throw new Refused(refusals.redirect_page)
    },
  }),

  delete: async ({ body: { id } }, { redirects }) => {
    const [redirect] = await redirects.many([id])
    if (!redirect) throw new Refused(refusals.redirect_unknown)
    redirects.remove(redirect)
    return { id, deleted: true as const }
  },
})

export const redirectResource = builder.resource({
  handlers: [redirectHandlers],
})
