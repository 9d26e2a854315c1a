// The floor of a mailing: a loop that hands over with nodemailer, and inserts a row for each mail.
import { createTransport } from 'nodemailer'
import pg from 'pg'

export interface BareTask {
  smtp: string
  database: string
  mails: number
  /** Mails on their way at one time. */
  atOnce: number
}

async function send({ smtp, database, mails, atOnce }: BareTask): Promise<void> {
  const transporter = createTransport({ url: smtp })
  const pool = new pg.Pool({ connectionString: database, max: atOnce })
  await pool.query(
    'create table if not exists public.bare_mails (id serial primary key, address text, answer text)',
  )
  let next = 0
  const loop = async () => {
    while (next < mails) {
      const address = `person-${next++}@people.example`
      const { response } = await transporter.sendMail({
        from: 'lms@mail.example',
        to: address,
        subject: 'Autumn courses',
        text: 'Hello Ann, our courses begin in September.',
        html: '<p>Hello Ann, <strong>our courses</strong> begin in September.</p>',
      })
      await pool.query('insert into public.bare_mails (address, answer) values ($1, $2)', [address, response])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  await pool.end()
}

process.on('message', async (task: BareTask) => {
  await send(task)
  process.send!('done')
})
