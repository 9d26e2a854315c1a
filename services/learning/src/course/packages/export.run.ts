// Writes the package of a course, and hands it over piece by piece.
import { type Export, packageExports, packagePermissions } from '@lms/service/contract'
import type { Work } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { contentOf, type Written } from './course-content.ts'
import { mayStill } from './orderer.ts'
import { exportCourse } from './package.task.ts'
import { writeCartridge, writeCartridgeOfMoodle } from './write-cartridge.ts'
import { writeQti, writeScorm } from './write-foreign.ts'
import { writeOwn } from './write-own.ts'

type At = Pick<Work, 'work' | 'runtime'>
interface End {
  pieces: number
  size: number
  objects: number
  failure: Export['failure']
  warnings: string[]
}
const nothing = { pieces: 0, size: 0, objects: 0, warnings: [] }

/** Bytes of a piece; as Base64 they fit into a request. */
const sentBytes = 512 * 1024

/** How a course is written in each format. */
const writers = {
  course: writeOwn,
  ...{ cartridge: writeCartridge, cartridge_1_1: writeCartridgeOfMoodle },
  ...{ qti: writeQti, scorm: writeScorm },
}

export const exportCourseTask = builder.task(
  exportCourse,
  async ({ payload: { export_id, course_id, format, orderer }, ...ctx }, stores) => {
    const fail = (failure: End['failure']) => end(export_id, { ...nothing, failure }, ctx)
    if (!(await mayStill(orderer, packagePermissions.export, ctx))) return fail('caller_without_right')
    const content = await contentOf(course_id, stores, ctx)
    if (!content) return fail('unavailable')
    const { stream, objects, warnings } = writers[format](content)
    const sent = await send(export_id, stream, ctx)
    await end(export_id, { ...sent, objects, failure: null, warnings: warningsOf(warnings) }, ctx)
  },
  {
    failed: ({ payload: { export_id }, ...ctx }) =>
      end(export_id, { ...nothing, failure: 'unavailable' }, ctx),
  },
)

/** The first few, and how many more there are. */
function warningsOf(all: Written['warnings']): string[] {
  const [most, longest] = [20, 500]
  const cut = all.map(text => text.slice(0, longest))
  return cut.length <= most ? cut : [...cut.slice(0, most - 1), `And ${cut.length - most + 1} more.`]
}

const rows = ({ work, runtime }: At) =>
  runtime.client('service', { packageExports }, { school: work.school, requestId: work.origin.requestId })
    .packageExports

/** Hands the bytes over in pieces of one size; returns how many they are. */
async function send(
  id: string,
  stream: NodeJS.ReadableStream,
  ctx: At,
): Promise<{ pieces: number; size: number }> {
  let [pieces, size, waiting] = [0, 0, Buffer.alloc(0)]
  const add = async (bytes: Buffer) => {
    const path = { id: id as `exp_${string}`, number: String(++pieces) }
    await rows(ctx).add({ path, body: { content: bytes.toString('base64') } })
    size += bytes.length
  }
  for await (const part of stream) {
    waiting = Buffer.concat([waiting, part as Buffer])
    for (; waiting.length >= sentBytes; waiting = waiting.subarray(sentBytes))
      await add(waiting.subarray(0, sentBytes))
  }
  if (waiting.length > 0) await add(waiting)
  return { pieces, size }
}

async function end(id: `exp_${string}`, body: End, ctx: At): Promise<void> {
  await rows(ctx).end({ path: { id }, body })
}
