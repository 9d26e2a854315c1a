import { builder } from '../builder.ts'
import { domainHandlers } from './domain.handlers.ts'
import { domainTargetSetting } from './domain-settings.ts'

export const domainResource = builder.resource({
  handlers: [domainHandlers],
  settings: [domainTargetSetting],
  used: { domains_limit_reached: ({ domains }, most) => domains.standing(most) },
})
