// Each service declares and counts its own limits, and is asked for them.
import { pageOfItems } from '@lms/service-host'
import { builder } from '../builder.ts'
import { askEvery } from '../every-service.ts'
import { type Limit, limits } from './limit.contract.ts'

const limitHandlers = builder.implement(limits, {
  list: async ({ query, work, runtime }) => {
    const answers = await askEvery({ work, runtime }, ({ host }) => host.limits())
    for (const { service, answer } of answers)
      if (answer === null) query.warnings.push(`${service} is unavailable; its limits are missing`)
    const allLimits = answers.flatMap(({ service, answer }) =>
      (answer?.limits ?? []).map(
        ({ name, ...state }): Limit => ({ id: `${service}.${name}`, service, ...state }),
      ),
    )
    return pageOfItems(allLimits, query)
  },
})

export const limitResource = builder.resource({
  handlers: [limitHandlers],
})
