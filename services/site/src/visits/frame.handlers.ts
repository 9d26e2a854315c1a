import { builder } from '../builder.ts'
import { frameOf } from '../rendering/shell.ts'
import { frames } from './frame.contract.ts'
import { schoolOf, withLogo } from './school.ts'

export const frameHandlers = builder.implement(frames, {
  show: async (ctx, stores) => {
    const site = await withLogo(await schoolOf(ctx, stores), ctx, stores)
    const { head, header, footer, styleSources } = frameOf(site)
    return {
      head,
      header,
      footer,
      style_sources: styleSources,
      image_sources: site.logo ? [...site.mediaSources] : [],
    }
  },
})
