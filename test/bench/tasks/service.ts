// The users service with a small task besides: each run reads nothing and writes one row.
import { defineService, readConfig, runService, task } from '@lms/service-host'
import { usersService } from '@lms/users/service'
import { z } from 'zod'

const touch = task('touch', { payload: z.object({ n: z.int() }) })

const service = {
  ...usersService,
  tasks: [
    ...usersService.tasks!,
    defineService({}).task(touch, async ({ payload, work, now }) =>
      work.write(
        `insert into users.recent_mails (school_id, id, sent_at) values ($1, $2, $3)
         on conflict (school_id, id) do update set sent_at = excluded.sent_at`,
        [work.school, `touch ${payload.n}`, now],
      ),
    ),
  ],
}

const running = await runService(service, readConfig('users'))
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)))
