import { missing } from '@lms/service-host'
import { builder } from '../builder.ts'
import { readyFiles } from '../files/ready-files.ts'
import { imageOf, pictureOf } from '../rendering/pictures.ts'
import { blockMailHandlers } from './block-mail.handlers.ts'
import { formVisitHandlers } from './form-visit.handlers.ts'
import { frameHandlers } from './frame.handlers.ts'
import { mailLookHandlers } from './mail-look.handlers.ts'
import { pictures } from './picture.contract.ts'
import { mediaOf, mediaSources } from './school.ts'
import { visitingHandlers } from './visit.handlers.ts'

const pictureHandlers = builder.implement(pictures, {
  show: async ({ body: { file_id }, ...ctx }, stores) => {
    const image = imageOf((await readyFiles([file_id], stores)).get(file_id)) ?? missing()
    const { src, width, height } = pictureOf(image, { media: mediaOf(ctx) })
    return { src, width, height, alt: image.alt, sources: mediaSources(ctx) }
  },
})

export const visitResource = builder.resource({
  handlers: [
    visitingHandlers,
    formVisitHandlers,
    frameHandlers,
    pictureHandlers,
    blockMailHandlers,
    mailLookHandlers,
  ],
})
