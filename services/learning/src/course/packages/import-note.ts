// What an import has found and how it ended: its row belongs to the service `service`.
import { packageImports } from '@lms/service/contract'
import type { Work } from '@lms/service-host'

const rows = ({ work, runtime }: Pick<Work, 'work' | 'runtime'>) =>
  runtime.client('service', { packageImports }, { school: work.school, requestId: work.origin.requestId })
    .packageImports

export type ImportNote = Parameters<ReturnType<typeof rows>['note']>[0]['body']

export async function noteOf(
  id: `imp_${string}`,
  body: ImportNote,
  ctx: Pick<Work, 'work' | 'runtime'>,
): Promise<void> {
  await rows(ctx).note({ path: { id }, body })
}
