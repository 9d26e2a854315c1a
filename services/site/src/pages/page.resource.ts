import { builder } from '../builder.ts'
import { pageContentHandlers, pageVersionHandlers } from './content.handlers.ts'
import { PageUseEntity } from './page.entity.ts'
import { pageHandlers } from './page.handlers.ts'
import { publishPageTask } from './publishing.task.ts'

export const pageResource = builder.resource({
  handlers: [pageHandlers, pageContentHandlers, pageVersionHandlers],
  entities: [PageUseEntity],
  tasks: [publishPageTask],
  used: { pages_limit_reached: ({ pages }, most) => pages.standing(most) },
  naming: {
    crs: (id, { pages }) => pages.naming(id),
    off: (id, { pages }) => pages.naming(id),
    prc: (id, { pages }) => pages.naming(id),
  },
})
