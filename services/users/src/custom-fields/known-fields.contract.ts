import { I, resource, text } from '@lms/contract'
import { z } from 'zod'

const names = () => z.array(text(80)).max(1000)

export const knownFields = resource({
  among: I('POST /internal/custom-fields/known', {
    summary: 'Those of these names that are custom fields of the school',
    callers: ['scenarios'],
    permission: null,
    body: z.object({ names: names() }),
    returns: z.object({ names: names() }),
  }),
})
